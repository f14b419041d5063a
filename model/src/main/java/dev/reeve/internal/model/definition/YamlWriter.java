package dev.reeve.internal.model.definition;

import dev.reeve.internal.values.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes data as readable YAML: one member per line, short lists and objects on one line, and quotes only where a
 * reader might mistake a string for another type.
 */
final class YamlWriter {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_](?:[A-Za-z0-9_./-]| (?![#]))*|[0-9]+(?:ms|s|m|h|d)");
    private static final Pattern NOT_PLAIN =
            Pattern.compile("true|false|null|yes|no|on|off|y|n|.* ", Pattern.CASE_INSENSITIVE);
    private static final int LINE_LENGTH = 100;
    private static final int PLAIN_MAX = 1_000;
    private static final int SIMPLE_KEY_MAX = 1_000;

    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    static String write(Map<String, @Nullable Object> tree) {
        YamlWriter writer = new YamlWriter();
        writer.members(tree, 0);
        return writer.out.toString();
    }

    private void members(Map<?, ?> members, int indent) {
        members.forEach((name, value) -> {
            out.append(" ".repeat(indent))
                    .append(key((String) name, "\n" + " ".repeat(indent)))
                    .append(':');
            value(value, indent);
        });
    }

    private void value(@Nullable Object value, int indent) {
        String flow = flow(value);
        boolean empty = flow.length() <= 2;
        boolean isMap = value instanceof Map;
        boolean block =
                !empty && ((isMap && indent == 0) || ((isMap || value instanceof List) && isLong(flow, indent)));
        if (!block) {
            out.append(' ').append(flow).append('\n');
        } else if (value instanceof Map<?, ?> members) {
            out.append('\n');
            members(members, indent + 2);
        } else if (value instanceof List<?> elements) {
            out.append('\n');
            for (Object element : elements) {
                out.append(" ".repeat(indent + 2))
                        .append("- ")
                        .append(flow(element))
                        .append('\n');
            }
        }
    }

    private static boolean isLong(String flow, int indent) {
        return indent + flow.length() > LINE_LENGTH || indent == 2;
    }

    private static String flow(@Nullable Object value) {
        return switch (value) {
            case String text -> text(text);
            case Map<?, ?> members -> {
                StringBuilder flow = new StringBuilder("{");
                String between = " ";
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    flow.append(between)
                            .append(key((String) member.getKey(), " "))
                            .append(": ");
                    flow.append(flow(member.getValue()));
                    between = ", ";
                }
                yield flow.append(members.isEmpty() ? "}" : " }").toString();
            }
            case List<?> elements -> {
                StringBuilder flow = new StringBuilder("[");
                String between = "";
                for (Object element : elements) {
                    flow.append(between).append(flow(element));
                    between = ", ";
                }
                yield flow.append(']').toString();
            }
            case null, default -> new JsonWriter().value(value).finish("value");
        };
    }

    /** YAML searches for the colon after a key only within 1,024 characters, unless the key is marked explicitly. */
    private static String key(String name, String end) {
        String key = text(name);
        return key.length() > SIMPLE_KEY_MAX ? "? " + key + end : key;
    }

    private static String text(String text) {
        // a long text would exhaust the stack of the matcher
        if (text.length() <= PLAIN_MAX
                && PLAIN.matcher(text).matches()
                && !NOT_PLAIN.matcher(text).matches()) {
            return text;
        }
        String json = new JsonWriter().string(text).finish("text");
        StringBuilder escaped = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            // characters that JSON accepts and YAML does not, or would take for the end of a line
            boolean unprintable = (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffe;
            escaped.append(unprintable ? "\\u%04x".formatted((int) c) : String.valueOf(c));
        }
        return escaped.toString();
    }
}
