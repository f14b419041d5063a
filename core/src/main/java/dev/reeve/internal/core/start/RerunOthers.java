package dev.reeve.internal.core.start;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.internal.model.definition.OtherSteps;
import dev.reeve.workflow.Others;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of a re-run that were not needed in the execution that is done again (ADR 67). */
final class RerunOthers {

    private final ExecutionState state;
    /** The others of each step that did without them in this execution. */
    private final Map<StepPath, Set<StepPath>> ended = new LinkedHashMap<>();

    private @Nullable List<PlanNode> joined;
    private @Nullable OtherSteps graph;

    RerunOthers(ExecutionState state, List<Event> history) {
        this.state = state;
        for (Event event : history) {
            if (event instanceof Event.OthersEnded e) {
                ended.put(e.step(), Set.copyOf(e.others()));
            }
        }
    }

    /**
     * The part that is taken over of a step that was not needed; null for any other step, and for a list whose items
     * cannot be undone from another execution. The step leads to nothing there either, also if it was done in the end.
     *
     * @param input the input of its call, if the new execution could not find it
     */
    Event.@Nullable StepTaken taken(PlanNode node, @Nullable Json input) {
        StepState step = state.at(node);
        if (state.isNeeded(node) || !step.isSettled() || node.step.task().ends()) {
            return null;
        }
        if (!UnneededSteps.hasEffects(state, node)) {
            return new Event.StepTaken(node.path, null, null, null, SkipReason.NOT_NEEDED, false);
        }
        boolean isUndoneInPart = node.undoesRounds() && step.series(Purpose.COMPENSATION) != null;
        if (node.undoesItems() || isUndoneInPart || isCutShort(node)) {
            return null;
        }
        return step.taken(node.path, input, step.output(), null, SkipReason.NOT_NEEDED, step.inDoubt());
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
        List<PlanNode> lacking = new ArrayList<>();
        for (PlanNode node : joined()) {
            if (anew[node.index] && !hasEnough(node, takeable, anew)) {
                lacking.add(node);
            }
        }
        List<PlanNode> needed = new ArrayList<>();
        for (int i = 0; i < anew.length; i++) {
            Event.StepTaken taken = takeable[i];
            if (!anew[i] && taken != null && taken.skipped() == SkipReason.NOT_NEEDED) {
                PlanNode other = state.plan().node(i);
                boolean again = false;
                for (PlanNode joined : lacking) {
                    again |= isOther(other, joined);
                }
                if (again) {
                    needed.add(other);
                }
            }
        }
        return needed;
    }

    /** The steps that may have done without others, here or in an execution that this one does again. */
    private List<PlanNode> joined() {
        List<PlanNode> known = joined;
        if (known == null) {
            known = new ArrayList<>();
            for (int i = 0; i < state.plan().mainCount(); i++) {
                PlanNode node = state.plan().node(i);
                if (node.step.join().others() != Others.LEAVE || ended.containsKey(node.path)) {
                    known.add(node);
                }
            }
            joined = known;
        }
        return known;
    }

    /** Whether the joined step did without this one. One that was taken over as not needed may be any of its others. */
    private boolean isOther(PlanNode other, PlanNode joined) {
        if (!state.isNeeded(other)) {
            Set<StepPath> paths = ended.get(joined.path);
            return paths != null && paths.contains(other.path);
        }
        OtherSteps known = graph;
        if (known == null) {
            known = OtherSteps.of(state.plan().workflow().steps());
            graph = known;
        }
        return known.isOther(other.step.name(), joined.step.name());
    }

    private boolean hasEnough(PlanNode joined, Event.@Nullable StepTaken[] takeable, boolean[] anew) {
        int got = 0;
        for (int index : joined.predecessors) {
            Event.StepTaken taken = takeable[index];
            boolean leads = taken != null
                    && !anew[index]
                    && state.isNeeded(state.plan().node(index))
                    && (taken.skipped() == null || taken.skipped() == SkipReason.OPERATOR)
                    && joined.follows(state.plan().node(index), taken.output());
            got += leads ? 1 : 0;
        }
        return got >= joined.step.join().count();
    }
}
