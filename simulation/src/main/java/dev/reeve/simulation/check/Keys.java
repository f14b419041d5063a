package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.Purpose;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Checks idempotency keys: one key is one request, also in re-runs (A2). */
final class Keys {

    /** Each round is another request. */
    private final Map<String, Integer> rounds = new HashMap<>();

    private final Map<String, Json> inputs = new HashMap<>();
    private final BiConsumer<String, String> breach;

    Keys(BiConsumer<String, String> breach) {
        this.breach = breach;
    }

    void handedOut(Biography biography, AttemptToken token, String key, Json input) {
        if (token.purpose() == Purpose.COMPENSATION) {
            return;
        }
        Integer before = rounds.putIfAbsent(key, biography.round(token));
        if (before != null && before != biography.round(token)) {
            breach.accept("A2", "two rounds have one idempotency key: %s of %s".formatted(key, token));
        }
        Json earlier = token.purpose() == Purpose.FORWARD ? inputs.putIfAbsent(key, input) : null;
        if (earlier != null && !earlier.equals(input)) {
            breach.accept(
                    "A2",
                    "two inputs have one idempotency key: %s and %s, %s of %s".formatted(earlier, input, key, token));
        }
    }
}
