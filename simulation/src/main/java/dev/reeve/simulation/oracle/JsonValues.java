package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.Limits;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as Java values. */
final class JsonValues {

    private JsonValues() {}

    /** Equal JSON: numbers by value, members in any order. */
    static boolean same(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Number x && b instanceof Number y) {
            return new BigDecimal(x.toString()).compareTo(new BigDecimal(y.toString())) == 0;
        }
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            return x.keySet().equals(y.keySet())
                    && x.keySet().stream().allMatch(name -> same(x.get(name), y.get(name)));
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            boolean same = x.size() == y.size();
            for (int i = 0; same && i < x.size(); i++) {
                same = same(x.get(i), y.get(i));
            }
            return same;
        }
        return a == null ? b == null : a.equals(b);
    }

    /** Whether the value matches the schema. Without a schema every value does. */
    static boolean isValid(@Nullable JsonSchema schema, @Nullable Object value) {
        return schema == null || schema.check("value", Json.of(value)).isEmpty();
    }

    static boolean isTooLarge(Json json) {
        return json.text().getBytes(StandardCharsets.UTF_8).length > Limits.DEFAULT.payloadBytes();
    }
}
