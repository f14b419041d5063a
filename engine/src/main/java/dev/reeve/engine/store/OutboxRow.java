package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to be sent because of what is written with it. Everything in it can be found in the journal too.
 *
 * @param number rises within the execution, with gaps: the order in which its messages are sent
 * @param at when what it tells was decided, in microseconds
 * @param receiver who is spared while they cannot be reached: the part of {@code replyTo} that all messages to them share
 * @param replyTo the URI that it is sent to
 * @param type what happened
 * @param data a JSON object
 */
public record OutboxRow(
        ExecutionId execution,
        int number,
        Instant at,
        String receiver,
        String replyTo,
        @Nullable String correlationId,
        String type,
        String data) {

    /** The receiver of messages to this URI: its scheme and authority, or all of it if it has no authority. */
    public static String receiver(URI replyTo) {
        String authority = replyTo.getRawAuthority();
        return authority == null
                ? replyTo.toString()
                : (replyTo.getScheme() + "://" + authority).toLowerCase(Locale.ROOT);
    }
}
