package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The child executions of an execution, from its own events. */
final class Offspring {

    private final Map<ExecutionId, Event.ChildStarted> started = new LinkedHashMap<>();
    /** The version of this execution when each child was started. */
    private final Map<ExecutionId, Integer> versions = new HashMap<>();

    private final Map<ExecutionId, Event> ends = new HashMap<>();
    private final Map<StepPath, ExecutionId> ofSteps = new HashMap<>();
    /** The children that did the rounds of a step, without the last one if that ended the step. */
    private final Map<StepPath, List<ExecutionId>> rounds = new HashMap<>();
    /** For each child of a further round, the child of the round before. */
    private final Map<ExecutionId, ExecutionId> previous = new HashMap<>();
    /** For each child that undoes a step or a round of it, the child that did that. */
    private final Map<ExecutionId, @Nullable ExecutionId> undone = new HashMap<>();
    /** The steps whose rounds another execution did, so that only the last one is known here. */
    private final Set<StepPath> taken = new HashSet<>();
    /** The steps of which one round is undone, and the one before it is not found yet. */
    private final Set<StepPath> between = new HashSet<>();

    /** The steps whose last round a person did, after a child had done the one before. */
    private final Set<StepPath> byHand = new HashSet<>();

    /**
     * @param version of this execution at that time
     * @return whether it is the first start of this child
     */
    boolean started(Event.ChildStarted start, int version) {
        versions.put(start.child(), version);
        if (start.purpose() == Purpose.FORWARD) {
            ofSteps.put(start.step(), start.child());
            ExecutionId before = lastRound(start.step());
            if (before != null) {
                previous.put(start.child(), before);
            }
        } else {
            undone.put(start.child(), ofSteps.get(start.step()));
        }
        return started.put(start.child(), start) == null;
    }

    /** The version of this execution when a child was started; null for none of its children. */
    @Nullable Integer versionAt(ExecutionId child) {
        return versions.get(child);
    }

    void taken(Event.StepTaken event) {
        ExecutionId child = event.child();
        if (child != null) {
            ofSteps.put(event.step(), child);
            taken.add(event.step());
        }
        if (event.byHand()) {
            byHand.add(event.step());
        }
    }

    void roundEnded(StepPath step) {
        ExecutionId child = ofSteps.get(step);
        if (child != null) {
            rounds.computeIfAbsent(step, unknown -> new ArrayList<>()).add(child);
        }
    }

    private @Nullable ExecutionId lastRound(StepPath step) {
        List<ExecutionId> done = rounds.getOrDefault(step, List.of());
        return done.isEmpty() ? null : done.getLast();
    }

    /** The child of the round before the one that this child was started for; null if there is none. */
    @Nullable ExecutionId before(ExecutionId child) {
        return previous.get(child);
    }

    /**
     * The child that did the step or, if it is not done, the last of its rounds; null if there is none.
     *
     * @param done whether the step was done, or may have been
     */
    @Nullable ExecutionId doneBy(StepPath step, boolean done) {
        ExecutionId last = done ? null : lastRound(step);
        return last == null ? of(step) : last;
    }

    /** The step is about to be undone, beginning with this child. */
    void undoing(StepPath step, boolean done) {
        ExecutionId first = doneBy(step, done);
        if (first != null) {
            ofSteps.put(step, first);
        }
    }

    /** A person has given the step's output. */
    void resolved(StepPath step) {
        ExecutionId last = lastRound(step);
        if (last != null && last.equals(ofSteps.get(step))) {
            byHand.add(step);
        }
    }

    /** Whether a person did the last round of the step, and has not undone it. */
    boolean isByHand(StepPath step) {
        return byHand.contains(step);
    }

    void roundUndone(StepPath step) {
        if (!byHand.remove(step)) {
            between.add(step);
        }
    }

    /** Whether a round of the step has just been undone, and the round before it is not known yet. */
    boolean isBetweenRounds(StepPath step) {
        return between.contains(step);
    }

    /** @return whether this child did the round before the one that was just undone */
    boolean found(StepPath step, ExecutionId child) {
        ExecutionId undone = ofSteps.get(step);
        ofSteps.put(step, child);
        return between.remove(step) && (taken.contains(step) || child.equals(roundBefore(step, undone)));
    }

    /** @return whether all rounds of the step are undone */
    boolean isFirstRound(StepPath step) {
        return taken.contains(step) || roundBefore(step, ofSteps.get(step)) == null;
    }

    private @Nullable ExecutionId roundBefore(StepPath step, @Nullable ExecutionId child) {
        List<ExecutionId> done = rounds.getOrDefault(step, List.of());
        int index = child == null ? -1 : done.indexOf(child);
        return index > 0 ? done.get(index - 1) : index == 0 || done.isEmpty() ? null : done.getLast();
    }

    /** The child that did what this child undoes; null if there is none. */
    @Nullable ExecutionId undoneBy(ExecutionId child) {
        return undone.get(child);
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
