package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.StepPath;
import java.util.HashSet;
import java.util.Set;

/** The steps of one execution that were not needed any more, because another one had enough. */
final class EndedOthers {

    private final Set<String> unneeded = new HashSet<>();
    private final Set<String> undone = new HashSet<>();

    void look(Event.OthersEnded event) {
        for (StepPath other : event.others()) {
            unneeded.add(other.step());
            if (event.undone()) {
                undone.add(other.step());
            }
        }
    }

    /** A step that was done although it was not needed leads to nothing in a re-run either. */
    void look(Event.StepTaken event) {
        if (event.output() != null && event.skipped() != null) {
            unneeded.add(event.step().step());
        }
    }

    /** Whether the step, or the step of the item, is not needed any more. */
    boolean isUnneeded(StepPath path) {
        return unneeded.contains(path.step());
    }

    /** Whether the step, or the step of the item, is undone while its execution goes on. */
    boolean isUndone(StepPath path) {
        return undone.contains(path.step());
    }
}
