package dev.reeve.internal.model.expression;

import dev.reeve.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A scope over fixed data. */
public record TestScope(Map<String, @Nullable Object> values) implements Scope {

    /** From JSON, for example <code>{"input": {"a": 1}}</code>. */
    @SuppressWarnings("unchecked")
    public static TestScope of(String json) {
        Object value = new Json(json).value();
        return new TestScope(new LinkedHashMap<>((Map<String, @Nullable Object>) (Map<?, ?>) (Map<String, ?>) value));
    }

    @Override
    public @Nullable Object value(String name) {
        return values.get(name);
    }

    @Override
    public boolean has(String name) {
        return values.containsKey(name);
    }
}
