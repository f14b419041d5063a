package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Utils;
import dev.reeve.internal.values.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code $distinct}. Compares values by a text that is the same for equal values. Values can be crafted to
 * have the same hash, and such values would slow a set down. SubstringFunctions with equal hashes do not.
 */
final class DistinctValues {

    private DistinctValues() {}

    static @Nullable Object of(ExpressionWork work, List<?> args) {
        Object value = args.getFirst();
        if (!(value instanceof List<?> elements) || elements.size() <= 1) {
            return value;
        }
        // Counted twice: once for writing the text, once for the lookup.
        work.deep(elements, 8);
        Set<@Nullable Object> seen = new HashSet<>();
        List<Object> distinct = Utils.isSequence(elements) ? Utils.createSequence() : new ArrayList<>();
        for (Object element : elements) {
            if (seen.add(key(element))) {
                distinct.add(element);
            }
        }
        return distinct;
    }

    private static @Nullable Object key(@Nullable Object value) {
        boolean plain = value == null || value instanceof Boolean || value instanceof String;
        if (plain || isNothing(value) || value instanceof Number || value instanceof List || value instanceof Map) {
            StringBuilder text = new StringBuilder();
            write(value, text);
            return text.toString();
        }
        return value; // a function equals only itself
    }

    private static boolean isNothing(@Nullable Object value) {
        return Jsonata.NULL_VALUE.equals(value);
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case String text ->
                out.append('"').append(text.length()).append(':').append(text);
            case Number number -> out.append(number(number));
            case List<?> elements -> {
                out.append('[');
                for (Object element : elements) {
                    write(element, out);
                    out.append(',');
                }
                out.append(']');
            }
            case Map<?, ?> members -> {
                out.append('{');
                Map<String, Object> sorted = new TreeMap<>();
                members.forEach((name, member) -> sorted.put(String.valueOf(name), member));
                sorted.forEach((name, member) -> {
                    write(name, out);
                    write(member, out);
                });
                out.append('}');
            }
            default -> {
                if (isNothing(value)) {
                    out.append("null");
                } else if (value instanceof Boolean) {
                    out.append(value);
                } else {
                    out.append("function");
                }
            }
        }
    }

    private static String number(Number number) {
        String text = Numbers.text(number);
        return text == null
                ? number.toString()
                : new BigDecimal(text).stripTrailingZeros().toString();
    }
}
