package dev.reeve.internal.core.start;

import dev.reeve.Event;
import dev.reeve.SkipReason;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of a re-run that were not needed in the execution that is done again (ADR 67). */
final class RerunOthers {

    private final ExecutionState state;
    private final List<Event.OthersEnded> ends = new ArrayList<>();

    RerunOthers(ExecutionState state, List<Event> history) {
        this.state = state;
        for (Event event : history) {
            if (event instanceof Event.OthersEnded ended) {
                ends.add(ended);
            }
        }
    }

    /** What is taken over of a step that was not needed and has left no effect; null for any other step. */
    Event.@Nullable StepTaken taken(PlanNode node) {
        StepState step = state.at(node);
        boolean wasEnded = step.status() == StepStatus.COMPENSATED || step.status() == StepStatus.SKIPPED;
        return !state.isNeeded(node) && wasEnded && !UnneededSteps.hasEffects(state, node)
                ? new Event.StepTaken(node.path, null, null, null, SkipReason.NOT_NEEDED, false)
                : null;
    }

    /** Whether the step is a list that was not needed, and some of its items were done and are not undone. */
    boolean isCutShort(PlanNode node) {
        return node.hasItems()
                && !state.isNeeded(node)
                && state.at(node).status() == StepStatus.SKIPPED
                && UnneededSteps.hasEffects(state, node);
    }

    /**
     * The steps that are needed again: a step that did without them is done anew, and fewer of its predecessors are
     * taken over than it needs.
     *
     * @param takeable the part of each step that would be taken over
     * @param anew the steps that are done again
     */
    List<PlanNode> neededAgain(Event.@Nullable StepTaken[] takeable, boolean[] anew) {
        List<PlanNode> needed = new ArrayList<>();
        for (Event.OthersEnded ended : ends) {
            PlanNode joined = state.plan().node(ended.step());
            if (joined == null || joined.isFinally || !anew[joined.index] || hasEnough(joined, takeable, anew)) {
                continue;
            }
            for (PlanNode other : others(ended)) {
                Event.StepTaken taken = takeable[other.index];
                if (!anew[other.index] && taken != null && taken.skipped() == SkipReason.NOT_NEEDED) {
                    needed.add(other);
                }
            }
        }
        return needed;
    }

    private List<PlanNode> others(Event.OthersEnded ended) {
        List<PlanNode> others = new ArrayList<>();
        ended.others().forEach(path -> {
            PlanNode other = state.plan().node(path);
            if (other != null && !other.isFinally) {
                others.add(other);
            }
        });
        return others;
    }

    private boolean hasEnough(PlanNode joined, Event.@Nullable StepTaken[] takeable, boolean[] anew) {
        int got = 0;
        for (int index : joined.predecessors) {
            Event.StepTaken taken = takeable[index];
            boolean leads = taken != null
                    && !anew[index]
                    && (taken.skipped() == null || taken.skipped() == SkipReason.OPERATOR)
                    && joined.follows(state.plan().node(index), taken.output());
            got += leads ? 1 : 0;
        }
        return got >= joined.step.join().count();
    }
}
