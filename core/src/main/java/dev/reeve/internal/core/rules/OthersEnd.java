package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.workflow.Others;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Ends the steps that are not needed any more, because the only step that they lead to has enough of its predecessors
 * (ADR 67).
 *
 * <p>Not needed are the steps that have not ended and, if they are to be undone, also those that have, without the ones
 * that the joined step got: the predecessors that it counted, and the steps that led to them.
 */
final class OthersEnd {

    private final ExecutionState state;
    private final PlanNode joined;
    /** The indexes of the steps that led to the joined one, and have ended. */
    private final BitSet got = new BitSet();

    private final BitSet ended = new BitSet();

    private OthersEnd(ExecutionState state, PlanNode joined) {
        this.state = state;
        this.joined = joined;
    }

    /** Ends the others of a step that is about to begin. */
    static void end(DecisionDraft draft, PlanNode joined) {
        if (joined.step.join().others() == Others.LEAVE) {
            return;
        }
        List<PlanNode> others = new OthersEnd(draft.state(), joined).find();
        if (others.isEmpty()) {
            return;
        }
        List<StepPath> paths = new ArrayList<>();
        others.forEach(other -> paths.add(other.path));
        Compensation.goOnWithAll(draft); // a step whose turn it is must not get another one after its new successors
        draft.emit(new Event.OthersEnded(joined.path, paths, joined.step.join().others() == Others.UNDO));
        for (PlanNode other : others) {
            close(draft, other);
        }
    }

    /** Closes a step. A list that is under way is settled after its items, because the execution goes on. */
    private static void close(DecisionDraft draft, PlanNode node) {
        StepState step = draft.step(node);
        if (!node.hasItems() || step.status() != StepStatus.RUNNING || step.isUnderWay()) {
            Compensation.close(draft, node);
            return;
        }
        Items items = step.itemsOf(node);
        for (int i = 0; i < items.begun(); i++) {
            Compensation.close(draft, node.item(i));
        }
        ForEachItems.goOn(draft, node);
    }

    /** Walks back from the joined step, through a step once all steps that it leads to are found. */
    private List<PlanNode> find() {
        int[] reached = new int[state.plan().size()];
        Deque<PlanNode> found = new ArrayDeque<>();
        found.add(joined);
        while (!found.isEmpty()) {
            PlanNode node = found.remove();
            for (int index : node.predecessors) {
                PlanNode before = state.plan().node(index);
                if (isGot(before, node)) {
                    got.set(index);
                }
                reached[index]++;
                if (reached[index] == before.successors.length) {
                    found.add(before);
                    if (isEnded(before)) {
                        ended.set(index);
                    }
                }
            }
        }
        List<PlanNode> others = new ArrayList<>();
        boolean matters = false;
        for (int index = ended.nextSetBit(0); index >= 0; index = ended.nextSetBit(index + 1)) {
            PlanNode node = state.plan().node(index);
            matters |= !state.at(node).isSettled() || UnneededSteps.hasEffects(state, node);
            others.add(node);
        }
        return matters ? others : List.of();
    }

    private boolean isGot(PlanNode before, PlanNode node) {
        return state.at(before).isSettled()
                && (node == joined ? UnneededSteps.hasLed(state, before, node) : got.get(node.index));
    }

    private boolean isEnded(PlanNode node) {
        StepState step = state.at(node);
        boolean undone = joined.step.join().others() == Others.UNDO;
        return !UnneededSteps.isMarked(state, node, undone) && (!step.isSettled() || (undone && !got.get(node.index)));
    }
}
