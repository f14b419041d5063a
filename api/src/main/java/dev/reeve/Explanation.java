package dev.reeve;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains what an execution waits for, and what happens next.
 *
 * @param execution the id of the execution
 * @param status its status
 * @param summary the state of the execution as a whole, in a sentence
 * @param steps the open steps: first the escalated ones, then the others in the order of the definition
 * @param more the number of open steps beyond {@code steps}
 * @param owner which node decides about the execution; null if it has ended, or if the store cannot tell
 */
public record Explanation(
        ExecutionId execution,
        ExecutionStatus status,
        String summary,
        List<StepExplanation> steps,
        int more,
        @Nullable ExecutionOwner owner) {

    public Explanation {
        steps = List.copyOf(steps);
    }

    /** Without a known owner. */
    public Explanation(
            ExecutionId execution, ExecutionStatus status, String summary, List<StepExplanation> steps, int more) {
        this(execution, status, summary, steps, more, null);
    }

    /** Text for people: several lines, without a line break at the end. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("execution %s: %s. %s".formatted(execution, status, summary));
        for (StepExplanation step : steps) {
            text.append("\n  ").append(step.toString().replace("\n", "\n  "));
        }
        if (more > 0) {
            text.append("\n  … and %,d more open %s".formatted(more, more == 1 ? "step" : "steps"));
        }
        if (owner != null) {
            text.append("\n  ").append(owner);
        }
        return text.toString();
    }
}
