package dev.reeve;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The present state of a step.
 *
 * @param step its path
 * @param status its status
 * @param purpose the purpose of the present or last attempts
 * @param attempts the number of attempts started for that purpose
 * @param now the present activity: queued, at an agent, or waiting, and until when
 * @param beganAt when the step's first event happened; null if none has
 * @param since when the step's last event happened; null if none has
 * @param taken whether the step was taken over from the execution that this one re-runs or compensates, and not called
 *     here
 * @param child the execution that performs the step, or did so last; null if none does
 * @param checkpoint the progress that the present or last attempts reported; null if none
 * @param output null unless the step was done
 * @param failure the last failure; null if none
 * @param evidence the last few reports that came too late to count, the oldest first. An output among them says that
 *     the step, or its compensation, may have been done
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
