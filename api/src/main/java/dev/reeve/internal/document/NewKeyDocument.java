package dev.reeve.internal.document;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A new key.
 *
 * @param name its name
 * @param key the key, which nobody can read again
 * @param expires when it expires; without a value never
 */
public record NewKeyDocument(
        String name, String key, @Nullable Instant expires) implements Document {}
