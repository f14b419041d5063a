package dev.reeve.internal.core.state;

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
 */
final class UndoOrder {

    private UndoOrder() {}

    private static boolean mustBeUndone(PlanNode node, StepState step) {
        Items items = step.items();
        if (items != null) {
            return items.toUndo() > 0;
        }
        // Effects that the engine cannot undo are escalated: a pivot that completed although the execution is
        // compensated, and a list that an operator resolved as a whole, so that its items are not known.
        return (node.compensate != null || node.step.pivot() || node.undoesItems()) && step.hasEffect();
    }

    /** Counts the steps that have to be undone, and finds those that can be undone at once. */
    static void begin(ExecutionEdit next) {
        int count = next.plan.mainCount();
        StepState[] steps = new StepState[next.plan.size()];
        int[] blockers = new int[count];
        Deque<PlanNode> through = new ArrayDeque<>();
        List<PlanNode> undoable = new ArrayList<>();
        for (int i = 0; i < steps.length; i++) {
            steps[i] = next.step(i);
            if (i < count) {
                PlanNode node = next.plan.node(i);
                blockers[i] = node.successors.length;
                steps[i] = countItems(node, steps[i]);
                Items items = steps[i].items();
                next.undoPending += items != null ? items.toUndo() : mustBeUndone(node, steps[i]) ? 1 : 0;
            }
        }
        for (int i = 0; i < count; i++) {
            if (blockers[i] == 0) {
                sort(next.plan.node(i), steps[i], through, undoable);
            }
        }
        while (!through.isEmpty()) {
            for (int predecessor : through.remove().predecessors) {
                if (--blockers[predecessor] == 0) {
                    sort(next.plan.node(predecessor), steps[predecessor], through, undoable);
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

    private static StepState countItems(PlanNode node, StepState step) {
        Items items = step.items();
        if (items == null) {
            return step;
        }
        int toUndo = 0;
        for (int i = 0; i < items.begun(); i++) {
            toUndo += mustBeUndone(node.item(i), items.step(i)) ? 1 : 0;
        }
        return step.with(items.toBeUndone(toUndo));
    }

    private static void sort(PlanNode node, StepState step, Deque<PlanNode> through, List<PlanNode> undoable) {
        if (mustBeUndone(node, step)) {
            undoable.add(node);
        } else {
            through.add(node);
        }
    }

    /** Gives a step its turn. Of its items, if it has any, as many get theirs as the concurrency allows. */
    private static void giveOut(ExecutionEdit next, PlanNode node) {
        if (next.step(node).items() == null) {
            next.undoable = new PathList(node.path, next.undoable);
            return;
        }
        List<PlanNode> items = new ArrayList<>();
        PlanNode item = nextItem(next, node);
        while (item != null) {
            items.add(item);
            item = items.size() < concurrency(node) ? nextItem(next, node) : null;
        }
        for (PlanNode undone : items.reversed()) {
            next.undoable = new PathList(undone.path, next.undoable);
        }
    }

    private static int concurrency(PlanNode node) {
        return Objects.requireNonNull(node.step.forEach(), "a step with items").concurrency();
    }

    /** The last item that has to be undone and is not being undone yet; null if there is none. */
    private static @Nullable PlanNode nextItem(ExecutionEdit next, PlanNode node) {
        StepState step = next.step(node);
        Items items = Objects.requireNonNull(step.items(), "a step with items");
        int number = items.undoFrom() - 1;
        while (number >= 0 && !mustBeUndone(node.item(number), items.step(number))) {
            number--;
        }
        next.put(node, step, step.with(items.undoingFrom(Math.max(0, number))));
        return number < 0 ? null : node.item(number);
    }

    /** Continues after a step or item is undone, or left as it is: others may be next. */
    static void through(ExecutionEdit next, PlanNode undone) {
        next.undoPending--;
        next.undone++;
        if (undone.parent == null) {
            goOn(next, undone);
            return;
        }
        PlanNode parent = undone.parent;
        StepState before = next.step(parent);
        Items items = before.itemsOf(undone).oneUndone();
        if (items.toUndo() == 0) {
            next.put(parent, before, before.with(items).compensated());
            goOn(next, parent);
            return;
        }
        next.put(parent, before, before.with(items));
        PlanNode item = nextItem(next, parent);
        if (item != null) {
            next.undoable = new PathList(item.path, next.undoable);
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
                    if (mustBeUndone(predecessor, after)) {
                        giveOut(next, predecessor);
                    } else {
                        through.add(predecessor);
                    }
                }
            }
        }
    }
}
