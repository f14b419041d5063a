package dev.reeve.internal.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An SQL file beside a class: blocks, each after a line with its name and perhaps its parameters.
 *
 * <pre>{@code
 * -- name: lane.fence (node, lane, incarnation)
 * UPDATE lane SET ...
 * }</pre>
 */
public final class SqlFile {

    private static final Pattern NAME = Pattern.compile("-- name: ([A-Za-z.]+)(?: \\(([a-z_, ]*)\\))?");

    private final String path;
    private final Map<String, SqlBlock> blocks = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable String name;
    private @Nullable List<String> parameters;

    private SqlFile(String path) {
        this.path = path;
    }

    /**
     * The blocks of a file by their names, in their order.
     *
     * @param path relative to the package of {@code beside}
     * @throws IllegalStateException if the file is missing, or a block has no name, no text, a name that is not
     *     one, or the name of another one
     */
    public static Map<String, SqlBlock> blocks(Class<?> beside, String path) {
        SqlFile file = new SqlFile(path);
        text(beside, path).lines().forEach(file::read);
        file.endBlock();
        return file.blocks;
    }

    /**
     * The text of a resource.
     *
     * @param path relative to the package of {@code beside}
     * @throws IllegalStateException if it is missing
     */
    public static String text(Class<?> beside, String path) {
        try (InputStream in = beside.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("The resource %s is missing beside %s: the jar is incomplete."
                        .formatted(path, beside.getName()));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    private void read(String line) {
        Matcher matcher = NAME.matcher(line);
        if (matcher.matches()) {
            endBlock();
            name = matcher.group(1);
            parameters = list(matcher.group(2));
        } else if (line.startsWith("-- name:")) {
            throw new IllegalStateException(
                    "'%s' in %s names no block: a name has letters and points only".formatted(line, path));
        } else if (!line.isBlank() && !line.strip().startsWith("--")) {
            text.append(text.isEmpty() ? "" : "\n").append(line);
        }
    }

    private static @Nullable List<String> list(@Nullable String names) {
        if (names == null) {
            return null;
        }
        String list = names.strip();
        return list.isEmpty() ? List.of() : List.of(list.split(", *", -1));
    }

    private void endBlock() {
        if (name == null) {
            if (!text.isEmpty()) {
                throw new IllegalStateException("SQL before the first name in %s: %s".formatted(path, text));
            }
        } else if (text.isEmpty()
                || blocks.put(
                                name,
                                new SqlBlock(name, parameters, text.toString().strip()))
                        != null) {
            throw new IllegalStateException("SQL block %s in %s is empty or twice there".formatted(name, path));
        }
        text.setLength(0);
    }
}
