package dev.reeve.internal.model.expression;

import java.util.AbstractMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adapts a scope to the library. Reads from the scope only the values that are asked for. */
final class ScopeMap extends AbstractMap<String, @Nullable Object> {

    /** All names that a scope may have. */
    static final List<String> NAMES =
            List.of("input", "steps", "execution", "outcome", "item", "index", "output", "round", "previous");

    private final Scope scope;

    ScopeMap(Scope scope) {
        this.scope = scope;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return key instanceof String name ? scope.value(name) : null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && scope.has(name);
    }

    @Override
    public Set<Entry<String, @Nullable Object>> entrySet() {
        Set<Entry<String, @Nullable Object>> entries = new LinkedHashSet<>();
        for (String name : NAMES) {
            if (scope.has(name)) {
                entries.add(new SimpleImmutableEntry<>(name, scope.value(name)));
            }
        }
        return entries;
    }
}
