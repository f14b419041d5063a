package dev.reeve.engine.audit;

import dev.reeve.core.ExecutionId;
import java.time.Instant;

/**
 * A rule that does not hold of an execution, seen twice: a damaged store, or a bug in Reeve. A person must look.
 *
 * @param problem what was expected and found; nothing of the execution's payloads
 * @param noticedAt by the store's clock
 */
public record Incident(ExecutionId execution, Rule rule, String problem, Instant noticedAt) {

    @Override
    public String toString() {
        return "execution %s breaks %s (%s): %s".formatted(execution, rule, rule.id(), problem);
    }
}
