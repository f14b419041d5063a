package dev.reeve.internal.core.state;

import dev.reeve.Purpose;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order in which steps are undone. A step can be undone when all its successors are finished: they are undone, or
 * never had to be. So the order is the reverse of the graph's, and independent branches are undone in parallel (C1).
 * The items of a step begin in order and are undone in reverse order, with the same concurrency.
 *
 * <p>Each step counts its unfinished successors. The initial pass over the whole graph and the walk that follows visit
 * each edge and each item once.
 *
 * <p>In an execution that completes early, only the steps are undone that were not needed any more before that
 * ({@link EarlyUndo}). What an execution has begun to undo while it went on is not begun again.
 */
final class UndoOrder {

    private UndoOrder() {}

    /** Whether a step, or one of its items, still has to be undone, or is being undone. */
    static boolean isLeft(ExecutionEdit next, PlanNode node, StepState step) {
        Items items = step.items();
        return isConcerned(next, node)
                && (items != null ? items.toUndo() > 0 : mustBegin(next, node, step) || step.isBeingUndone());
    }

    /** Whether the step is undone at all. */
    private static boolean isConcerned(ExecutionEdit next, PlanNode node) {
        Unneeded unneeded = next.step(node.index).unneeded();
        return next.undoneFor != null || (unneeded != null && unneeded.isToUndo());
    }

    /** Whether a step or an item without items of its own has to be undone, and is not being undone yet. */
    private static boolean mustBegin(ExecutionEdit next, PlanNode node, StepState step) {
        // Effects that the engine cannot undo are escalated: a pivot that completed although the execution is
        // compensated, and a list that an operator resolved as a whole, so that its items are not known.
        boolean asksFor =
                node.compensate != null || node.undoesItems() || (node.step.pivot() && next.undoneFor != null);
        return asksFor && step.hasEffect() && step.purpose() != Purpose.COMPENSATION && !isFinal(next, node);
    }

    /** A pivot that is done is never undone while its execution goes on. */
    private static boolean isFinal(ExecutionEdit next, PlanNode node) {
        return next.undoneFor == null
                && node.step.pivot()
                && next.step(node.index).output() != null;
    }

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
                steps[i] = countItems(next, node, steps[i]);
                Items items = steps[i].items();
                next.undoPending += !isLeft(next, node, steps[i]) ? 0 : items != null ? items.toUndo() : 1;
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
            giveOut(next, node);
        }
    }

    /** The step with the number of its items that have to be undone. */
    static StepState countItems(ExecutionEdit next, PlanNode node, StepState step) {
        Items items = step.items();
        if (items == null) {
            return step;
        }
        int toUndo = 0;
        for (int i = 0; i < items.begun(); i++) {
            StepState item = items.step(i);
            toUndo += mustBegin(next, node.item(i), item) || item.isBeingUndone() ? 1 : 0;
        }
        return step.with(items.toBeUndone(toUndo));
    }

    private static void sort(
            ExecutionEdit next, PlanNode node, StepState step, Deque<PlanNode> through, List<PlanNode> undoable) {
        if (isLeft(next, node, step)) {
            undoable.add(node);
        } else {
            through.add(node);
        }
    }

    /**
     * Gives a step its turn, unless it is being undone already. Of its items, if it has any, as many get theirs as the
     * concurrency allows.
     */
    static void giveOut(ExecutionEdit next, PlanNode node) {
        StepState step = next.step(node);
        Items all = step.items();
        if (all == null) {
            if (!step.isBeingUndone()) {
                next.undoable = new PathList(node.path, next.undoable);
            }
            return;
        }
        int free = concurrency(node) - beingUndone(all);
        List<PlanNode> items = new ArrayList<>();
        PlanNode item = free > 0 ? nextItem(next, node) : null;
        while (item != null) {
            items.add(item);
            item = items.size() < free ? nextItem(next, node) : null;
        }
        for (PlanNode undone : items.reversed()) {
            next.undoable = new PathList(undone.path, next.undoable);
        }
    }

    private static int beingUndone(Items items) {
        int count = 0;
        for (int i = 0; i < items.begun(); i++) {
            count += items.step(i).isBeingUndone() ? 1 : 0;
        }
        return count;
    }

    private static int concurrency(PlanNode node) {
        return Objects.requireNonNull(node.step.forEach(), "a step with items").concurrency();
    }

    /** The last item that has to be undone and is not being undone yet; null if there is none. */
    private static @Nullable PlanNode nextItem(ExecutionEdit next, PlanNode node) {
        StepState step = next.step(node);
        Items items = Objects.requireNonNull(step.items(), "a step with items");
        int number = items.undoFrom() - 1;
        while (number >= 0 && !mustBegin(next, node.item(number), items.step(number))) {
            number--;
        }
        next.put(node, step, step.with(items.undoingFrom(Math.max(0, number))));
        return number < 0 ? null : node.item(number);
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
                boolean waits = next.phase == Phase.CLOSING || (early && EarlyUndo.isBlocked(before));
                PlanNode item = waits ? null : nextItem(next, parent);
                if (item != null) {
                    next.undoable = new PathList(item.path, next.undoable);
                }
                return;
            }
            next.put(parent, before, before.with(items).compensated());
            whole = parent;
        }
        if (!early) {
            goOn(next, whole);
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
                    if (isLeft(next, predecessor, after)) {
                        giveOut(next, predecessor);
                    } else {
                        through.add(predecessor);
                    }
                }
            }
        }
    }
}
