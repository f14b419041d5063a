package dev.reeve.internal.document;

import dev.reeve.AuditReport;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Incident;
import dev.reeve.Purpose;
import dev.reeve.Rule;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.UncertainExecution;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a store.
 *
 * @param executions the number of executions that were checked
 * @param sound whether no rule is violated
 * @param incidents the violated rules
 * @param uncertain the executions that may have had effects that the store does not know; null unless asked for
 */
public record AuditDocument(
        long executions,
        boolean sound,
        List<Violation> incidents,
        @Nullable List<Uncertain> uncertain) implements Document {

    /**
     * An execution that may have gone on after the store's last record of it.
     *
     * @param id the execution
     * @param key the caller's own id; null if none was given
     * @param workflow its name
     * @param status its status, as the store knows it
     * @param knownUntil the time of the last event in the store
     * @param steps the steps that could go on from there
     */
    public record Uncertain(
            ExecutionId id,
            @Nullable String key,
            String workflow,
            ExecutionStatus status,
            Instant knownUntil,
            List<UncertainStep> steps)
            implements Document {

        static Uncertain of(UncertainExecution found) {
            ExecutionSummary execution = found.execution();
            return new Uncertain(
                    execution.id(),
                    execution.key(),
                    execution.workflow(),
                    execution.status(),
                    found.knownUntil(),
                    found.steps().stream().map(UncertainStep::of).toList());
        }
    }

    /**
     * A step that may have gone on.
     *
     * @param step the step
     * @param status its status, as the store knows it
     * @param purpose the purpose of its next or present call
     * @param idempotencyKey the key of that call; null if the step calls no action
     */
    public record UncertainStep(
            StepPath step,
            StepStatus status,
            Purpose purpose,
            @Nullable String idempotencyKey) implements Document {

        static UncertainStep of(UncertainExecution.UncertainStep found) {
            return new UncertainStep(found.step(), found.status(), found.purpose(), found.idempotencyKey());
        }
    }

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

        Incident incident() {
            return new Incident(execution, schedule, rule, problem, noticedAt);
        }
    }

    /** @param uncertain null unless asked for */
    public static AuditDocument of(AuditReport report, @Nullable List<UncertainExecution> uncertain) {
        return new AuditDocument(
                report.executions(),
                report.isSound(),
                report.incidents().stream().map(Violation::of).toList(),
                uncertain == null ? null : uncertain.stream().map(Uncertain::of).toList());
    }
}
