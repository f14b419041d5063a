/** The options that workloads share, and the report of what was measured. */
@NullMarked
package dev.reeve.benchmark.report;

import org.jspecify.annotations.NullMarked;
