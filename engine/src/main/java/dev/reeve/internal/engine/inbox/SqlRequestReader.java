package dev.reeve.internal.engine.inbox;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.engine.inbox.ReceivedLetter.Content;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.StoreException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests that SQL functions have stored. Their callers have committed, so a request that is impossible
 * becomes an execution that has failed.
 */
final class SqlRequestReader implements MessageReader {

    /** Leaves room for the name of the database user. */
    private static final int CLAIM_LENGTH_MAX = 150;

    private final SqlStarts starts;
    private final SqlRefusals refusals;

    SqlRequestReader(SqlStarts starts, SqlRefusals refusals) {
        this.starts = starts;
        this.refusals = refusals;
    }

    private static boolean isOutage(ReeveException cause) {
        return switch (cause.code()) {
            case STORE_UNAVAILABLE, FENCED, CLOSED -> true;
            default -> false;
        };
    }

    @Override
    public boolean isLasting(ReeveException cause) {
        return switch (cause.code()) {
            case OVERLOADED, STORE_UNUSABLE -> false;
            default -> !isOutage(cause);
        };
    }

    @Override
    public boolean isPatient() {
        return true;
    }

    @Override
    public Content content(InboxRow row) {
        Request request = read(row);
        try {
            return switch (request) {
                case Request.SqlStart start ->
                    new Content.Begin(starts.request(row.post().execution(), start, row.user()));
                case Request.SqlSignal signal -> {
                    refusals.checkTarget(row.post().execution(), signal);
                    yield new Content.Ask(signal(signal, row.user()));
                }
                case null, default ->
                    refused(
                            row,
                            request,
                            ReeveException.of(
                                    ErrorCode.INVALID_INPUT,
                                    "the request cannot be read: it is nested too deeply, or holds characters or numbers that cannot be kept"));
            };
        } catch (ReeveException e) {
            if (isOutage(e)) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, String.valueOf(e.getMessage()), e);
            }
            return refused(row, request, e);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            return refused(row, request, ReeveException.of(ErrorCode.INTERNAL, "a mistake in Reeve: " + e, e));
        }
    }

    @Override
    public Content instead(InboxRow row, Content content, ReeveException cause) {
        return refused(row, read(row), cause);
    }

    private Content refused(InboxRow row, @Nullable Request request, ReeveException cause) {
        return new Content.Begin(refusals.start(row, request, cause));
    }

    private static @Nullable Request read(InboxRow row) {
        try {
            return InboxText.read(row.post());
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static Command signal(Request.SqlSignal signal, String user) {
        if (!(signal.options().value() instanceof Map<?, ?> options)) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "options: expected an object");
        }
        String by = "database user " + user;
        if (options.get("by") instanceof String claim) {
            by = "%s (%s)".formatted(StorableText.check("by", claim, CLAIM_LENGTH_MAX), by);
        }
        String id = options.get("id") instanceof String text
                ? StorableText.check("id", text, StorableText.NAME_LENGTH_MAX)
                : null;
        return new Command.Signal(
                StorableText.check("signal", signal.signal(), StorableText.NAME_LENGTH_MAX),
                id,
                Json.parse(signal.data().text(), "data"),
                by);
    }
}
