package dev.reeve.benchmark.cluster;

import dev.reeve.ExecutionId;
import dev.reeve.Purpose;

/**
 * The work of one step in one direction.
 *
 * @param step negative if the step is undone
 */
record ClusterWork(ExecutionId execution, int step) {

    /** The step's number in the ledger. */
    static int number(int step, Purpose purpose) {
        return purpose == Purpose.COMPENSATION ? -step : step;
    }
}
