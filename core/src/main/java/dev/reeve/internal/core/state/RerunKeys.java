package dev.reeve.internal.core.state;

import dev.reeve.Rerun;
import dev.reeve.StepPath;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The idempotency keys that a re-run takes over from the execution that it does again. */
public final class RerunKeys {

    private RerunKeys() {}

    /** The entry of {@link Rerun#keys} for a round of a step. */
    public static String slot(StepPath path, int roundsBefore) {
        return roundsBefore == 0
                ? path.toString()
                : new StepPath(path.step(), path.item(), roundsBefore + 1).toString();
    }

    /** The idempotency key kept for this round of the step; null if it has its own. */
    static @Nullable String key(Rerun rerun, StepPath path, int roundsBefore) {
        return rerun.keys().get(slot(path, roundsBefore));
    }

    /** Whether the step or one of its items keeps any key. */
    public static boolean hasKeysOf(Rerun rerun, String step) {
        for (String slot : rerun.keys().keySet()) {
            if (StepPath.parse(slot).step().equals(step)) {
                return true;
            }
        }
        return false;
    }

    /** The keys of this round of the step and of later rounds. */
    public static Map<String, String> keysFrom(Rerun rerun, StepPath path, int roundsBefore) {
        Map<String, String> from = new TreeMap<>();
        for (Map.Entry<String, String> one : rerun.keys().entrySet()) {
            StepPath round = StepPath.parse(one.getKey());
            boolean own = round.step().equals(path.step()) && round.item() == path.item();
            if (own && Math.max(1, round.round()) > roundsBefore) {
                from.put(one.getKey(), one.getValue());
            }
        }
        return from;
    }

    /** The keys of all items of the step. */
    public static Map<String, String> keysOfItems(Rerun rerun, StepPath step) {
        Map<String, String> ofItems = new TreeMap<>();
        for (Map.Entry<String, String> one : rerun.keys().entrySet()) {
            StepPath path = StepPath.parse(one.getKey());
            if (path.item() != StepPath.NONE && path.step().equals(step.step())) {
                ofItems.put(one.getKey(), one.getValue());
            }
        }
        return ofItems;
    }
}
