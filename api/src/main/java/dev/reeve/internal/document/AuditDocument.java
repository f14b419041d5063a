package dev.reeve.internal.document;

import dev.reeve.AuditReport;
import dev.reeve.ExecutionId;
import dev.reeve.Incident;
import dev.reeve.Rule;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a store.
 *
 * @param executions the number of executions that were checked
 * @param sound whether no rule is violated
 * @param incidents the violated rules
 */
public record AuditDocument(long executions, boolean sound, List<Violation> incidents) implements Document {

    /**
     * A violated rule.
     *
     * @param execution where
     * @param schedule or the schedule where
     * @param rule the rule
     * @param problem the problem
     * @param noticedAt when it was noticed
     */
    public record Violation(
            @Nullable ExecutionId execution, @Nullable String schedule, Rule rule, String problem, Instant noticedAt)
            implements Document {

        static Violation of(Incident incident) {
            return new Violation(
                    incident.execution(),
                    incident.schedule(),
                    incident.rule(),
                    incident.problem(),
                    incident.noticedAt());
        }
    }

    public static AuditDocument of(AuditReport report) {
        return new AuditDocument(
                report.executions(),
                report.isSound(),
                report.incidents().stream().map(Violation::of).toList());
    }
}
