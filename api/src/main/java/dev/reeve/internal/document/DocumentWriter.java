package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
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

    /** Reflection makes the components of a record anew for each call, and large documents have many records. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private final JsonGenerator json;
    private final DocumentMask mask;
    private final List<Document> owners = new ArrayList<>();

    private DocumentWriter(JsonGenerator json, DocumentMask mask) {
        this.json = json;
        this.mask = mask;
    }

    /** This document on one line. */
    public static String write(Document document) {
        return write(document, DocumentMask.NONE);
    }

    /** This document on one line, without what its reader may not see. */
    public static String write(Document document, DocumentMask mask) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            new DocumentWriter(json, mask).value(document);
        }
        return text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case Document document -> {
                owners.add(document);
                document(document);
                owners.removeLast();
            }
            // A raw line break can only stand between JSON values, where a space is equivalent.
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

    /** Texts by name, such as labels. */
    private void members(Map<?, ?> members) {
        json.writeStartObject();
        members.forEach((name, each) -> member(String.valueOf(name), each));
        json.writeEndObject();
    }

    /** A member of a document, as its reader may see it. */
    private void shown(String name, @Nullable Object value) {
        member(
                name,
                switch (value) {
                    case Json payload -> mask.payload(owners, name, payload);
                    case String text -> mask.text(owners, name, text);
                    case null, default -> value;
                });
    }

    private void document(Document document) {
        json.writeStartObject();
        if (document instanceof EventDocument event) {
            event.members().forEach(this::shown);
            json.writeEndObject();
            return;
        }
        if (isOneOfSeveral(document.getClass())) {
            String name = document.getClass().getSimpleName();
            member("kind", name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
        }
        for (RecordComponent component : COMPONENTS.get(document.getClass())) {
            shown(component.getName(), read(document, component));
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
