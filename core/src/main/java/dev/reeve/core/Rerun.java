package dev.reeve.core;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which execution this one does again, from which step on, and who wanted that.
 *
 * @param of the execution that had ended
 * @param from the step from which on everything is done again; what does not come after it was taken over
 * @param by the operator
 * @param why in the operator's words
 * @param keys of steps that are done again and of which nobody knows whether they had been done: by their paths the idempotency
 *     keys that they go on with, so that their services recognise what they did already; of a later round of {@code repeat} by
 *     path and number, as in {@code poll#3}
 */
public record Rerun(ExecutionId of, StepPath from, String by, String why, Map<String, String> keys) {

    public Rerun {
        keys = Labels.sorted(keys);
    }

    /** What stands in {@link #keys} for a round of a step. */
    static String slot(StepPath path, int roundsBefore) {
        return roundsBefore == 0
                ? path.toString()
                : new StepPath(path.step(), path.item(), roundsBefore + 1).toString();
    }

    /** The key of this round of the step; null for its own. */
    @Nullable String key(StepPath path, int roundsBefore) {
        return keys.get(slot(path, roundsBefore));
    }

    /** Whether the step goes on with any, or one of its items. */
    boolean hasKeysOf(String step) {
        for (String slot : keys.keySet()) {
            if (StepPath.parse(slot).step().equals(step)) {
                return true;
            }
        }
        return false;
    }

    /** Those of this round of the step and of later ones. */
    Map<String, String> keysFrom(StepPath path, int roundsBefore) {
        Map<String, String> from = new TreeMap<>();
        for (Map.Entry<String, String> one : keys.entrySet()) {
            StepPath round = StepPath.parse(one.getKey());
            boolean own = round.step().equals(path.step()) && round.item() == path.item();
            if (own && Math.max(1, round.round()) > roundsBefore) {
                from.put(one.getKey(), one.getValue());
            }
        }
        return from;
    }

    /** Those of all items of the step. */
    Map<String, String> keysOfItems(StepPath step) {
        Map<String, String> ofItems = new TreeMap<>();
        for (Map.Entry<String, String> one : keys.entrySet()) {
            StepPath path = StepPath.parse(one.getKey());
            if (path.item() != StepPath.NONE && path.step().equals(step.step())) {
                ofItems.put(one.getKey(), one.getValue());
            }
        }
        return ofItems;
    }
}
