package dev.reeve.internal.engine.audit;

import dev.reeve.ExecutionId;
import dev.reeve.Incident;
import dev.reeve.Rule;
import java.time.Instant;

/**
 * Something about an execution that must not be.
 *
 * @param problem without anything of its payloads
 */
record Breach(Rule rule, String problem) {

    Incident of(ExecutionId execution, Instant now) {
        return new Incident(execution, null, rule, problem, now);
    }

    Incident of(String schedule, Instant now) {
        return new Incident(null, schedule, rule, problem, now);
    }
}
