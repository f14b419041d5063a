package dev.reeve.internal.engine.client.situation;

import dev.reeve.CallLimit;
import dev.reeve.Explanation;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import dev.reeve.internal.engine.client.boundary.OwnActions;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.queue.LimitStatus;
import java.util.function.UnaryOperator;

/** Finds the queued steps that wait for a limit, as an engine knows it. */
public record LimitedSteps(Dispatcher dispatcher, OwnActions actions) implements UnaryOperator<Explanation> {

    @Override
    public Explanation apply(Explanation explanation) {
        return ExplanationEdit.ofSteps(explanation, this::tell);
    }

    private StepExplanation tell(StepExplanation step) {
        if (!(step.situation() instanceof Situation.Queued queued)) {
            return step;
        }
        CallLimit limit = queued.limit();
        LimitStatus status = limit == null || step.action() == null
                ? null
                : dispatcher.limit(actions.qualified(step.action()), limit);
        return limit == null || status == null || status.allowed()
                ? step
                : ExplanationEdit.situation(
                        step,
                        new Situation.Limited(
                                queued.since(), limit, status.running(), status.waiting(), status.next()));
    }
}
