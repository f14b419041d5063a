package dev.reeve;

import dev.reeve.internal.values.Labels;
import java.util.Map;

/**
 * The origin of a re-run: the old execution, the step to begin with, and the actor.
 *
 * @param of the old execution, which had ended
 * @param from the step to begin with; this step and all steps after it are done again, and settled steps that do not
 *     come after it are taken over
 * @param actor who asked for it
 * @param reason as the actor gave it
 * @param keys the idempotency keys that are kept for steps that are done again and were possibly done, so that their
 *     services recognise the earlier request. A key of the map is a step path; for a later round of {@code repeat},
 *     path and number, as in {@code poll#3}
 */
public record Rerun(ExecutionId of, StepPath from, String actor, String reason, Map<String, String> keys) {

    public Rerun {
        keys = Labels.sorted(keys);
    }
}
