package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes documents as JSON. Refuses values of other types, so that none gets into a document unnoticed. For one
 * thread.
 */
public final class DocumentWriter {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Stands for a payload that the reader may not see. */
    public static final String MASK = "(masked)";

    private final JsonGenerator json;
    private final boolean masking;

    private DocumentWriter(JsonGenerator json, boolean masking) {
        this.json = json;
        this.masking = masking;
    }

    /** This document on one line. */
    public static String write(Document document) {
        return write(document, false);
    }

    /** This document on one line, with {@link #MASK} for each payload. */
    public static String writeMasked(Document document) {
        return write(document, true);
    }

    private static String write(Document document, boolean masking) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            new DocumentWriter(json, masking).value(document);
        }
        return text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case EventDocument event -> members(event.members());
            case Document document -> document(document);
            // A raw line break can only stand between JSON values, where a space is equivalent.
            case Json payload when masking -> json.writeString(MASK);
            case Json payload ->
                json.writeRawValue(payload.text().replace('\n', ' ').replace('\r', ' '));
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case Boolean truth -> json.writeBoolean(truth);
            case String text -> json.writeString(text);
            case Enum<?> constant -> json.writeString(constant.name());
            case ExecutionId id -> json.writeString(id.toString());
            case StepPath path -> json.writeString(path.toString());
            case Instant instant -> json.writeString(instant.toString());
            case Duration duration -> json.writeString(duration.toString());
            case ZoneId zone -> json.writeString(zone.getId());
            case List<?> list -> list(list);
            case Map<?, ?> map -> members(map);
            default -> throw new IllegalStateException("no value of a document: " + value.getClass());
        }
    }

    private void list(List<?> list) {
        json.writeStartArray();
        list.forEach(this::value);
        json.writeEndArray();
    }

    private void members(Map<?, ?> members) {
        json.writeStartObject();
        members.forEach((name, each) -> member(String.valueOf(name), each));
        json.writeEndObject();
    }

    private void document(Document document) {
        json.writeStartObject();
        if (isOneOfSeveral(document.getClass())) {
            String name = document.getClass().getSimpleName();
            member("kind", name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
        }
        for (RecordComponent component : document.getClass().getRecordComponents()) {
            member(component.getName(), read(document, component));
        }
        json.writeEndObject();
    }

    /** Whether documents of this type have a {@code kind}. */
    private static boolean isOneOfSeveral(Class<?> type) {
        return Arrays.stream(type.getInterfaces()).anyMatch(Class::isSealed);
    }

    private void member(String name, @Nullable Object value) {
        if (value != null) {
            json.writeName(name);
            value(value);
        }
    }

    private static @Nullable Object read(Document document, RecordComponent component) {
        try {
            return component.getAccessor().invoke(document);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("documents are public records: " + document.getClass(), e);
        }
    }
}
