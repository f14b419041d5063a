/**
 * The options that workloads share, and the report of what was measured.
 *
 * <p>Entered by all rooms with commands.
 */
@NullMarked
package dev.reeve.benchmark.report;

import org.jspecify.annotations.NullMarked;
