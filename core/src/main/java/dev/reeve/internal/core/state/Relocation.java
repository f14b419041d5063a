package dev.reeve.internal.core.state;

import dev.reeve.StepStatus;

/** Moves the states of an execution's steps into the graph of another version, by step name. */
final class Relocation {

    private Relocation() {}

    /** Whether each step that has begun exists in the other graph, as far as a state shows. */
    static boolean isPossible(ExecutionState from, Plan to) {
        for (int i = 0; i < from.plan().size(); i++) {
            PlanNode was = from.plan().node(i);
            PlanNode will = to.node(was.step.name());
            boolean same = will != null && will.isFinally == was.isFinally && will.hasItems() == was.hasItems();
            if (!same && from.at(was).status() != StepStatus.PENDING) {
                return false;
            }
        }
        return true;
    }

    /**
     * Steps that have begun keep their states. All others get the state that they would have if the execution had
     * always used the new graph.
     *
     * @param next the edit of an execution that goes forward; its plan is that of the other version
     * @param from the state before the move
     */
    static void apply(ExecutionState from, ExecutionEdit next) {
        Plan plan = next.plan;
        StepState[] steps = new StepState[plan.size()];
        for (int i = 0; i < steps.length; i++) {
            PlanNode node = plan.node(i);
            PlanNode was = from.plan().node(node.step.name());
            StepState step = was == null ? null : from.at(was);
            steps[i] = step == null || step.status() == StepStatus.PENDING
                    ? StepState.pending(node.predecessors.length)
                    : step.beforePredecessors(node.predecessors.length);
        }
        next.unsettled = plan.mainCount();
        for (int i = 0; i < plan.mainCount(); i++) {
            PlanNode node = plan.node(i);
            if (steps[i].isSettled()) {
                next.unsettled--;
                for (int index : node.successors) {
                    boolean followed = !steps[i].leftOut
                            && steps[i].unneeded() == null
                            && plan.node(index).follows(node, steps[i].output());
                    steps[index] = steps[index].afterPredecessor(followed);
                }
            }
        }
        next.steps = next.steps.withAll(steps);
        EarlyUndo.relocate(next);
    }
}
