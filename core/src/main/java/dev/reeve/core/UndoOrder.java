package dev.reeve.core;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * In which order steps are undone: a step can be undone when all its successors are through with it, which they are if they
 * are undone or never had to be. So the order is the reverse of the graph's, and independent branches go in parallel (C1).
 *
 * <p>Each step counts the successors that are not through. The one pass over the whole graph at the beginning and the walk that
 * follows visit every edge once.
 */
final class UndoOrder {

    private UndoOrder() {}

    static boolean mustBeUndone(Node node, StepState step) {
        return node.compensate != null && (step.output() != null || step.inDoubt());
    }

    /** Counts what has to be undone, and finds what can be undone at once. */
    static void begin(ExecutionEdit next) {
        int count = next.plan.mainCount();
        StepState[] steps = new StepState[next.plan.size()];
        int[] blockers = new int[count];
        int[] through = new int[count];
        int[] undoable = new int[count];
        int throughCount = 0;
        int undoableCount = 0;
        for (int i = 0; i < steps.length; i++) {
            steps[i] = next.step(i);
            if (i < count) {
                blockers[i] = next.plan.node(i).successors.length;
                next.undoPending += mustBeUndone(next.plan.node(i), steps[i]) ? 1 : 0;
            }
        }
        for (int i = 0; i < count; i++) {
            if (blockers[i] == 0) {
                if (mustBeUndone(next.plan.node(i), steps[i])) {
                    undoable[undoableCount++] = i;
                } else {
                    through[throughCount++] = i;
                }
            }
        }
        for (int done = 0; done < throughCount; done++) {
            for (int predecessor : next.plan.node(through[done]).predecessors) {
                if (--blockers[predecessor] == 0) {
                    if (mustBeUndone(next.plan.node(predecessor), steps[predecessor])) {
                        undoable[undoableCount++] = predecessor;
                    } else {
                        through[throughCount++] = predecessor;
                    }
                }
            }
        }
        for (int i = 0; i < count; i++) {
            steps[i] = steps[i].blockedBy(blockers[i]);
        }
        next.steps = next.steps.withAll(steps);
        for (int i = undoableCount - 1; i >= 0; i--) {
            next.undoable = new IntList(undoable[i], next.undoable);
        }
    }

    /** The step is undone, or left as it is: its predecessors may be next. */
    static void through(ExecutionEdit next, Node undone) {
        next.undoPending--;
        next.undone++;
        Deque<Node> through = new ArrayDeque<>();
        through.add(undone);
        while (!through.isEmpty()) {
            for (int index : through.remove().predecessors) {
                Node predecessor = next.plan.node(index);
                StepState before = next.step(index);
                StepState after = before.blockedBy(before.blockers - 1);
                next.put(predecessor, before, after);
                if (after.blockers == 0) {
                    if (mustBeUndone(predecessor, after)) {
                        next.undoable = new IntList(index, next.undoable);
                    } else {
                        through.add(predecessor);
                    }
                }
            }
        }
    }
}
