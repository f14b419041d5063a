package dev.reeve.core;

import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * A report of an attempt that had been given up. It was refused and has changed nothing, but tells whoever has to find out what
 * happened (A3): a person, or the step's probe.
 *
 * @param purpose what the attempt was for
 * @param output what the agent answered; null if it reported a failure, and if the answer was too large to be kept
 * @param failure null unless the agent reported one
 */
public record LateReport(
        Purpose purpose,
        int attempt,
        @Nullable Json output,
        @Nullable Failure failure) {}
