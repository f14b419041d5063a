package dev.reeve;

import dev.reeve.internal.values.Labels;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of a start. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * reeve.start("order_fulfilment", order, Start.key("order-123").label("shop", "berlin").priority(10))
 * }</pre>
 *
 * @param key the caller's own id; null for none. Starting again with the same key, workflow and input finds the same
 *     execution, so a caller can repeat a start whose answer was lost. Inputs are compared by value: the order of
 *     members, white space, and 1.0 for 1 make no difference
 * @param keyPolicy the answer to a start whose key is taken; ignored without a key
 * @param request the caller's name of this start among those with the same key, so that a repetition is recognised;
 *     null for none
 * @param version the version of the workflow; 0 for the highest deployed one
 * @param priority the priority: steps of a higher one are handed out first, -1,000 to 1,000; null leaves it to the
 *     definition
 * @param labels for finding the execution, in addition to those of the definition
 * @param replyTo the URI that receives status messages; null leaves it to the definition. A repeated start does not
 *     change it
 * @param correlationId the receiver's correlation id, sent with each of these messages; null for none
 * @param at when the execution begins; null for at once, or {@code after}
 * @param after the delay between the start and the begin; null for at once, or {@code at}
 * @param traceparent the span that the start belongs to, as W3C Trace Context writes it; null for no trace
 */
public record Start(
        @Nullable String key,
        KeyPolicy keyPolicy,
        @Nullable String request,
        int version,
        @Nullable Integer priority,
        Map<String, String> labels,
        @Nullable URI replyTo,
        @Nullable String correlationId,
        @Nullable Instant at,
        @Nullable Duration after,
        @Nullable String traceparent) {

    private static final Start PLAIN =
            new Start(null, KeyPolicy.RETURN, null, 0, null, Map.of(), null, null, null, null, null);

    public Start {
        Objects.requireNonNull(keyPolicy, "keyPolicy");
        labels = Labels.sorted(labels);
    }

    /** A start without a key and without other options. Each call starts another execution. */
    public static Start plain() {
        return PLAIN;
    }

    /**
     * A start with the caller's own id, so that it can be repeated.
     *
     * @param key 1 to 255 characters
     */
    public static Start key(String key) {
        return new Start(key, KeyPolicy.RETURN, null, 0, null, Map.of(), null, null, null, null, null);
    }

    /** Sets the answer to a start whose key is taken (default: {@link KeyPolicy#RETURN}). */
    public Start keyPolicy(KeyPolicy wanted) {
        return new Start(
                key, wanted, request, version, priority, labels, replyTo, correlationId, at, after, traceparent);
    }

    /**
     * Names this start among those with the same key, so that a caller can repeat it under each {@link KeyPolicy}. If
     * the newest execution of the key was started with the same request, workflow and input, it is the answer, open or
     * ended. With {@link KeyPolicy#RETURN_OPEN} and {@link KeyPolicy#REFUSE_OPEN}, so is an earlier execution that
     * ended in the last ten minutes and is one of the 100 before the newest one. A start in SQL is recognised only
     * until another one follows. If retention has removed the execution, the start is a new one. The execution shows
     * the request as label {@code start_request}.
     *
     * @param wanted such as the id of the message that causes the start
     */
    public Start request(String wanted) {
        return new Start(
                key, keyPolicy, wanted, version, priority, labels, replyTo, correlationId, at, after, traceparent);
    }

    /**
     * Sets the version of the workflow.
     *
     * @param wanted 0, the default, for the highest deployed version
     */
    public Start version(int wanted) {
        return new Start(
                key, keyPolicy, request, wanted, priority, labels, replyTo, correlationId, at, after, traceparent);
    }

    /**
     * Sets the priority. Steps of a higher priority are handed out first.
     *
     * @param wanted -1,000 to 1,000 (default: that of the definition)
     */
    public Start priority(int wanted) {
        return new Start(
                key, keyPolicy, request, version, wanted, labels, replyTo, correlationId, at, after, traceparent);
    }

    /** Adds a label, for finding the execution. It replaces one of the same name. */
    public Start label(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(name, value);
        return new Start(
                key, keyPolicy, request, version, priority, more, replyTo, correlationId, at, after, traceparent);
    }

    /** Sets the URI that receives status messages; see {@link NotificationOptions}. */
    public Start replyTo(URI wanted) {
        return new Start(
                key, keyPolicy, request, version, priority, labels, wanted, correlationId, at, after, traceparent);
    }

    /** Sets the receiver's correlation id, which is sent with each status message. */
    public Start correlationId(String wanted) {
        return new Start(key, keyPolicy, request, version, priority, labels, replyTo, wanted, at, after, traceparent);
    }

    /**
     * Delays the begin until this instant. The execution exists at once. Its own complete-by counts from this instant.
     * An instant in the past means at once. A repeated start does not change it.
     *
     * @param wanted by the clock of the store; at most 3650 days from now
     */
    public Start at(Instant wanted) {
        return new Start(
                key, keyPolicy, request, version, priority, labels, replyTo, correlationId, wanted, null, traceparent);
    }

    /**
     * As {@link #at}, with a delay counted from the start.
     *
     * @param wanted up to 3650 days
     */
    public Start after(Duration wanted) {
        return new Start(
                key, keyPolicy, request, version, priority, labels, replyTo, correlationId, null, wanted, traceparent);
    }

    /**
     * Sets the span that the start belongs to. The execution keeps it, and its attempts, children and status messages
     * continue the trace.
     *
     * @param wanted such as {@code 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01}, as <a
     *     href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a> writes it; anything else refuses the start
     */
    public Start traceparent(String wanted) {
        return new Start(key, keyPolicy, request, version, priority, labels, replyTo, correlationId, at, after, wanted);
    }
}
