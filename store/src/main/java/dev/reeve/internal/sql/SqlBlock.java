package dev.reeve.internal.sql;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One named block of a {@linkplain SqlFile SQL file}. Immutable.
 *
 * @param name such as {@code lane.fence}
 * @param parameters as the line of the name lists them; null if it has no list
 * @param text without comments and empty lines; parameters are {@code :name}
 */
public record SqlBlock(String name, @Nullable List<String> parameters, String text) {

    /** A colon and a name; not a cast, which has two colons. */
    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z][a-z0-9_]*)");

    public SqlBlock {
        parameters = parameters == null ? null : List.copyOf(parameters);
    }

    /** The listed parameters, in the order of the list. */
    public List<String> listed() {
        return Objects.requireNonNull(parameters, () -> name + " lists no parameters");
    }

    /**
     * Replaces the parameters of an SQL text.
     *
     * @param placeholder turns a name into what the driver expects; called in the order of the text
     */
    public static String replaceParameters(CharSequence text, UnaryOperator<String> placeholder) {
        return PARAMETER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(placeholder.apply(found.group(1))));
    }
}
