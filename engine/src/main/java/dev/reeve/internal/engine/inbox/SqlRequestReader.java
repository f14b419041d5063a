package dev.reeve.internal.engine.inbox;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.PartialRequest;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.engine.inbox.ReceivedLetter.Content;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
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
        Request request;
        try {
            request = InboxText.read(row.post());
        } catch (RuntimeException e) {
            return refused(row, ReeveException.of(ErrorCode.INVALID_INPUT, "it cannot be read: " + e.getMessage(), e));
        }
        try {
            return switch (request) {
                case Request.SqlStart start ->
                    new Content.Begin(starts.request(row.post().execution(), start, row.user()));
                case Request.SqlSignal signal -> {
                    refusals.checkTarget(row.post().execution(), signal);
                    yield new Content.Ask(signal(signal, row.user()));
                }
                default ->
                    refused(
                            row,
                            ReeveException.of(
                                    ErrorCode.INVALID_INPUT, "no function of Reeve stores a request of this type"));
            };
        } catch (ReeveException e) {
            if (isOutage(e)) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, String.valueOf(e.getMessage()), e);
            }
            return refused(row, e);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            return refused(row, ReeveException.of(ErrorCode.INTERNAL, "a mistake in Reeve: " + e, e));
        }
    }

    @Override
    public Content instead(InboxRow row, Content content, ReeveException cause) {
        // The store did not take the refusal, perhaps because of the id.
        boolean isRefusal = content instanceof Content.Begin(StartRequest start) && SqlRefusals.isRefusal(start);
        return new Content.Begin(refusals.start(row, request(row), cause, isRefusal));
    }

    private Content refused(InboxRow row, ReeveException cause) {
        return new Content.Begin(refusals.start(row, request(row), cause, false));
    }

    /** The request, or what can be read of it; null for nothing. */
    private static @Nullable Request request(InboxRow row) {
        try {
            return InboxText.read(row.post());
        } catch (RuntimeException e) {
            return PartialRequest.read(row.post().content());
        }
    }

    private static Command signal(Request.SqlSignal signal, String user) {
        if (!(signal.options().value() instanceof Map<?, ?> options)) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "options: expected an object");
        }
        String by = "database user " + user;
        String claim = text(options, "by");
        if (claim != null) {
            by = "%s (%s)".formatted(StorableText.check("by", claim, CLAIM_LENGTH_MAX), by);
        }
        String id = text(options, "id");
        if (id != null) {
            StorableText.check("id", id, StorableText.NAME_LENGTH_MAX);
        }
        return new Command.Signal(
                StorableText.check("signal", signal.signal(), StorableText.NAME_LENGTH_MAX),
                id,
                Json.parse(signal.data().text(), "data"),
                by);
    }

    private static @Nullable String text(Map<?, ?> options, String name) {
        Object value = options.get(name);
        if (value != null && !(value instanceof String)) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "options: %s: expected a text".formatted(name));
        }
        return (String) value;
    }
}
