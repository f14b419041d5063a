package dev.reeve.internal.engine.client.situation;

import dev.reeve.Explanation;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.SuspectAttempt;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import dev.reeve.internal.values.Times;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Finds the attempts that take too long, by what an engine has learnt about their actions. */
public final class SuspectSteps implements UnaryOperator<Explanation> {

    private final List<SuspectAttempt> suspects;

    public SuspectSteps(List<SuspectAttempt> suspects) {
        this.suspects = suspects;
    }

    @Override
    public Explanation apply(Explanation explanation) {
        Map<StepPath, SuspectAttempt> own = new HashMap<>();
        for (SuspectAttempt suspect : suspects) {
            if (suspect.token().execution().equals(explanation.execution())) {
                own.put(suspect.token().step(), suspect);
            }
        }
        return ExplanationEdit.ofSteps(explanation, step -> tell(step, own));
    }

    private static StepExplanation tell(StepExplanation step, Map<StepPath, SuspectAttempt> own) {
        SuspectAttempt suspect = own.get(step.step());
        return suspect != null && step.situation() instanceof Situation.Running running && running.expectedBy() == null
                ? ExplanationEdit.situation(
                        step,
                        new Situation.Running(
                                running.agent(),
                                running.node(),
                                running.startedAt(),
                                running.completeBy(),
                                running.heartbeat(),
                                Times.plus(running.startedAt(), suspect.expected())))
                : step;
    }
}
