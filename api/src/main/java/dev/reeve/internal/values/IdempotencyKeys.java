package dev.reeve.internal.values;

import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;

/** The idempotency keys of steps. */
public final class IdempotencyKeys {

    private IdempotencyKeys() {}

    /**
     * The key of a step and a purpose.
     *
     * @param edition the number of times an operator has changed the step's input
     */
    public static String of(ExecutionId execution, StepPath step, Purpose purpose, int edition) {
        String key = purpose == Purpose.COMPENSATION ? execution + "/" + step + "/undo" : execution + "/" + step;
        return edition == 0 ? key : key + "#" + (edition + 1);
    }
}
