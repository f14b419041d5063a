package dev.reeve.simulation.check;

import dev.reeve.core.AttemptToken;
import dev.reeve.model.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What really happened in the services, kept outside of the engine. */
public final class Ledger {

    private final Set<AttemptToken> begun = new HashSet<>();
    private final Map<String, Integer> effects = new HashMap<>();
    private final Map<AttemptToken, Json> reported = new HashMap<>();
    private final Set<String> unreliable = new HashSet<>();

    /** A handler has been called. */
    public void began(AttemptToken token) {
        begun.add(token);
    }

    public boolean hasBegun(AttemptToken token) {
        return begun.contains(token);
    }

    /** @return how often it has now happened under this idempotency key */
    public int effect(String idempotencyKey) {
        return effects.merge(idempotencyKey, 1, Integer::sum);
    }

    public boolean isDone(String idempotencyKey) {
        return effects.containsKey(idempotencyKey);
    }

    /** What the service really answered. */
    public void reported(AttemptToken token, Json output) {
        reported.put(token, output);
    }

    public @Nullable Json report(AttemptToken token) {
        return reported.get(token);
    }

    /** Nothing can be concluded from this key any more: its service did not tell the truth, or did it after all. */
    public void unreliable(String idempotencyKey) {
        unreliable.add(idempotencyKey);
    }

    public boolean isReliable(String idempotencyKey) {
        return !unreliable.contains(idempotencyKey);
    }
}
