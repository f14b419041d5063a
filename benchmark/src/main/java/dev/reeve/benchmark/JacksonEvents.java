package dev.reeve.benchmark;

import dev.reeve.Event;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Numbers;
import dev.reeve.internal.values.Times;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/** The events of a chain of steps, and the check of a payload, with Jackson's streaming API. */
final class JacksonEvents {

    private static final JsonFactory JSON = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JacksonEvents() {}

    static String write(List<Event> events) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            for (Event event : events) {
                json.writeStartObject();
                write(json, event);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Event event) {
        switch (event) {
            case Event.ExecutionStarted e -> {
                json.writeStringProperty("type", "ExecutionStarted");
                json.writeStringProperty("workflow", e.workflow());
                json.writeNumberProperty("version", e.version());
                json.writeStringProperty("namespace", e.namespace());
                json.writeName("input");
                json.writeRawValue(e.input().text());
                json.writeStringProperty("seed", Long.toHexString(e.seed()));
            }
            case Event.StepReady e -> {
                json.writeStringProperty("type", "StepReady");
                json.writeStringProperty("step", e.step().toString());
                json.writeStringProperty("purpose", e.purpose().name());
                json.writeName("input");
                json.writeRawValue(e.input() == null ? "null" : e.input().text());
            }
            case Event.StepStarted e -> {
                json.writeStringProperty("type", "StepStarted");
                json.writeStringProperty("step", e.step().toString());
                json.writeStringProperty("purpose", e.purpose().name());
                json.writeNumberProperty("attempt", e.attempt());
                json.writeStringProperty("agent", e.agent());
                json.writeStringProperty("completeBy", Times.format(e.completeBy()));
                json.writeStringProperty("nonce", Long.toHexString(e.nonce()));
            }
            case Event.StepCompleted e -> {
                json.writeStringProperty("type", "StepCompleted");
                json.writeStringProperty("step", e.step().toString());
                json.writeNumberProperty("attempt", e.attempt());
                json.writeName("output");
                json.writeRawValue(e.output().text());
            }
            case Event.ExecutionCompleted e -> {
                json.writeStringProperty("type", "ExecutionCompleted");
                json.writeName("output");
                json.writeRawValue(e.output().text());
            }
            default -> throw new IllegalArgumentException("no event of a chain: " + event);
        }
    }

    /** Checks what {@link JsonText#checked} checks, without its messages. */
    static String checked(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean valid = switch (token) {
                    case PROPERTY_NAME -> JsonText.unstorable(parser.currentName()) == null;
                    case VALUE_STRING -> JsonText.unstorable(parser.getString()) == null;
                    case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Numbers.isWithinLimits(parser.getString());
                    default -> true;
                };
                if (!valid) {
                    throw new IllegalArgumentException("not storable: " + token);
                }
            }
        }
        return text.strip();
    }
}
