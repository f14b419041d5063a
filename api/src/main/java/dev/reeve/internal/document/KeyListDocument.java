package dev.reeve.internal.document;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a server's callers.
 *
 * @param keys by name
 */
public record KeyListDocument(List<Item> keys) implements Document {

    /**
     * A key.
     *
     * @param name its name, which is recorded as the actor
     * @param prefix the first part of the key, by which it is recognised
     * @param grants the roles by namespace
     * @param expires when it expires; without a value never
     * @param lastUse when it was last used, up to a minute earlier than it was; without a value never
     */
    public record Item(
            String name,
            String prefix,
            List<Grant> grants,
            @Nullable Instant expires,
            @Nullable Instant lastUse) implements Document {}

    /**
     * Roles in a namespace.
     *
     * @param namespace the namespace; a star stands for all of them
     * @param roles the names of the roles
     */
    public record Grant(String namespace, List<String> roles) implements Document {}
}
