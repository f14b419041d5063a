package dev.reeve.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Which members each type has in JSON: the list beside this class, which the documentation repeats. Members that are
 * not on it are not written, so that a new component of a record, such as a secret, shows only on purpose.
 */
final class JsonShapes {

    private static final Map<String, List<String>> MEMBERS = read();

    private JsonShapes() {}

    static List<String> members(Class<?> type) {
        List<String> members = MEMBERS.get(name(type));
        if (members == null) {
            throw new IllegalStateException("json-shapes.txt has no line for " + name(type));
        }
        return members;
    }

    /** Without the package, and with the type around it: {@code Event.StepReady}. */
    static String name(Class<?> type) {
        return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
    }

    private static Map<String, List<String>> read() {
        try (InputStream text = Objects.requireNonNull(
                JsonShapes.class.getResourceAsStream("json-shapes.txt"), "json-shapes.txt is beside this class")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(": ?", 2))
                    .collect(Collectors.toUnmodifiableMap(
                            line -> line[0], line -> Arrays.asList(line[1].split(" ", -1))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
