package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The actions and workflows that the steps of one execution must call, from its events and its definition. */
final class CalledNames {

    private record For(StepPath step, Purpose purpose) {}

    private final Coverage sometimes;
    private final Map<For, String> computed = new HashMap<>();

    CalledNames(Coverage sometimes) {
        this.sometimes = sometimes;
    }

    void look(Event event) {
        switch (event) {
            case Event.StepReady e -> {
                if (e.name() == null) {
                    computed.remove(new For(e.step(), e.purpose()));
                } else {
                    computed.put(new For(e.step(), e.purpose()), e.name());
                    sometimes.saw(Milestone.NAME_COMPUTED);
                }
            }
            case Event.StepFailed e -> failed(e.failure());
            case Event.StepEscalated e -> failed(e.failure());
            default -> {}
        }
    }

    private void failed(Failure failure) {
        if (failure.code().equals("NAME_NOT_LISTED")) {
            sometimes.saw(Milestone.NAME_NOT_LISTED);
        }
    }

    /** The name that an attempt for this purpose calls; null if the definition calls nothing, or it is not computed. */
    @Nullable String of(Definition workflow, StepPath step, Purpose purpose) {
        String name = computed.get(new For(step, purpose));
        return name == null ? literal(workflow, step, purpose) : name;
    }

    private static @Nullable String literal(Definition workflow, StepPath path, Purpose purpose) {
        Task task = Stream.concat(workflow.steps().stream(), workflow.finallySteps().stream())
                .filter(step -> step.name().equals(path.step()))
                .map(Step::task)
                .findFirst()
                .orElse(null);
        if (task instanceof Task.Child child) {
            return child.name() == null ? child.workflow() : null;
        }
        if (!(task instanceof Task.Action action)) {
            return null;
        }
        ActionCall call = switch (purpose) {
            case FORWARD -> action.call();
            case PROBE -> action.probe();
            case COMPENSATION -> action.compensate();
        };
        return call != null && call.name() == null ? call.action() : null;
    }
}
