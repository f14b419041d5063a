package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The child executions of an execution, from its own events. */
final class Offspring {

    private final Map<ExecutionId, Event.ChildStarted> started = new LinkedHashMap<>();
    private final Map<ExecutionId, Event> ends = new HashMap<>();
    private final Map<StepPath, ExecutionId> ofSteps = new HashMap<>();

    /** @return whether it is the first start of this child */
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

    /** All children, in the order of their starts. */
    Map<ExecutionId, Event.ChildStarted> all() {
        return started;
    }

    /** The event in which the parent took note of the child's end; null if there is none yet. */
    @Nullable Event endOf(ExecutionId child) {
        return ends.get(child);
    }

    /** The child that does the step, or did it last; null if there is none. */
    @Nullable ExecutionId of(StepPath step) {
        return ofSteps.get(step);
    }
}
