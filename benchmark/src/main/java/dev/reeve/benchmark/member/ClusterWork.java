package dev.reeve.benchmark.member;

import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.agent.StepContext;

/**
 * The work of one step in one direction.
 *
 * @param step negative if the step is undone
 */
public record ClusterWork(ExecutionId execution, int step) {

    static ClusterWork of(StepContext step) {
        int number = Integer.parseInt(step.step().step().substring("step".length()));
        return new ClusterWork(step.execution(), number(number, step.purpose()));
    }

    /** The step's number in the ledger. */
    public static int number(int step, Purpose purpose) {
        return purpose == Purpose.COMPENSATION ? -step : step;
    }
}
