/** The definitions that run, the engine that runs them, and the loops that start them. */
@NullMarked
package dev.reeve.benchmark.workload;

import org.jspecify.annotations.NullMarked;
