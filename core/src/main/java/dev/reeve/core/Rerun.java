package dev.reeve.core;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a re-run: the old execution, the step to begin with, and the actor.
 *
 * @param of the old execution, which had ended
 * @param from the step to begin with; this step and all steps after it are done again, and settled steps that do not
 *     come after it are taken over
 * @param by the actor
 * @param why the reason
 * @param keys the idempotency keys that are kept for steps that are done again and were possibly done, so that their
 *     services recognise the earlier request. A key of the map is a step path; for a later round of {@code repeat},
 *     path and number, as in {@code poll#3}
 */
public record Rerun(ExecutionId of, StepPath from, String by, String why, Map<String, String> keys) {

    public Rerun {
        keys = Labels.sorted(keys);
    }

    /** The entry of {@link #keys} for a round of a step. */
    static String slot(StepPath path, int roundsBefore) {
        return roundsBefore == 0
                ? path.toString()
                : new StepPath(path.step(), path.item(), roundsBefore + 1).toString();
    }

    /** The idempotency key kept for this round of the step; null if it has its own. */
    @Nullable String key(StepPath path, int roundsBefore) {
        return keys.get(slot(path, roundsBefore));
    }

    /** Whether the step or one of its items keeps any key. */
    boolean hasKeysOf(String step) {
        for (String slot : keys.keySet()) {
            if (StepPath.parse(slot).step().equals(step)) {
                return true;
            }
        }
        return false;
    }

    /** The keys of this round of the step and of later rounds. */
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

    /** The keys of all items of the step. */
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
