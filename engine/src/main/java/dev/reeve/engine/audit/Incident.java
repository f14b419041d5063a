package dev.reeve.engine.audit;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rule that an execution or a schedule violates, found more than once: a damaged store, or a bug in Reeve. It needs a
 * person.
 *
 * @param execution null if it is about a schedule
 * @param schedule its name; null if it is about an execution
 * @param problem what was expected and found; contains nothing of the execution's payloads
 * @param noticedAt by the store's clock
 */
public record Incident(
        @Nullable ExecutionId execution, @Nullable String schedule, Rule rule, String problem, Instant noticedAt) {

    static Incident of(ExecutionId execution, Finding finding, Instant now) {
        return new Incident(execution, null, finding.rule(), finding.problem(), now);
    }

    static Incident of(String schedule, Finding finding, Instant now) {
        return new Incident(null, schedule, finding.rule(), finding.problem(), now);
    }

    /** What the incident is about, and of which kind that is. */
    public String subject() {
        return schedule == null ? "execution " + execution : "schedule '" + schedule + "'";
    }

    @Override
    public String toString() {
        return "%s breaks %s (%s): %s".formatted(subject(), rule, rule.id(), problem);
    }
}
