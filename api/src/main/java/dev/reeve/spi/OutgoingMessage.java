package dev.reeve.spi;

import dev.reeve.Json;
import dev.reeve.internal.values.TraceContext;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message to send, as a CloudEvent.
 *
 * @param replyTo the URI of the receiver
 * @param id the same for each attempt; unique together with {@code source}
 * @param source the sender
 * @param type what happened, such as {@code dev.reeve.execution.completed}
 * @param subject the id of the execution; null if the message is about none
 * @param time when it happened
 * @param sequence orders the messages about a subject, compared as text; null if they have no order
 * @param correlationId the receiver's correlation id; null for none
 * @param data a JSON object
 * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md">CloudEvents 1.0</a>
 */
public record OutgoingMessage(
        URI replyTo,
        String id,
        String source,
        String type,
        @Nullable String subject,
        Instant time,
        @Nullable String sequence,
        @Nullable String correlationId,
        String data) {

    /** The media type of {@link #cloudEvent()}. */
    public static final String MEDIA_TYPE = "application/cloudevents+json; charset=utf-8";

    /**
     * The span of the execution, as W3C Trace Context writes it; null for an execution without a trace. It is a member
     * of the data itself. Data that cannot be read has none.
     */
    public @Nullable String traceparent() {
        return data.contains("\"traceparent\"") ? TraceContext.textOrNull(Envelope.text(data, "traceparent")) : null;
    }

    /** This message as a CloudEvent in structured JSON mode. */
    public String cloudEvent() {
        StringBuilder json = new StringBuilder("{\"specversion\":\"1.0\"");
        member(json, "id", id);
        member(json, "source", source);
        member(json, "type", type);
        member(json, "subject", subject);
        member(json, "time", time.toString());
        member(json, "datacontenttype", "application/json");
        member(json, "sequence", sequence);
        member(json, "correlationid", correlationId);
        member(json, "traceparent", traceparent());
        return json.append(",\"data\":").append(data).append('}').toString();
    }

    private static void member(StringBuilder json, String name, @Nullable String value) {
        if (value != null) {
            json.append(",\"").append(name).append("\":").append(Json.of(value).text());
        }
    }
}
