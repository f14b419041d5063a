package dev.reeve.spi.store;

import java.time.Instant;

/**
 * A person's request to remove a definition. Kept after the definition is removed.
 *
 * @param namespace the namespace of the definition
 * @param name the name of the workflow; its groups are part of its definition, and are removed with it
 * @param version the version to remove; other versions stay
 * @param by the actor
 * @param why the actor's reason
 * @param at when, by the store's clock
 */
public record Undeployment(String namespace, String name, int version, String by, String why, Instant at) {

    /**
     * The executions pinned to a definition.
     *
     * @param open executions that have not ended
     * @param kept executions that have ended and are still in the store
     */
    public record Pinned(long open, long kept) {

        /** No execution is pinned to the definition, so it can be removed. */
        public static final Pinned NONE = new Pinned(0, 0);

        /** Whether no execution is pinned to the definition. */
        public boolean isNone() {
            return open == 0 && kept == 0;
        }
    }
}
