package dev.reeve.engine.audit;

import dev.reeve.core.Plan;
import dev.reeve.engine.store.StoredWorkflow;
import java.util.Optional;

/** What an engine holds of definitions, so that its auditor need not hold all of it again. Thread-safe. */
public interface KnownDefinitions {

    /** Of an engine that holds none. */
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
     * The compiled form of what was read in the store; empty if what the engine knows is something else.
     *
     * @throws IllegalArgumentException if it cannot be compiled
     */
    Optional<Plan> compiled(StoredWorkflow stored);

    /** The same with the text that the engine holds, if that is the same. */
    StoredWorkflow shared(StoredWorkflow stored);
}
