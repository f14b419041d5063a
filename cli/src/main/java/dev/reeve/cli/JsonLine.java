package dev.reeve.cli;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes API values as JSON on one line, with the API's own names. A record of a sealed type has its type in
 * {@code kind}. Payloads are written as stored, of any size. For one thread.
 */
final class JsonLine {

    private final StringBuilder line = new StringBuilder();

    private JsonLine() {}

    static String of(Object item) {
        JsonLine json = new JsonLine();
        json.value(item);
        return json.line.toString();
    }

    private void value(@Nullable Object item) {
        switch (item) {
            case null -> line.append("null");
            case Number number -> line.append(number);
            case Boolean truth -> line.append(truth);
            // A raw line break can only stand between JSON values, where a space is equivalent.
            case Json json -> line.append(json.text().replace('\n', ' ').replace('\r', ' '));
            case Enum<?> constant -> quote(constant.name());
            case ExecutionId id -> quote(id.toString());
            case StepPath path -> quote(path.toString());
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case Record record -> members(record);
            // Strings, and values written as strings: instants and durations in ISO-8601.
            default -> quote(item.toString());
        }
    }

    private void list(List<?> list) {
        line.append('[');
        String separator = "";
        for (Object each : list) {
            line.append(separator);
            value(each);
            separator = ",";
        }
        line.append(']');
    }

    private void map(Map<?, ?> map) {
        line.append('{');
        map.forEach((name, each) -> member(String.valueOf(name), each));
        line.append('}');
    }

    private void members(Record item) {
        line.append('{');
        for (Class<?> kind : item.getClass().getInterfaces()) {
            if (kind.isSealed()) {
                String name = item.getClass().getSimpleName();
                member("kind", name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
            }
        }
        List<String> shown = JsonShapes.members(item.getClass());
        for (RecordComponent component : item.getClass().getRecordComponents()) {
            if (shown.contains(component.getName())) {
                member(component.getName(), read(item, component));
            }
        }
        line.append('}');
    }

    private void member(String name, @Nullable Object value) {
        if (line.charAt(line.length() - 1) != '{') {
            line.append(',');
        }
        quote(name);
        line.append(':');
        value(value);
    }

    private static @Nullable Object read(Record item, RecordComponent component) {
        try {
            return component.getAccessor().invoke(item);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("records of the API are public: " + item.getClass(), e);
        }
    }

    private void quote(String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> line.append('\\').append(c);
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < ' ') {
                        line.append("\\u%04x".formatted((int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
    }
}
