/** Measures this machine: workloads on a real store, and the same batches written without an engine as the limit. */
@NullMarked
package dev.reeve.benchmark;

import org.jspecify.annotations.NullMarked;
