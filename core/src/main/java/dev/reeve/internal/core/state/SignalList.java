package dev.reeve.internal.core.state;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Task;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The signals that a step with {@code repeat} has taken, in their order (ADR 68). Immutable: a list with one more
 * signal shares all others with the list before, so that each signal costs the same to keep, however many there are.
 * Each signal that an expression reads is parsed once, unless the garbage collector wants the room in between.
 *
 * <p>Thread-safe without a lock: two threads may parse the same signal twice, and the values are equal.
 */
public final class SignalList {

    static final SignalList EMPTY = new SignalList(null, Json.NULL, 0, 2, 0);

    private final @Nullable SignalList before;
    private final Json last;
    private final int size;
    private final long bytes;
    /** The number of signals that do not count against the maximum, because a person has retried the step. */
    private final int forgiven;

    private @Nullable WeakReference<Parsed> parsed;

    private record Parsed(@Nullable Object value) {}

    private SignalList(@Nullable SignalList before, Json last, int size, long bytes, int forgiven) {
        this.before = before;
        this.last = last;
        this.size = size;
        this.bytes = bytes;
        this.forgiven = forgiven;
    }

    /** The element of a list for one signal: its data, and its name too if the step waits for one of several. */
    public static Json element(Task.Await await, String signal, Json data) {
        return await.isOfSeveral() ? new Json("{\"signal\":\"" + signal + "\",\"data\":" + data.text() + "}") : data;
    }

    /** The list with one more signal. */
    public SignalList with(Json element) {
        long comma = size == 0 ? 0 : 1;
        return new SignalList(this, element, size + 1, bytes + comma + bytes(element.text()), forgiven);
    }

    /** The same list, none of which counts against the maximum any more. */
    SignalList refreshed() {
        return new SignalList(before, last, size, bytes, size);
    }

    private static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // In UTF-8, each half of a surrogate pair makes two of its four bytes.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    public int size() {
        return size;
    }

    /** The size of the list as JSON. */
    public long bytes() {
        return bytes;
    }

    /** The number of signals that count against the maximum. */
    public int counted() {
        return size - forgiven;
    }

    /** The values of all signals, for expressions. */
    List<@Nullable Object> values() {
        List<@Nullable Object> values = new ArrayList<>(size);
        for (SignalList at = this; at != null && at.size > 0; at = at.before) {
            values.add(at.value());
        }
        Collections.reverse(values);
        return Collections.unmodifiableList(values);
    }

    private @Nullable Object value() {
        WeakReference<Parsed> known = parsed;
        Parsed one = known == null ? null : known.get();
        if (one == null) {
            one = new Parsed(last.value());
            parsed = new WeakReference<>(one);
        }
        return one.value();
    }

    /** The list as JSON. */
    public Json json() {
        List<String> texts = new ArrayList<>(size);
        for (SignalList at = this; at != null && at.size > 0; at = at.before) {
            texts.add(at.last.text());
        }
        StringBuilder json = new StringBuilder("[");
        for (int i = size - 1; i >= 0; i--) {
            json.append(texts.get(i)).append(i == 0 ? "" : ",");
        }
        return new Json(json.append(']').toString());
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // lists share their parts
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof SignalList that) || size != that.size || forgiven != that.forgiven) {
            return false;
        }
        SignalList one = this;
        SignalList two = that;
        while (one != null && two != null && one != two) {
            if (!one.last.equals(two.last)) {
                return false;
            }
            one = one.before;
            two = two.before;
        }
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * size + last.hashCode();
    }
}
