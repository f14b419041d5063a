package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The real effects in the services, recorded outside of the engine. */
public final class EffectLedger {

    private final Set<AttemptToken> begun = new HashSet<>();
    private final Map<String, Integer> effects = new HashMap<>();
    private final Map<AttemptToken, Json> reported = new HashMap<>();
    private final Map<String, Integer> committed = new HashMap<>();
    private final Set<String> unreliable = new HashSet<>();

    /** A handler was called. */
    public void began(AttemptToken token) {
        begun.add(token);
    }

    public boolean hasBegun(AttemptToken token) {
        return begun.contains(token);
    }

    /** @return how often the effect has happened under this idempotency key, including this time */
    public int effect(String idempotencyKey) {
        return effects.merge(idempotencyKey, 1, Integer::sum);
    }

    /** @return how often a transaction with the effect was committed, including this time */
    public int committed(String idempotencyKey) {
        return committed.merge(idempotencyKey, 1, Integer::sum);
    }

    public boolean isDone(String idempotencyKey) {
        return effects.containsKey(idempotencyKey);
    }

    /** Records the service's real answer. */
    public void reported(AttemptToken token, Json output) {
        reported.put(token, output);
    }

    public @Nullable Json report(AttemptToken token) {
        return reported.get(token);
    }

    /**
     * Excludes this key from the checks: its service gave a false answer, or performed the request after its answer.
     */
    public void unreliable(String idempotencyKey) {
        unreliable.add(idempotencyKey);
    }

    public boolean isReliable(String idempotencyKey) {
        return !unreliable.contains(idempotencyKey);
    }
}
