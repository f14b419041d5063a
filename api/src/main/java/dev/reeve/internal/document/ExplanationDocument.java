package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionOwner;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.Purpose;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of an execution.
 *
 * @param execution its id
 * @param status its status
 * @param summary in a sentence, for people
 * @param steps its open steps
 * @param more the number of open steps that are not listed
 * @param owner which node decides about it; absent if it has ended, or if the store cannot tell
 * @param asOf the number of the event after which all of this was so; absent if it is so now
 */
public record ExplanationDocument(
        ExecutionId execution,
        ExecutionStatus status,
        String summary,
        List<Step> steps,
        int more,
        @Nullable Owner owner,
        @Nullable Integer asOf)
        implements Document {

    /**
     * The node that decides about an execution.
     *
     * @param state whether a node owns the shard of the execution, it moves, or nobody takes it
     * @param shard the shard of the execution
     * @param node the node that owns the shard
     * @param renewed when that node last renewed its registration
     */
    public record Owner(
            ExecutionOwner.State state,
            int shard,
            @Nullable String node,
            @Nullable Instant renewed) implements Document {

        static Owner of(ExecutionOwner owner) {
            return new Owner(owner.state(), owner.shard(), owner.node(), owner.renewed());
        }

        ExecutionOwner owner() {
            return new ExecutionOwner(state, shard, node, renewed);
        }
    }

    /**
     * An open step.
     *
     * @param step its name
     * @param status its status
     * @param purpose whether it is done, undone or asked about
     * @param action the action that is called
     * @param situation the reason for which it is open
     * @param budget the attempts made and left
     * @param failure its last failure
     * @param policy a description of the step's policy for failures
     * @param next the next decision, if no report arrives before
     */
    public record Step(
            StepPath step,
            StepStatus status,
            Purpose purpose,
            @Nullable String action,
            SituationDocument situation,
            @Nullable BudgetDocument budget,
            @Nullable FailureDocument failure,
            String policy,
            @Nullable ForecastDocument next)
            implements Document {

        static Step of(StepExplanation step) {
            return new Step(
                    step.step(),
                    step.status(),
                    step.purpose(),
                    step.action(),
                    SituationDocument.of(step.situation()),
                    BudgetDocument.of(step.budget()),
                    FailureDocument.of(step.failure()),
                    step.policy(),
                    step.next() == null ? null : ForecastDocument.of(step.next()));
        }

        StepExplanation explanation() {
            return new StepExplanation(
                    step,
                    status,
                    purpose,
                    action,
                    situation.situation(),
                    budget == null ? null : budget.budget(),
                    FailureDocument.failureOf(failure),
                    policy,
                    next == null ? null : next.forecast());
        }
    }

    public static ExplanationDocument of(Explanation explanation) {
        return of(explanation, null);
    }

    /** @param asOf the number of the event that the past was explained for; null for the present */
    public static ExplanationDocument of(Explanation explanation, @Nullable Integer asOf) {
        return new ExplanationDocument(
                explanation.execution(),
                explanation.status(),
                explanation.summary(),
                explanation.steps().stream().map(Step::of).toList(),
                explanation.more(),
                explanation.owner() == null ? null : Owner.of(explanation.owner()),
                asOf);
    }

    public Explanation explanation() {
        return new Explanation(
                execution,
                status,
                summary,
                steps.stream().map(Step::explanation).toList(),
                more,
                owner == null ? null : owner.owner());
    }
}
