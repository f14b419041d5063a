package dev.reeve.simulation.check;

import dev.reeve.core.Event;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The executions that were started for steps of one, by its own account. */
final class Offspring {

    private final Map<ExecutionId, Event.ChildStarted> started = new LinkedHashMap<>();
    private final Map<ExecutionId, Event> ends = new HashMap<>();
    private final Map<StepPath, ExecutionId> ofSteps = new HashMap<>();

    /** @return whether it is the first time */
    boolean started(Event.ChildStarted start) {
        if (start.purpose() == Purpose.FORWARD) {
            ofSteps.put(start.step(), start.child());
        }
        return started.put(start.child(), start) == null;
    }

    void taken(Event.StepTaken taken) {
        ExecutionId child = taken.child();
        if (child != null) {
            ofSteps.put(taken.step(), child);
        }
    }

    void ended(ExecutionId child, Event event) {
        ends.put(child, event);
    }

    /** All that it has started, in order. */
    Map<ExecutionId, Event.ChildStarted> all() {
        return started;
    }

    /** What the child's end was to the step; null as long as it is not over for the parent. */
    @Nullable Event endOf(ExecutionId child) {
        return ends.get(child);
    }

    /** Which execution does the step, or did it, as far as is known; null if none has begun to. */
    @Nullable ExecutionId of(StepPath step) {
        return ofSteps.get(step);
    }
}
