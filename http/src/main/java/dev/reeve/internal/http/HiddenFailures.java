package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of the database and mistakes of Reeve's. Their messages may have SQL, hosts and users, so only the log has
 * them. The caller gets a sentence, and an id by which the message is found in the log.
 */
public final class HiddenFailures {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenFailures.class);

    /** A chain of causes is not longer, unless it is a circle. */
    private static final int CAUSES_MAX = 20;

    private HiddenFailures() {}

    /** Whether callers must not see the message. */
    public static boolean hides(Throwable error) {
        return !(error instanceof ReeveException known)
                || switch (known.code()) {
                    case STORE_UNAVAILABLE, STORE_UNUSABLE, FENCED, CLOSED, INTERNAL -> true;
                    // the engine adds the database's own message if it refuses a value
                    case INVALID_INPUT -> comesFromDatabase(error);
                    case WORKFLOW_UNKNOWN,
                            NOT_FOUND,
                            CONFLICT,
                            REFUSED,
                            UNAUTHENTICATED,
                            DENIED,
                            OVERLOADED,
                            LOST,
                            TIMED_OUT,
                            NOT_COMPLETED -> false;
                };
    }

    private static boolean comesFromDatabase(Throwable error) {
        boolean[] found = {false};
        eachCause(error, cause -> found[0] |= cause instanceof SQLException);
        return found[0];
    }

    private static void eachCause(Throwable error, Consumer<Throwable> look) {
        @Nullable Throwable cause = error;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            look.accept(cause);
            cause = cause.getCause();
        }
    }

    /** The code that the caller gets. */
    public static ErrorCode code(Throwable error) {
        return error instanceof ReeveException known ? known.code() : ErrorCode.INTERNAL;
    }

    /**
     * Logs a failure, once.
     *
     * @return its id
     */
    public static String log(Object request, Throwable error) {
        String id = UUID.randomUUID().toString();
        String asked = Texts.line(String.valueOf(request));
        switch (code(error)) {
            case INTERNAL ->
                LOG.error("{} failed with the id {}, which is all that the caller receives", asked, id, error);
            case STORE_UNUSABLE -> LOG.error("{} failed with the id {}: {}", asked, id, whole(error));
            default -> LOG.warn("{} failed with the id {}: {}", asked, id, whole(error));
        }
        return id;
    }

    /** The messages of an error and of its causes, on one line. */
    private static String whole(Throwable error) {
        StringBuilder text = new StringBuilder();
        eachCause(error, cause -> {
            String message = String.valueOf(cause.getMessage());
            if (text.isEmpty()) {
                text.append(cause);
            } else if (text.indexOf(message) < 0) {
                text.append("; caused by ").append(cause);
            }
        });
        return Texts.line(text.toString());
    }

    /** The message for the caller. */
    public static String message(ErrorCode code, String id) {
        return "%s; the log of the server has the details under the id %s".formatted(sentence(code), id);
    }

    private static String sentence(ErrorCode code) {
        return switch (code) {
            case STORE_UNAVAILABLE ->
                "the database does not answer, and it is unknown whether the request was carried out: repeat it with the same key";
            case STORE_UNUSABLE ->
                "the database, or this execution in it, cannot be used in its present state: a person must act";
            case FENCED -> "another engine has taken over from the one of this server: ask another server";
            case CLOSED ->
                "the server is stopping or has stopped: repeat the request at another server, with the same key";
            case INVALID_INPUT ->
                "the database refuses to store this request, and nothing was stored: change its values";
            case INTERNAL -> "a mistake in Reeve";
            default -> "the request failed with the code " + code;
        };
    }
}
