package dev.reeve.test;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.Probe;
import dev.reeve.spi.transport.AttemptRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The effects of handlers and scripts, independent of the reports that the engine received. */
final class Outside {

    private record Place(ExecutionId execution, StepPath step) {
        static Place of(AttemptToken token) {
            return new Place(token.execution(), token.step());
        }
    }

    private static final class Deed {
        private final String action;
        private final AttemptToken token;
        private Json output = Json.NULL;
        private int times;
        private boolean undone;

        Deed(String action, AttemptToken token) {
            this.action = action;
            this.token = token;
        }
    }

    private final Map<Place, Deed> deeds = new LinkedHashMap<>();
    private final Function<ExecutionId, @Nullable ExecutionId> predecessors;

    /** @param predecessors maps an execution to the one whose effects it may also undo; null for none */
    Outside(Function<ExecutionId, @Nullable ExecutionId> predecessors) {
        this.predecessors = predecessors;
    }

    /**
     * Records a successful call of a handler or script.
     *
     * @param again whether a repeated call repeats the effect
     */
    void performed(AttemptRequest request, Json output, boolean again) {
        AttemptToken token = request.token();
        if (token.purpose() == Purpose.FORWARD) {
            Deed deed = deeds.computeIfAbsent(Place.of(token), place -> new Deed(request.action(), token));
            if (deed.times == 0 || again) {
                deed.times++;
                deed.undone = false;
                deed.output = output;
            }
        } else if (token.purpose() == Purpose.COMPENSATION) {
            Deed deed = deed(token);
            if (deed != null) {
                deed.undone = true;
            }
        }
    }

    /** The answer of a probe that knows all effects. */
    @Nullable Probe ask(AttemptToken token) {
        Deed deed = deed(token);
        return deed == null ? Probe.notDone() : Probe.done(deed.output);
    }

    /** The effect of this execution's step, or of the execution from which the step was taken over. */
    private @Nullable Deed deed(AttemptToken token) {
        ExecutionId execution = token.execution();
        Deed deed = null;
        while (execution != null && deed == null) {
            deed = deeds.get(new Place(execution, token.step()));
            execution = predecessors.apply(execution);
        }
        return deed;
    }

    List<Effect> effects() {
        return deeds.values().stream()
                .map(deed -> new Effect(
                        deed.action,
                        deed.token.execution(),
                        deed.token.step(),
                        deed.token.idempotencyKey(),
                        deed.times,
                        deed.undone))
                .toList();
    }
}
