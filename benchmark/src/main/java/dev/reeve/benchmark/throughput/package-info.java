/** What an engine does in a second, and how long an execution takes, beside the limit of the machine. */
@NullMarked
package dev.reeve.benchmark.throughput;

import org.jspecify.annotations.NullMarked;
