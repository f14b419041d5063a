package dev.reeve.internal.core.state;

import dev.reeve.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The turns of steps and items to be undone: which of them have to be undone, and which are next. {@link UndoOrder} and
 * {@link EarlyUndo} decide when a step may have its turn.
 */
final class UndoTurns {

    private UndoTurns() {}

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
    static @Nullable PlanNode nextItem(ExecutionEdit next, PlanNode node) {
        StepState step = next.step(node);
        Items items = Objects.requireNonNull(step.items(), "a step with items");
        int number = items.undoFrom() - 1;
        while (number >= 0 && !mustBegin(next, node.item(number), items.step(number))) {
            number--;
        }
        next.put(node, step, step.with(items.undoingFrom(Math.max(0, number))));
        return number < 0 ? null : node.item(number);
    }
}
