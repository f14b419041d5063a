package dev.reeve.core;

import java.util.Map;

/**
 * Which execution this one does again, from which step on, and who wanted that.
 *
 * @param of the execution that had ended
 * @param from the step from which on everything is done again; what does not come after it was taken over
 * @param by the operator
 * @param why in the operator's words
 * @param keys of steps that are done again and of which nobody knows whether they had been done: by their paths the idempotency
 *     keys that they go on with, so that their services recognise what they did already
 */
public record Rerun(ExecutionId of, StepPath from, String by, String why, Map<String, String> keys) {

    public Rerun {
        keys = Labels.sorted(keys);
    }
}
