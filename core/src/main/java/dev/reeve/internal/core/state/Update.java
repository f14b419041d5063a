package dev.reeve.internal.core.state;

import dev.reeve.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A wait whose end a signal moves, or may move in another version of the definition.
 *
 * @param data the newest usable data of that signal; null if none has come
 * @param since when the wait began, the last time if it was retried; null if it has not
 */
public record Update(@Nullable Json data, @Nullable Instant since) {

    static Update of(@Nullable Update before, Json data) {
        return new Update(data, before == null ? null : before.since());
    }

    static Update begun(@Nullable Update before, Instant at) {
        return new Update(before == null ? null : before.data(), at);
    }
}
