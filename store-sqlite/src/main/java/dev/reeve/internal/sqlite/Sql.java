package dev.reeve.internal.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One named block of SQL from a resource. Its parameters have names in the resource. In the statement they are numbered
 * from 1, in the order in which the block's first line lists them. Immutable.
 *
 * @param name such as {@code lane.fence}
 * @param parameters in the order of their numbers
 * @param text with {@code ?1}, {@code ?2} … for the parameters
 */
record Sql(String name, List<String> parameters, String text) {

    private static final Pattern HEAD = Pattern.compile("-- name: ([A-Za-z.]+) \\(([a-z_, ]*)\\)");
    private static final Pattern PARAMETER = Pattern.compile(":([a-z_]+)");

    Sql {
        parameters = List.copyOf(parameters);
    }

    /** This block followed by another one, which has the same parameters. */
    Sql with(Sql rest) {
        if (!parameters.equals(rest.parameters)) {
            throw new IllegalArgumentException("%s and %s: expected the same parameters, found %s and %s"
                    .formatted(name, rest.name, parameters, rest.parameters));
        }
        return new Sql(name, parameters, text + "\n" + rest.text);
    }

    /** The blocks of {@code sql/file} by their names. */
    static Map<String, Sql> load(String file) {
        Map<String, StringBuilder> texts = new LinkedHashMap<>();
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        for (String line : resource("sql/" + file).lines().toList()) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                text = new StringBuilder();
                if (texts.put(head.group(1), text) != null) {
                    throw new IllegalStateException("%s: two blocks named %s".formatted(file, head.group(1)));
                }
                String list = head.group(2).strip();
                parameters.put(head.group(1), list.isEmpty() ? List.of() : List.of(list.split(", *")));
            } else if (!line.startsWith("--")) {
                text.append(line).append('\n');
            }
        }
        Map<String, Sql> blocks = new LinkedHashMap<>();
        texts.forEach((name, body) -> blocks.put(name, block(name, parameters.getOrDefault(name, List.of()), body)));
        return blocks;
    }

    private static Sql block(String name, List<String> parameters, CharSequence body) {
        Set<String> unknown = new HashSet<>();
        String text = PARAMETER.matcher(body).replaceAll(match -> {
            int number = parameters.indexOf(match.group(1)) + 1;
            if (number == 0) {
                unknown.add(match.group(1));
            }
            return "?" + number;
        });
        if (!unknown.isEmpty()) {
            throw new IllegalStateException("%s: these parameters are not in its list: %s".formatted(name, unknown));
        }
        return new Sql(name, parameters, text.strip());
    }

    /** A resource of this package. */
    static String resource(String path) {
        try (InputStream in = Sql.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(
                        "The resource %s is missing from the module store-sqlite: its jar is incomplete."
                                .formatted(path));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
