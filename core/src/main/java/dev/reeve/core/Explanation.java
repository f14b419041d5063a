package dev.reeve.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Why an execution stands where it stands, and what happens next, as {@link Explainer} found it.
 *
 * @param summary where the execution as a whole stands, in a sentence
 * @param steps its open steps: first those that need a person, then in the order of the definition
 * @param more how many more are open
 */
public record Explanation(
        ExecutionId execution, ExecutionStatus status, String summary, List<StepExplanation> steps, int more) {

    public Explanation {
        steps = List.copyOf(steps);
    }

    /** The same, but for what is said of each step. */
    public Explanation withSteps(UnaryOperator<StepExplanation> change) {
        List<StepExplanation> changed = new ArrayList<>(steps);
        changed.replaceAll(change);
        return new Explanation(execution, status, summary, changed, more);
    }

    /** For people: several lines, without one at the end. */
    @Override
    public String toString() {
        return Telling.tell(this);
    }
}
