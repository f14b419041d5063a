package dev.reeve.internal.core.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The steps that are not needed any more, and the order in which they are undone while their execution goes on (ADR
 * 67). As in {@link UndoOrder}, a step can be undone when it has ended and all its successors are undone, as far as
 * they have to be undone at all.
 *
 * <p>If the execution is compensated itself, {@link UndoOrder} begins anew with all that is left.
 */
final class EarlyUndo {

    private EarlyUndo() {}

    /** Marks steps that are not needed any more. */
    static void mark(ExecutionEdit next, List<PlanNode> others, boolean undone) {
        for (PlanNode node : others) {
            StepState before = next.step(node.index);
            next.mark(node, before, Unneeded.of(undone));
        }
        if (undone) {
            next.undoPending += others.size();
            count(next, others);
        }
    }

    /** Counts the successors of marked steps, and undoes what can be undone at once. */
    private static void count(ExecutionEdit next, List<PlanNode> marked) {
        Set<Integer> counted = new LinkedHashSet<>();
        marked.forEach(node -> counted.add(node.index));
        Deque<PlanNode> turns = new ArrayDeque<>();
        for (PlanNode node : marked) {
            int blockers = 0;
            for (int successor : node.successors) {
                blockers += isToUndo(next.step(successor)) ? 1 : 0;
            }
            block(next, node, blockers);
            for (int predecessor : node.predecessors) {
                // Marked before, when this step was still needed.
                if (!counted.contains(predecessor) && isToUndo(next.step(predecessor))) {
                    PlanNode before = next.plan.node(predecessor);
                    block(next, before, unneeded(next.step(predecessor)).blockers() + 1);
                }
            }
            StepState step = next.step(node.index);
            if (step.isSettled()) {
                next.put(node, step, UndoTurns.countItems(next, node, step));
                if (blockers == 0) {
                    turns.add(node);
                }
            }
        }
        goOn(next, turns);
    }

    /** A step has ended. If it was marked before, it may be undone now. */
    static void settled(ExecutionEdit next, PlanNode node) {
        StepState step = next.step(node.index);
        if (isToUndo(step)) {
            next.put(node, step, UndoTurns.countItems(next, node, step));
            over(next, node);
        }
    }

    /**
     * A step is undone, or left as it is: others may be next. They have to wait if a step after it was marked
     * meanwhile, and is not undone yet.
     */
    static void over(ExecutionEdit next, PlanNode node) {
        if (!isBlocked(next.step(node.index))) {
            Deque<PlanNode> turns = new ArrayDeque<>();
            turns.add(node);
            goOn(next, turns);
        }
    }

    /** Whether a step after this one has to be undone first. */
    static boolean isBlocked(StepState step) {
        Unneeded unneeded = step.unneeded();
        return unneeded != null && unneeded.isToUndo() && unneeded.blockers() > 0;
    }

    /** Counts anew in the graph of another version. */
    static void relocate(ExecutionEdit next) {
        List<PlanNode> marked = new ArrayList<>();
        for (int i = 0; i < next.plan.mainCount(); i++) {
            if (isToUndo(next.step(i))) {
                marked.add(next.plan.node(i));
            }
        }
        count(next, marked);
    }

    /** Gives these steps their turns. */
    private static void goOn(ExecutionEdit next, Deque<PlanNode> turns) {
        while (!turns.isEmpty()) {
            PlanNode node = turns.remove();
            StepState step = next.step(node.index);
            if (!isToUndo(step)) {
                continue;
            }
            if (UndoTurns.isLeft(next, node, step)) {
                UndoTurns.giveOut(next, node);
                continue;
            }
            next.mark(node, step, unneeded(step).over());
            next.undoPending--;
            for (int index : node.predecessors) {
                StepState before = next.step(index);
                if (isToUndo(before)) {
                    PlanNode predecessor = next.plan.node(index);
                    int blockers = unneeded(before).blockers() - 1;
                    block(next, predecessor, blockers);
                    if (blockers == 0 && before.isSettled()) {
                        turns.add(predecessor);
                    }
                }
            }
        }
    }

    private static void block(ExecutionEdit next, PlanNode node, int blockers) {
        StepState step = next.step(node.index);
        next.mark(node, step, unneeded(step).blockedBy(blockers));
    }

    private static boolean isToUndo(StepState step) {
        Unneeded unneeded = step.unneeded();
        return unneeded != null && unneeded.isToUndo();
    }

    private static Unneeded unneeded(StepState step) {
        Unneeded unneeded = step.unneeded();
        if (unneeded == null) {
            throw new IllegalStateException("the step is needed");
        }
        return unneeded;
    }
}
