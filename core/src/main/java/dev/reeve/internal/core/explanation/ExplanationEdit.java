package dev.reeve.internal.core.explanation;

import dev.reeve.ExecutionOwner;
import dev.reeve.Explanation;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changed copies of explanations, for an engine that knows more than the history. */
public final class ExplanationEdit {

    private ExplanationEdit() {}

    /** A copy with each step's explanation changed by a function. */
    public static Explanation ofSteps(Explanation explanation, UnaryOperator<StepExplanation> change) {
        List<StepExplanation> steps = new ArrayList<>(explanation.steps());
        steps.replaceAll(change);
        return new Explanation(
                explanation.execution(),
                explanation.status(),
                explanation.summary(),
                steps,
                explanation.more(),
                explanation.owner());
    }

    /** A copy with another summary. */
    public static Explanation summary(Explanation explanation, String other) {
        return new Explanation(
                explanation.execution(),
                explanation.status(),
                other,
                explanation.steps(),
                explanation.more(),
                explanation.owner());
    }

    /** A copy with this owner. */
    public static Explanation owner(Explanation explanation, ExecutionOwner owner) {
        return new Explanation(
                explanation.execution(),
                explanation.status(),
                explanation.summary(),
                explanation.steps(),
                explanation.more(),
                owner);
    }

    /** A copy of a situation with the node of the agent. */
    public static Situation.Running node(Situation.Running running, String node) {
        return new Situation.Running(
                running.agent(),
                node,
                running.startedAt(),
                running.completeBy(),
                running.heartbeat(),
                running.expectedBy());
    }

    /** A copy with another situation. */
    public static StepExplanation situation(StepExplanation step, Situation other) {
        return new StepExplanation(
                step.step(),
                step.status(),
                step.purpose(),
                step.action(),
                other,
                step.budget(),
                step.failure(),
                step.policy(),
                step.next());
    }
}
