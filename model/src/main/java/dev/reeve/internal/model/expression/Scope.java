package dev.reeve.internal.model.expression;

import org.jspecify.annotations.Nullable;

/**
 * The data that an expression can access. The names are {@code input}, {@code steps}, {@code execution} and
 * {@code outcome}. A step with {@code forEach} adds the name of the item and {@code index}; a step with {@code repeat}
 * adds {@code output} and {@code round}.
 *
 * <p>Values are JSON values: {@link java.util.Map} with String keys, {@link java.util.List}, String, Number, Boolean
 * and null. A map may be lazy: it computes only what an expression reads. Expressions never modify values.
 */
public interface Scope {

    /** Knows no name. */
    Scope NOTHING = new Scope() {
        @Override
        public @Nullable Object value(String name) {
            return null;
        }

        @Override
        public boolean has(String name) {
            return false;
        }
    };

    /** The value of a name; null if the value is JSON null or the name is not known. */
    @Nullable Object value(String name);

    /** Whether the name is known. A name that is not known is undefined, which differs from null. */
    boolean has(String name);
}
