package dev.reeve.internal.document;

import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Json;
import dev.reeve.LateReport;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one execution.
 *
 * @param id its id
 * @param key the key that it was started with
 * @param workflow the name of its workflow
 * @param version the version of its workflow
 * @param action the action that it calls, if it is a job
 * @param status its status
 * @param priority its priority
 * @param labels its labels
 * @param startedAt the time of its start
 * @param endedAt the time of its end
 * @param error why it did not complete, or what needs a person, in one line
 * @param input its input
 * @param output its output, if it completed
 * @param completeBy when it is undone, if it has not ended by then
 * @param failure why it is undone or failed
 * @param failedStep the step whose failure this is
 * @param rerun of which execution it is the re-run
 * @param rerunAs its re-run
 * @param parent the execution that it is a step of
 * @param undoes the execution that it undoes
 * @param steps the steps that have begun, and those that were skipped
 * @param asOf the number of the event after which all of this was so; absent if it is so now
 */
public record ExecutionDocument(
        ExecutionId id,
        @Nullable String key,
        String workflow,
        int version,
        @Nullable String action,
        ExecutionStatus status,
        int priority,
        Map<String, String> labels,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String error,
        Json input,
        @Nullable Json output,
        @Nullable Instant completeBy,
        @Nullable FailureDocument failure,
        @Nullable StepPath failedStep,
        @Nullable Origin rerun,
        @Nullable ExecutionId rerunAs,
        @Nullable ExecutionId parent,
        @Nullable ExecutionId undoes,
        List<Step> steps,
        @Nullable Integer asOf)
        implements Document {

    /**
     * Where a re-run comes from.
     *
     * @param of the execution that had ended
     * @param from the first step that is done again
     * @param actor the person or program that asked for it
     * @param reason the actor's reason
     * @param keys idempotency keys that are kept, by step
     */
    public record Origin(ExecutionId of, StepPath from, String actor, String reason, Map<String, String> keys)
            implements Document {

        static @Nullable Origin of(@Nullable Rerun rerun) {
            return rerun == null
                    ? null
                    : new Origin(rerun.of(), rerun.from(), rerun.actor(), rerun.reason(), rerun.keys());
        }

        Rerun rerun() {
            return new Rerun(of, from, actor, reason, keys);
        }
    }

    /**
     * A step.
     *
     * @param step its name; {@code name[3]} for an item
     * @param status its status
     * @param purpose whether it is done, undone or asked about
     * @param attempts the number of attempts for this purpose
     * @param now the current activity
     * @param beganAt when it began
     * @param since when its status last changed
     * @param taken whether a re-run took it over
     * @param child the execution that does it
     * @param checkpoint the last checkpoint
     * @param output its output
     * @param failure its last failure
     * @param evidence reports that came too late
     */
    public record Step(
            StepPath step,
            StepStatus status,
            Purpose purpose,
            int attempts,
            ActivityDocument now,
            @Nullable Instant beganAt,
            @Nullable Instant since,
            boolean taken,
            @Nullable ExecutionId child,
            @Nullable Json checkpoint,
            @Nullable Json output,
            @Nullable FailureDocument failure,
            List<Evidence> evidence)
            implements Document {

        static Step of(StepDescription step) {
            return new Step(
                    step.step(),
                    step.status(),
                    step.purpose(),
                    step.attempts(),
                    ActivityDocument.of(step.now()),
                    step.beganAt(),
                    step.since(),
                    step.taken(),
                    step.child(),
                    step.checkpoint(),
                    step.output(),
                    FailureDocument.of(step.failure()),
                    step.evidence().stream().map(Evidence::of).toList());
        }

        StepDescription description() {
            return new StepDescription(
                    step,
                    status,
                    purpose,
                    attempts,
                    now.activity(),
                    beganAt,
                    since,
                    taken,
                    child,
                    checkpoint,
                    output,
                    FailureDocument.failureOf(failure),
                    evidence.stream().map(Evidence::report).toList());
        }
    }

    /**
     * A report that came too late to count.
     *
     * @param purpose of the attempt
     * @param attempt the number of the attempt
     * @param output the output of the step before it was undone
     * @param failure or how it had failed
     */
    public record Evidence(
            Purpose purpose,
            int attempt,
            @Nullable Json output,
            @Nullable FailureDocument failure) implements Document {

        static Evidence of(LateReport report) {
            return new Evidence(
                    report.purpose(), report.attempt(), report.output(), FailureDocument.of(report.failure()));
        }

        LateReport report() {
            return new LateReport(purpose, attempt, output, FailureDocument.failureOf(failure));
        }
    }

    public static ExecutionDocument of(ExecutionDescription description) {
        return of(description, null);
    }

    /** @param asOf the number of the event that the past was described for; null for the present */
    public static ExecutionDocument of(ExecutionDescription description, @Nullable Integer asOf) {
        ExecutionSummary summary = description.summary();
        return new ExecutionDocument(
                summary.id(),
                summary.key(),
                summary.workflow(),
                summary.version(),
                summary.action(),
                description.status(),
                summary.priority(),
                summary.labels(),
                summary.startedAt(),
                summary.endedAt(),
                summary.error(),
                description.input(),
                description.output(),
                description.completeBy(),
                FailureDocument.of(description.failure()),
                description.failedStep(),
                Origin.of(description.rerun()),
                description.rerunAs(),
                description.parent(),
                description.undoes(),
                description.steps().stream().map(Step::of).toList(),
                asOf);
    }

    public ExecutionDescription description() {
        ExecutionSummary summary = new ExecutionSummary(
                id, key, workflow, version, action, status, priority, labels, startedAt, endedAt, error);
        return new ExecutionDescription(
                summary,
                status,
                input,
                output,
                completeBy,
                FailureDocument.failureOf(failure),
                failedStep,
                rerun == null ? null : rerun.rerun(),
                rerunAs,
                parent,
                undoes,
                steps.stream().map(Step::description).toList());
    }
}
