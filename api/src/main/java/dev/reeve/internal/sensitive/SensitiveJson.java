package dev.reeve.internal.sensitive;

import dev.reeve.Json;
import dev.reeve.internal.values.Limits;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Finds the sensitive values of a payload, and masks them. Goes through its text once, without a tree, and copies
 * numbers as they are written.
 */
public final class SensitiveJson {

    /** Stored payloads are within the limits, and outputs that are made of several may go deeper. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(2 * Limits.DEFAULT.depth())
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final Json MASKED = new Json("\"" + SensitiveValues.MASK + "\"");

    private SensitiveJson() {}

    /** Adds the values at sensitive places. */
    public static void collect(Json payload, SensitivePlace place, SensitiveValues into) {
        if (place.isPlain()) {
            return;
        }
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), payload.text())) {
            in.nextToken();
            collect(in, place, false, null, into);
        } catch (JacksonException e) {
            throw new IllegalStateException("a stored payload is not JSON", e);
        }
    }

    // the depth is bounded by the parser
    private static void collect(
            JsonParser in, SensitivePlace place, boolean within, @Nullable String name, SensitiveValues into) {
        boolean sensitive = within || place.isSensitive();
        if (!sensitive && place.isPlain()) {
            in.skipChildren();
            return;
        }
        switch (in.currentToken()) {
            case START_OBJECT -> {
                while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                    String member = in.currentName();
                    in.nextToken();
                    collect(in, sensitive ? SensitivePlace.plain() : place.member(member), sensitive, member, into);
                }
            }
            case START_ARRAY -> {
                for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
                    collect(in, sensitive ? SensitivePlace.plain() : place.element(i), sensitive, name, into);
                }
            }
            case VALUE_STRING -> {
                if (sensitive) {
                    into.addText(in.getString(), name);
                }
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                if (sensitive) {
                    into.addNumber(in.getString(), name);
                }
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                if (sensitive) {
                    into.addTruth(in.getString(), name);
                }
            }
            default -> {
                // null tells nothing
            }
        }
    }

    /**
     * The payload with {@link SensitiveValues#MASK} for all that is at a sensitive place, or is one of the values. A
     * payload in which nothing is masked is returned as it is.
     */
    public static Json masked(Json payload, SensitivePlace place, SensitiveValues values) {
        if (place.isSensitive()) {
            return MASKED;
        }
        if (place.isPlain() && values.isEmpty()) {
            return payload;
        }
        StringWriter text = new StringWriter();
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), payload.text());
                JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            in.nextToken();
            Copy copy = new Copy(in, out, values);
            copy.value(place, null);
            out.flush();
            return copy.changed ? new Json(text.toString()) : payload;
        } catch (JacksonException e) {
            return MASKED;
        }
    }

    /** Copies a value, except for what it masks. */
    private static final class Copy {

        private final JsonParser in;
        private final JsonGenerator out;
        private final SensitiveValues values;
        private boolean changed;

        Copy(JsonParser in, JsonGenerator out, SensitiveValues values) {
            this.in = in;
            this.out = out;
            this.values = values;
        }

        void value(SensitivePlace place, @Nullable String name) {
            if (place.isSensitive()) {
                in.skipChildren();
                mask();
                return;
            }
            switch (in.currentToken()) {
                case START_OBJECT -> object(place);
                case START_ARRAY -> {
                    out.writeStartArray();
                    for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
                        value(place.element(i), name);
                    }
                    out.writeEndArray();
                }
                case VALUE_STRING -> {
                    String text = in.getString();
                    String masked = values.has(text, name) ? SensitiveValues.MASK : values.masked(text);
                    changed |= !masked.equals(text);
                    out.writeString(masked);
                }
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                    String number = in.getString();
                    if (values.hasNumber(number, name)) {
                        mask();
                    } else {
                        out.writeRawValue(number);
                    }
                }
                case VALUE_TRUE, VALUE_FALSE -> {
                    if (values.has(in.getString(), name)) {
                        mask();
                    } else {
                        out.writeBoolean(in.getBooleanValue());
                    }
                }
                default -> out.writeNull();
            }
        }

        private void object(SensitivePlace place) {
            out.writeStartObject();
            @Nullable Set<String> used = null;
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = in.currentName();
                String masked = values.masked(name);
                if (!masked.equals(name)) {
                    changed = true;
                    used = used == null ? new HashSet<>() : used;
                    String unique = masked;
                    for (int i = 2; !used.add(unique); i = used.size() + 1) {
                        unique = masked + " " + i;
                    }
                    masked = unique;
                }
                out.writeName(masked);
                in.nextToken();
                value(place.member(name), name);
            }
            out.writeEndObject();
        }

        private void mask() {
            changed = true;
            out.writeString(SensitiveValues.MASK);
        }
    }
}
