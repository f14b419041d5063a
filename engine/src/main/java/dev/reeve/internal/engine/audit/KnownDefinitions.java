package dev.reeve.internal.engine.audit;

import dev.reeve.internal.core.state.Plan;
import dev.reeve.spi.store.StoredWorkflow;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The engine's definitions, so that the auditor need not hold a second copy. Thread-safe. */
public interface KnownDefinitions {

    /** For use without an engine. */
    KnownDefinitions NONE = of(stored -> Optional.empty(), stored -> stored);

    /** Those that these two functions know; see the methods of the same names. */
    static KnownDefinitions of(
            Function<StoredWorkflow, Optional<Plan>> compiled, UnaryOperator<StoredWorkflow> shared) {
        return new KnownDefinitions() {
            @Override
            public Optional<Plan> compiled(StoredWorkflow stored) {
                return compiled.apply(stored);
            }

            @Override
            public StoredWorkflow shared(StoredWorkflow stored) {
                return shared.apply(stored);
            }
        };
    }

    /**
     * The compiled form of a stored definition; empty if the engine's definition differs.
     *
     * @throws IllegalArgumentException if it cannot be compiled
     */
    Optional<Plan> compiled(StoredWorkflow stored);

    /** An equal definition that shares the engine's text, if the engine has the same text. */
    StoredWorkflow shared(StoredWorkflow stored);
}
