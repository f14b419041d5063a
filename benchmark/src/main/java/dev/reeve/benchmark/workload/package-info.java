/**
 * The definitions that run, the engine that runs them, and the loops that start them.
 *
 * <p>Entered by {@code throughput}, {@code size}, {@code restart}, {@code server} and {@code soak}.
 */
@NullMarked
package dev.reeve.benchmark.workload;

import org.jspecify.annotations.NullMarked;
