package dev.reeve.internal.engine.client.situation;

import dev.reeve.Explanation;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.boundary.OwnActions;
import dev.reeve.internal.engine.cluster.Node;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the queued steps that wait for an action that no agent offers. */
public final class UnofferedSteps implements UnaryOperator<Explanation> {

    /** Since when no agent offers the action; null if that is no incident yet. */
    private final Map<String, @Nullable Instant> unoffered = new HashMap<>();

    private UnofferedSteps(Collection<String> alone, List<UnofferedAction> incidents) {
        alone.forEach(action -> unoffered.put(action, null));
        incidents.forEach(incident -> unoffered.put(incident.action(), incident.since()));
    }

    /** From the engine's knowledge. */
    public static UnofferedSteps of(Node node, OwnActions actions) {
        return new UnofferedSteps(
                actions.names(node.dispatcher().unoffered().keySet()),
                actions.unoffered(EngineCalls.reading(node::unoffered)));
    }

    /** From the store's knowledge. */
    public static UnofferedSteps kept(List<UnofferedAction> incidents) {
        return new UnofferedSteps(List.of(), incidents);
    }

    @Override
    public Explanation apply(Explanation explanation) {
        return ExplanationEdit.ofSteps(explanation, this::tell);
    }

    private StepExplanation tell(StepExplanation step) {
        String action = step.action();
        return action != null && unoffered.containsKey(action) && step.situation() instanceof Situation.Queued queued
                ? ExplanationEdit.situation(step, new Situation.Unoffered(queued.since(), unoffered.get(action)))
                : step;
    }
}
