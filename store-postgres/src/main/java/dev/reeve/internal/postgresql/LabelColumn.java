package dev.reeve.internal.postgresql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Labels as a JSON object of strings. */
final class LabelColumn {

    private static final JsonFactory JSON = new JsonFactory();

    /** Nearly every execution has no labels. */
    private static final byte[] NONE = "{}".getBytes(StandardCharsets.UTF_8);

    private LabelColumn() {}

    /** In UTF-8. The array is shared and must not be written to. */
    static byte[] write(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return NONE;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(128);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            labels.forEach(json::writeStringProperty);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    static Map<String, String> read(String text) {
        if (text.equals("{}")) {
            return Map.of();
        }
        Map<String, String> labels = new HashMap<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                labels.put(name, json.getString());
            }
        } catch (JacksonException e) {
            throw PostgresErrors.unusable(
                    "execution.labels: expected a JSON object of strings, found %s".formatted(text));
        }
        return labels;
    }
}
