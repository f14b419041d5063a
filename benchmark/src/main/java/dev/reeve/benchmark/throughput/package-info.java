/** Throughput and latency of executions, beside the limit of the machine. */
@NullMarked
package dev.reeve.benchmark.throughput;

import org.jspecify.annotations.NullMarked;
