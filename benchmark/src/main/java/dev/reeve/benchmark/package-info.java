/**
 * Measures this machine: workloads on a real store, and the same batches written without an engine as the limit.
 *
 * <p>Entered by no package: {@code ./reeve bench} runs it. Its commands are in the rooms below.
 */
@NullMarked
package dev.reeve.benchmark;

import org.jspecify.annotations.NullMarked;
