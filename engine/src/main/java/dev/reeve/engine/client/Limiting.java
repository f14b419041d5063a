package dev.reeve.engine.client;

import dev.reeve.core.CallLimit;
import dev.reeve.core.Explanation;
import dev.reeve.core.Situation;
import dev.reeve.core.StepExplanation;
import dev.reeve.engine.dispatch.Dispatcher;
import dev.reeve.engine.dispatch.LimitStatus;

/** Which steps that are queued wait for their limit, as an engine knows it. */
record Limiting(Dispatcher dispatcher) {

    Explanation tell(Explanation explanation) {
        return new Explanation(
                explanation.execution(),
                explanation.status(),
                explanation.summary(),
                explanation.steps().stream().map(this::tell).toList(),
                explanation.more());
    }

    private StepExplanation tell(StepExplanation step) {
        if (!(step.situation() instanceof Situation.Queued queued)) {
            return step;
        }
        CallLimit limit = queued.limit();
        LimitStatus status = limit == null || step.action() == null ? null : dispatcher.limit(step.action(), limit);
        return limit == null || status == null || status.allowed()
                ? step
                : step.in(new Situation.Limited(
                        queued.since(), limit, status.running(), status.waiting(), status.next()));
    }
}
