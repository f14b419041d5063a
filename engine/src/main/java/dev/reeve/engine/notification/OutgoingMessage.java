package dev.reeve.engine.notification;

import dev.reeve.model.JsonText;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way, as a CloudEvent.
 *
 * @param id the same each time it is sent; together with {@code source} there is no other like it
 * @param source who sends it
 * @param type what happened, such as {@code dev.reeve.execution.completed}
 * @param subject what it is about: the id of the execution; null if it is about none
 * @param time when it happened
 * @param sequence orders the messages about a subject as texts; null if there is no order
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

    /** As a CloudEvent in its structured JSON form. */
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
        return json.append(",\"data\":").append(data).append('}').toString();
    }

    private static void member(StringBuilder json, String name, @Nullable String value) {
        if (value != null) {
            json.append(",\"")
                    .append(name)
                    .append("\":")
                    .append(JsonText.fromValue(value).text());
        }
    }
}
