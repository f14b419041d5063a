package dev.reeve.internal.document;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the record of who did what.
 *
 * @param calls the newest first
 * @param next the cursor of the next page; absent on the last one
 * @param back how far back the search for this page has looked, to the hour after it if it is about one namespace;
 *     absent if there was nothing to look at
 */
public record RecordDocument(
        List<Call> calls, @Nullable String next, @Nullable Instant back) implements Document {

    /** The outcome of a call that was not refused. */
    public static final String DONE = "DONE";

    /**
     * A call that changed something, or that was refused.
     *
     * @param at its time
     * @param who the name of the caller
     * @param origin from where, such as an address; empty for the process of the engine
     * @param operation such as CANCEL
     * @param namespace its namespace
     * @param subject what it was about, in words
     * @param execution the id of the execution
     * @param workflow the name of the workflow
     * @param key the key of the start
     * @param reason the caller's reason
     * @param outcome DONE, or the code of the error
     */
    public record Call(
            Instant at,
            String who,
            String origin,
            String operation,
            String namespace,
            @Nullable String subject,
            @Nullable String execution,
            @Nullable String workflow,
            @Nullable String key,
            @Nullable String reason,
            String outcome)
            implements Document {}
}
