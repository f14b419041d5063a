package dev.reeve.model;

import org.jspecify.annotations.Nullable;

/**
 * What an expression can see. The known names are {@code input}, {@code steps}, {@code execution} and {@code outcome}; in a step
 * with {@code forEach} the name of the item and {@code index}, and in one with {@code repeat} {@code output} and {@code round}.
 *
 * <p>Values are what JSON can hold: {@link java.util.Map} with String keys, {@link java.util.List}, String, Number, Boolean
 * and null. A map may be lazy: only what an expression asks for is computed. An expression changes none of them.
 */
public interface Scope {

    /** The value of a name; null if it is JSON null, or if there is no such name. */
    @Nullable Object value(String name);

    /** Whether the name is known here. A name that is not known is undefined, which differs from null. */
    boolean has(String name);
}
