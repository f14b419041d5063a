package dev.reeve.internal.core.state;

import dev.reeve.Json;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the parsed values of the last few large payloads of an execution, until the garbage collector wants the
 * room. Without it, the cost of an item would grow with the length of the list in the input that its expressions read.
 *
 * <p>Thread-safe without a lock: two threads may parse the same payload twice, and the values are equal.
 */
final class ParsedPayloads {

    /** A shorter payload is parsed each time, which costs less than keeping it. */
    private static final int LENGTH_MIN = 4_096;

    private static final int KEPT = 4;

    private record Parsed(Json json, @Nullable Object value) {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array cannot have a type parameter
    private final @Nullable WeakReference<Parsed>[] kept = new WeakReference[KEPT];

    private int next;

    @Nullable Object value(Json json) {
        if (json.text().length() < LENGTH_MIN) {
            return json.value();
        }
        for (WeakReference<Parsed> one : kept) {
            Parsed parsed = one == null ? null : one.get();
            if (parsed != null && parsed.json.equals(json)) {
                return parsed.value;
            }
        }
        Object value = json.value();
        int place = (next & Integer.MAX_VALUE) % KEPT;
        kept[place] = new WeakReference<>(new Parsed(json, value));
        next = place + 1;
        return value;
    }
}
