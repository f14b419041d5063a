package dev.reeve.internal.http;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mistakes of Reeve's. The log has the details, and the caller gets an id by which they are found there. */
public final class Mistakes {

    private static final Logger LOG = LoggerFactory.getLogger(Mistakes.class);

    private Mistakes() {}

    /**
     * Logs a mistake.
     *
     * @return its id
     */
    public static String log(Object request, Throwable error) {
        String id = UUID.randomUUID().toString();
        LOG.error("{} failed with the id {}, which is all that the caller receives", request, id, error);
        return id;
    }

    /** The message for the caller. */
    public static String message(String id) {
        return "a mistake in Reeve: the log of the server has the details under the id " + id;
    }
}
