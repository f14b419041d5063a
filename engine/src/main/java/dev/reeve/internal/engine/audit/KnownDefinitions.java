package dev.reeve.internal.engine.audit;

import dev.reeve.internal.core.state.Plan;
import dev.reeve.spi.store.StoredWorkflow;
import java.util.Optional;

/** The engine's definitions, so that the auditor need not hold a second copy. Thread-safe. */
public interface KnownDefinitions {

    /** For use without an engine. */
    KnownDefinitions NONE = new KnownDefinitions() {
        @Override
        public Optional<Plan> compiled(StoredWorkflow stored) {
            return Optional.empty();
        }

        @Override
        public StoredWorkflow shared(StoredWorkflow stored) {
            return stored;
        }
    };

    /**
     * The compiled form of a stored definition; empty if the engine's definition differs.
     *
     * @throws IllegalArgumentException if it cannot be compiled
     */
    Optional<Plan> compiled(StoredWorkflow stored);

    /** An equal definition that shares the engine's text, if the engine has the same text. */
    StoredWorkflow shared(StoredWorkflow stored);
}
