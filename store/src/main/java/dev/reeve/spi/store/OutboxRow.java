package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent. It is written together with the events that cause it. The journal contains the same
 * information.
 *
 * @param execution the execution that the message reports about; with the number it identifies the message
 * @param number rises within the execution, with gaps: the order in which its messages are sent
 * @param at when the reported event was decided, in microseconds
 * @param receiver the part of {@code replyTo} that all messages to one receiver share; they wait together while the
 *     receiver cannot be reached
 * @param replyTo the URI that it is sent to
 * @param correlationId the receiver's correlation id, as the start named it; null for none
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
