package dev.reeve;

import org.jspecify.annotations.Nullable;

/**
 * A report for an attempt that had been given up. It was refused and changed nothing. It is kept as evidence for the
 * operator and for the step's probe.
 *
 * @param purpose the purpose of the attempt
 * @param attempt the number of the attempt
 * @param output the output that the agent reported; null if it reported a failure, or if the output was too large to
 *     keep
 * @param failure the failure that the agent reported; null if it reported an output
 */
public record LateReport(
        Purpose purpose,
        int attempt,
        @Nullable Json output,
        @Nullable Failure failure) {}
