package dev.reeve.internal.core.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The order in which steps are undone. A step can be undone when all its successors are finished: they are undone, or
 * never had to be. So the order is the reverse of the graph's, and independent branches are undone in parallel (C1).
 * The items of a step begin in order and are undone in reverse order, with the same concurrency.
 *
 * <p>Each step counts its unfinished successors. The initial pass over the whole graph and the walk that follows visit
 * each edge and each item once.
 *
 * <p>In an execution that completes early, only the steps are undone that were not needed any more before that
 * ({@link EarlyUndo}). An undoing that began while the execution went on does not begin again.
 */
final class UndoOrder {

    private UndoOrder() {}

    /** Counts the steps that have to be undone, and finds those that can be undone at once. */
    static void begin(ExecutionEdit next) {
        int count = next.plan.mainCount();
        StepState[] steps = new StepState[next.plan.size()];
        int[] blockers = new int[count];
        Deque<PlanNode> through = new ArrayDeque<>();
        List<PlanNode> undoable = new ArrayList<>();
        next.undoPending = 0;
        next.undoable = null;
        for (int i = 0; i < steps.length; i++) {
            steps[i] = next.step(i);
            if (i < count) {
                PlanNode node = next.plan.node(i);
                blockers[i] = node.successors.length;
                steps[i] = UndoTurns.countItems(next, node, steps[i]);
                Items items = steps[i].items();
                next.undoPending += !UndoTurns.isLeft(next, node, steps[i]) ? 0 : items != null ? items.toUndo() : 1;
            }
        }
        for (int i = 0; i < count; i++) {
            if (blockers[i] == 0) {
                sort(next, next.plan.node(i), steps[i], through, undoable);
            }
        }
        while (!through.isEmpty()) {
            for (int predecessor : through.remove().predecessors) {
                if (--blockers[predecessor] == 0) {
                    sort(next, next.plan.node(predecessor), steps[predecessor], through, undoable);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            steps[i] = steps[i].blockedBy(blockers[i]);
        }
        next.steps = next.steps.withAll(steps);
        for (PlanNode node : undoable.reversed()) {
            UndoTurns.giveOut(next, node);
        }
    }

    private static void sort(
            ExecutionEdit next, PlanNode node, StepState step, Deque<PlanNode> through, List<PlanNode> undoable) {
        if (UndoTurns.isLeft(next, node, step)) {
            undoable.add(node);
        } else {
            through.add(node);
        }
    }

    /** Continues after a step or item is undone, or left as it is: others may be next. */
    static void through(ExecutionEdit next, PlanNode undone) {
        boolean early = next.phase != Phase.UNDOING;
        next.undoPending -= early ? 0 : 1;
        next.undone++;
        PlanNode whole = undone;
        PlanNode parent = undone.parent;
        if (parent != null) {
            StepState before = next.step(parent);
            Items items = before.itemsOf(undone).oneUndone();
            if (items.toUndo() > 0) {
                next.put(parent, before, before.with(items));
                boolean isBlocked = early ? EarlyUndo.isBlocked(before) : before.blockers > 0;
                boolean waits = next.phase == Phase.CLOSING || isBlocked;
                PlanNode item = waits ? null : UndoTurns.nextItem(next, parent);
                if (item != null) {
                    next.undoable = new PathList(item.path, next.undoable);
                }
                return;
            }
            next.put(parent, before, before.with(items).compensated());
            whole = parent;
        }
        if (!early) {
            // Otherwise its undoing began while the execution went on, and it is passed when its successors are
            // finished.
            if (next.step(whole).blockers == 0) {
                goOn(next, whole);
            }
        } else if (next.phase != Phase.CLOSING) { // afterwards it is counted anew
            EarlyUndo.over(next, whole);
        }
    }

    private static void goOn(ExecutionEdit next, PlanNode undone) {
        Deque<PlanNode> through = new ArrayDeque<>();
        through.add(undone);
        while (!through.isEmpty()) {
            for (int index : through.remove().predecessors) {
                PlanNode predecessor = next.plan.node(index);
                StepState before = next.step(index);
                StepState after = before.blockedBy(before.blockers - 1);
                next.put(predecessor, before, after);
                if (after.blockers == 0) {
                    if (UndoTurns.isLeft(next, predecessor, after)) {
                        UndoTurns.giveOut(next, predecessor);
                    } else {
                        through.add(predecessor);
                    }
                }
            }
        }
    }
}
