/**
 * Throughput and latency of executions, beside the limit of the machine.
 *
 * <p>Entered by the package above only.
 */
@NullMarked
package dev.reeve.benchmark.throughput;

import org.jspecify.annotations.NullMarked;
