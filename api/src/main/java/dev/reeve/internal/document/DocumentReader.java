package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the documents that {@link DocumentWriter} writes. Payloads keep their text. Members that the type does not have
 * are ignored, because a newer server may write more. For one thread.
 */
public final class DocumentReader {

    /** Around the deepest payload, documents have only a few levels of their own. */
    private static final int DEPTH_MAX = Limits.DEFAULT.depth() + 50;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(Limits.DEFAULT.numberLength())
                    .build())
            .build();

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private final String text;
    private final JsonParser parser;

    private DocumentReader(String text, JsonParser parser) {
        this.text = text;
        this.parser = parser;
    }

    /**
     * @throws MalformedDocumentException if the text is no such document
     */
    public static <T extends Document> T read(String text, Class<T> type) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            DocumentReader reader = new DocumentReader(text, parser);
            parser.nextToken();
            T document = type.cast(reader.present(type));
            if (parser.nextToken() != null) {
                throw reader.malformed("one document", "more after it");
            }
            return document;
        } catch (JacksonException e) {
            throw new MalformedDocumentException("not valid JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The value at the current token, which must not be null. */
    private Object present(Type type) {
        Object value = value(type);
        if (value == null) {
            throw malformed("a value", "null");
        }
        return value;
    }

    private @Nullable Object value(Type type) {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw malformed("a document", "nothing");
        }
        if (type == Json.class) {
            return payload();
        }
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return generic.getRawType() == List.class ? list(arguments[0]) : map(arguments[1]);
        }
        Class<?> named = (Class<?>) type;
        if (named == EventDocument.class) {
            return event();
        }
        if (!Document.class.isAssignableFrom(named)) {
            return simple(named);
        }
        if (named.isSealed()) {
            return document(ofKind(named));
        }
        expect(JsonToken.START_OBJECT, "an object");
        return document(named);
    }

    private Object simple(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
            return parser.getIntValue();
        }
        if (type == long.class || type == Long.class) {
            expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
            return parser.getLongValue();
        }
        if (type == double.class || type == Double.class) {
            if (!parser.currentToken().isNumeric()) {
                throw malformed("a number", String.valueOf(parser.currentToken()));
            }
            return parser.getDoubleValue();
        }
        if (type == boolean.class || type == Boolean.class) {
            if (!parser.currentToken().isBoolean()) {
                throw malformed("true or false", String.valueOf(parser.currentToken()));
            }
            return parser.getBooleanValue();
        }
        expect(JsonToken.VALUE_STRING, "a string");
        String found = parser.getString();
        if (type.isEnum()) {
            return constant(type, found);
        }
        Function<String, Object> from = reader(type);
        try {
            return from.apply(found);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw malformed(type.getSimpleName(), "'" + shown(found) + "'");
        }
    }

    private static Function<String, Object> reader(Class<?> type) {
        if (type == String.class) {
            return text -> text;
        } else if (type == ExecutionId.class) {
            return ExecutionId::parse;
        } else if (type == StepPath.class) {
            return StepPath::parse;
        } else if (type == Instant.class) {
            return Instant::parse;
        } else if (type == Duration.class) {
            return DocumentReader::duration;
        } else if (type == ZoneId.class) {
            return ZoneId::of;
        }
        throw new IllegalStateException("no value of a document: " + type);
    }

    /** As written, or as people write it: {@code 30s}. */
    private static Duration duration(String text) {
        return text.startsWith("P") || text.startsWith("-") ? Duration.parse(text) : Durations.parse(text);
    }

    private Object constant(Class<?> type, String found) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(found)) {
                return constant;
            }
        }
        throw malformed("one of " + Arrays.toString(type.getEnumConstants()), "'" + shown(found) + "'");
    }

    private Json payload() {
        return new Json(JsonText.value(parser, text));
    }

    private List<Object> list(Type element) {
        expect(JsonToken.START_ARRAY, "a list");
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(present(element));
        }
        return Collections.unmodifiableList(list);
    }

    private Map<String, Object> map(Type element) {
        expect(JsonToken.START_OBJECT, "an object");
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            map.put(name, present(element));
        }
        return Collections.unmodifiableMap(map);
    }

    /** Reads the member {@code kind}, which is the first one. */
    private String kind() {
        expect(JsonToken.START_OBJECT, "an object");
        boolean first = parser.nextToken() == JsonToken.PROPERTY_NAME
                && "kind".equals(parser.currentName())
                && parser.nextToken() == JsonToken.VALUE_STRING;
        if (!first) {
            throw malformed("the member kind before all others", String.valueOf(parser.currentName()));
        }
        return parser.getString();
    }

    private Class<?> ofKind(Class<?> sealed) {
        String kind = kind();
        for (Class<?> each : sealed.getPermittedSubclasses()) {
            if (EventDocument.kind(each).equals(kind)) {
                return each;
            }
        }
        throw unknownKind(kind);
    }

    private MalformedDocumentException unknownKind(String kind) {
        return malformed("a kind that this release knows", "'%s': use a newer release".formatted(shown(kind)));
    }

    private EventDocument event() {
        String kind = kind();
        Map<String, EventDocument.Member> known = EventDocument.membersOf(kind).orElseThrow(() -> unknownKind(kind));
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("kind", kind);
        known.keySet().forEach(name -> members.put(name, null));
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            EventDocument.Member member = known.get(parser.currentName());
            parser.nextToken();
            if (member == null) {
                parser.skipChildren();
            } else {
                members.put(member.name(), value(member.type()));
            }
        }
        known.values().forEach(member -> {
            if (!member.optional() && members.get(member.name()) == null) {
                throw malformed("the member " + member.name(), "none");
            }
        });
        return new EventDocument(members);
    }

    /** The members that follow, as the record of this type. */
    private Object document(Class<?> type) {
        Shape shape = SHAPES.get(type);
        @Nullable Object[] values = new Object[shape.components.size()];
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            int index = shape.indexOf(parser.currentName());
            parser.nextToken();
            if (index < 0) {
                parser.skipChildren();
            } else {
                values[index] = value(shape.components.get(index).getGenericType());
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null && !isOptional(shape.components.get(i).getAnnotatedType())) {
                throw malformed("the member " + shape.components.get(i).getName(), "none");
            }
        }
        return shape.create(values, this);
    }

    static boolean isOptional(AnnotatedElement type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    private void expect(JsonToken token, String expected) {
        if (parser.currentToken() != token) {
            throw malformed(expected, String.valueOf(parser.currentToken()));
        }
    }

    private MalformedDocumentException malformed(String expected, String found) {
        return new MalformedDocumentException("at '%s': expected %s, found %s"
                .formatted(shown(String.valueOf(parser.streamReadContext().pathAsPointer())), expected, found));
    }

    /** Texts of a server, which may be hostile, in messages. */
    private static String shown(String text) {
        String printable = text.codePoints()
                .limit(100)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.length() < text.length() ? printable + "…" : printable;
    }

    /** A record that is a document. */
    private record Shape(Class<?> type, List<RecordComponent> components, Map<String, Integer> indexes) {

        static Shape of(Class<?> type) {
            List<RecordComponent> components = List.of(type.getRecordComponents());
            Map<String, Integer> indexes = new LinkedHashMap<>();
            for (int i = 0; i < components.size(); i++) {
                indexes.put(components.get(i).getName(), i);
            }
            return new Shape(type, components, indexes);
        }

        int indexOf(String name) {
            return indexes.getOrDefault(name, -1);
        }

        Object create(@Nullable Object[] values, DocumentReader reader) {
            try {
                return type.getDeclaredConstructor(components.stream()
                                .map(RecordComponent::getType)
                                .toArray(Class<?>[]::new))
                        .newInstance(values);
            } catch (InvocationTargetException e) {
                throw reader.malformed("a " + type.getSimpleName(), String.valueOf(e.getCause()));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("documents are public records: " + type, e);
            }
        }
    }
}
