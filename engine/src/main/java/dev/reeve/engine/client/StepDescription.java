package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Failure;
import dev.reeve.core.LateReport;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepStatus;
import dev.reeve.model.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a step stands.
 *
 * @param purpose what the present or last attempts are for
 * @param attempts how many have been started for that purpose
 * @param now what it is busy with: queued, at which agent until when, or waiting for what until when
 * @param beganAt when something first happened to it; null if nothing has
 * @param since when something last happened to it; null if nothing has
 * @param taken whether it was taken over from the execution that this one does again or undoes, and not called here
 * @param child the execution that does it, or did it last; null if none does
 * @param checkpoint what the present or last attempts have told of their progress; null if nothing
 * @param output null unless it was done
 * @param failure what went wrong last; null if nothing has
 * @param evidence reports that came too late to count, oldest first; the last few. An output among them says that the step, or
 *     its compensation, may well have been done
 */
public record StepDescription(
        StepPath step,
        StepStatus status,
        Purpose purpose,
        int attempts,
        StepActivity now,
        @Nullable Instant beganAt,
        @Nullable Instant since,
        boolean taken,
        @Nullable ExecutionId child,
        @Nullable Json checkpoint,
        @Nullable Json output,
        @Nullable Failure failure,
        List<LateReport> evidence) {

    public StepDescription {
        evidence = List.copyOf(evidence);
    }
}
