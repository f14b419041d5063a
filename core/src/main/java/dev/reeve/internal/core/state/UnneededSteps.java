package dev.reeve.internal.core.state;

import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.ArrayList;
import java.util.List;

/** Answers about the steps of an execution that it does not need any more. */
public final class UnneededSteps {

    private UnneededSteps() {}

    /**
     * The paths of the steps and items that a child execution or an agent is doing although their results are not
     * needed any more: all, while the execution starts to be compensated or is about to complete, and otherwise the
     * {@code others} of steps that have enough.
     */
    public static List<StepPath> underWay(ExecutionState state) {
        List<StepPath> underWay = new ArrayList<>();
        for (PlanNode node : state.running + state.children == 0 ? List.<PlanNode>of() : state.nodes()) {
            addUnderWay(state, node, underWay);
        }
        return underWay;
    }

    /** As {@link #underWay(ExecutionState)}, for these steps and their items. */
    public static List<StepPath> underWay(ExecutionState state, List<StepPath> among) {
        List<StepPath> underWay = new ArrayList<>();
        for (StepPath path : among) {
            PlanNode node = state.known(path);
            Items items = state.at(node).items();
            addUnderWay(state, node, underWay);
            for (int i = 0; items != null && i < items.begun(); i++) {
                addUnderWay(state, node.item(i), underWay);
            }
        }
        return underWay;
    }

    private static void addUnderWay(ExecutionState state, PlanNode node, List<StepPath> underWay) {
        StepState step = state.at(node);
        boolean isClosing = state.phase == Phase.CLOSING || !state.isNeeded(node);
        if (isClosing && step.isUnderWay() && step.purpose() == Purpose.FORWARD) {
            underWay.add(node.path);
        }
    }

    /** Whether the step is marked as one that is not needed and, if that is asked for, as one that is undone. */
    public static boolean isMarked(ExecutionState state, PlanNode node, boolean undone) {
        Unneeded mark = state.at(node).unneeded();
        return mark != null && (mark.undone() || !undone);
    }

    /** Whether a step has led to one of its successors: it has ended, was not left out, and chose it. */
    public static boolean hasLed(ExecutionState state, PlanNode node, PlanNode successor) {
        StepState step = state.at(node);
        return step.isSettled() && !step.leftOut && step.unneeded() == null && successor.follows(node, step.output());
    }

    /** Whether effects of a step or its items are left, which were not undone. */
    public static boolean hasEffects(ExecutionState state, PlanNode node) {
        Items items = state.at(node).items();
        boolean has = items == null && state.at(node).isEffective();
        for (int i = 0; items != null && i < items.begun(); i++) {
            has |= items.step(i).isEffective();
        }
        return has;
    }
}
