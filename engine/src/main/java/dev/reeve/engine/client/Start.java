package dev.reeve.engine.client;

import dev.reeve.core.Labels;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an execution is started. Immutable; each method gives a changed copy.
 *
 * <pre>{@code reeve.start("order_fulfilment", order, Start.key("order-123").label("shop", "berlin").priority(10))}</pre>
 *
 * @param key the caller's own id: starting again with the same key, workflow and input finds the same execution, so a start
 *     whose answer was lost can be repeated (S2). Inputs are the same if their values are: the order of members, white
 *     space, and 1.0 for 1 make no difference. Null for none
 * @param version of the workflow; 0 for the highest deployed one
 * @param priority higher is handed out first, -1,000 to 1,000; null leaves it to the definition
 * @param labels to find the execution by, besides those of the definition
 * @param replyTo the URI at which to tell how it goes (S10); null leaves it to the definition. A repeated start changes nothing
 *     about it
 * @param correlationId handed back with each of these messages; null for none
 * @param at when it begins; null for at once, or {@code after}
 * @param after how long after the start it begins; null for at once, or {@code at}
 */
public record Start(
        @Nullable String key,
        int version,
        @Nullable Integer priority,
        Map<String, String> labels,
        @Nullable URI replyTo,
        @Nullable String correlationId,
        @Nullable Instant at,
        @Nullable Duration after) {

    private static final Start PLAIN = new Start(null, 0, null, Map.of(), null, null, null, null);

    public Start {
        labels = Labels.sorted(labels);
    }

    public static Start plain() {
        return PLAIN;
    }

    public static Start key(String key) {
        return new Start(key, 0, null, Map.of(), null, null, null, null);
    }

    public Start version(int wanted) {
        return new Start(key, wanted, priority, labels, replyTo, correlationId, at, after);
    }

    public Start priority(int wanted) {
        return new Start(key, version, wanted, labels, replyTo, correlationId, at, after);
    }

    public Start label(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(name, value);
        return new Start(key, version, priority, more, replyTo, correlationId, at, after);
    }

    /** Where to tell how it goes; see {@link dev.reeve.engine.notification.NotificationOptions}. */
    public Start replyTo(URI wanted) {
        return new Start(key, version, priority, labels, wanted, correlationId, at, after);
    }

    /** What the messages about it have to do with, in the words of whoever gets them. */
    public Start correlationId(String wanted) {
        return new Start(key, version, priority, labels, replyTo, wanted, at, after);
    }

    /**
     * The execution exists at once, and begins then; its own complete-by counts from there. If that is past, it begins at once. A
     * repeated start changes nothing about it.
     *
     * @param wanted by the clock of the store; at most 3650 days from now
     */
    public Start at(Instant wanted) {
        return new Start(key, version, priority, labels, replyTo, correlationId, wanted, null);
    }

    /**
     * As {@link #at}, so much later than it is started.
     *
     * @param wanted up to 3650 days
     */
    public Start after(Duration wanted) {
        return new Start(key, version, priority, labels, replyTo, correlationId, null, wanted);
    }
}
