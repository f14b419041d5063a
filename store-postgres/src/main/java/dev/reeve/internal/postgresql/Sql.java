package dev.reeve.internal.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement with named parameters, made of named blocks in {@code sql/*.sql}. These files contain every statement of
 * the store. Immutable.
 *
 * @param text for JDBC, with a question mark for each parameter
 * @param names of the parameters, in the order of the question marks; a name may occur more than once
 */
record Sql(String text, List<String> names) {

    private static final List<String> FILES =
            List.of("commit", "lane", "store", "outbox", "schedule", "session", "retention", "migration");

    /** A colon and a name; not a cast, which has two colons. */
    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z][a-z0-9_]*)");

    private static final Pattern NAME_LINE = Pattern.compile("-- name: ([A-Za-z.]+)");

    private static final Map<String, String> BLOCKS = load();

    Sql {
        names = List.copyOf(names);
    }

    /**
     * One statement of these blocks, in this order.
     *
     * @throws IllegalArgumentException if a block does not exist
     */
    static Sql of(String... blocks) {
        StringBuilder source = new StringBuilder();
        for (String block : blocks) {
            String text = BLOCKS.get(block);
            if (text == null) {
                throw new IllegalArgumentException("no SQL block named " + block + " in " + FILES);
            }
            source.append(source.isEmpty() ? "" : "\n").append(text);
        }
        List<String> names = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        Matcher matcher = PARAMETER.matcher(source);
        while (matcher.find()) {
            names.add(matcher.group(1));
            matcher.appendReplacement(text, "?");
        }
        matcher.appendTail(text);
        return new Sql(text.toString(), names);
    }

    /** The names of all blocks. */
    static List<String> blocks() {
        return List.copyOf(BLOCKS.keySet());
    }

    private static Map<String, String> load() {
        Map<String, String> blocks = new HashMap<>();
        for (String file : FILES) {
            parse(file, read("sql/" + file + ".sql"), blocks);
        }
        return blocks;
    }

    private static void parse(String file, String source, Map<String, String> blocks) {
        String name = null;
        StringBuilder text = new StringBuilder();
        for (String line : source.lines().toList()) {
            Matcher matcher = NAME_LINE.matcher(line);
            if (matcher.matches()) {
                keep(file, name, text, blocks);
                name = matcher.group(1);
            } else if (!line.isBlank() && !line.strip().startsWith("--")) {
                text.append(text.isEmpty() ? "" : "\n").append(line);
            }
        }
        keep(file, name, text, blocks);
    }

    private static void keep(String file, @Nullable String name, StringBuilder text, Map<String, String> blocks) {
        if (name == null && !text.isEmpty()) {
            throw new IllegalStateException("SQL before the first name in " + file + ".sql: " + text);
        }
        if (name != null && (text.isEmpty() || blocks.put(name, text.toString()) != null)) {
            throw new IllegalStateException("SQL block %s in %s.sql is empty or twice there".formatted(name, file));
        }
        text.setLength(0);
    }

    /** A resource of this package. */
    static String read(String resource) {
        try (InputStream in = Objects.requireNonNull(Sql.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
