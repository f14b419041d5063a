package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.core.state.Work;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The work of an attempt, for tests that look at little of it. */
final class TestWork {

    static final Json INPUT = new Json("{\"amount\": 12.50}");

    private TestWork() {}

    /**
     * Work that is due after this duration.
     *
     * @param heartbeat null for none
     */
    static Work of(AttemptToken token, Duration duration, String action, @Nullable Duration heartbeat, Instant now) {
        return new Work(
                token.step(),
                token.purpose(),
                action,
                INPUT,
                token.idempotencyKey(),
                0,
                duration,
                heartbeat,
                null,
                false,
                null,
                null,
                null,
                token,
                now.plus(duration));
    }
}
