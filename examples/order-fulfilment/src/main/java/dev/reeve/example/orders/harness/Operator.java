package dev.reeve.example.orders.harness;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.StepDescription;
import dev.reeve.StepStatus;
import dev.reeve.example.orders.Shop;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Plays the operator of escalated executions, who retries the escalated steps. For one thread. */
final class Operator {

    private final Reeve reeve;
    private final Watcher watcher;
    private final int triesMax;
    private final Map<ExecutionId, Integer> tries = new HashMap<>();
    private int givenUp;

    /** @param triesMax maximum number of retries of an execution's steps; 0 to leave them to a person */
    Operator(Reeve reeve, Watcher watcher, int triesMax) {
        this.reeve = reeve;
        this.watcher = watcher;
        this.triesMax = triesMax;
    }

    /** Number of executions that are still escalated after all retries. */
    int givenUp() {
        return givenUp;
    }

    /** Handles the escalated executions. */
    void look() {
        ExecutionQuery desk = ExecutionQuery.all()
                .workflow(Shop.WORKFLOW)
                .status(ExecutionStatus.ESCALATED)
                .limit(1_000);
        int hopeless = 0;
        for (ExecutionSummary summary : reeve.list(desk)) {
            if (tries.merge(summary.id(), 1, Integer::sum) > triesMax) {
                hopeless++;
            } else {
                handle(summary);
            }
        }
        givenUp = hopeless;
    }

    private void handle(ExecutionSummary summary) {
        Execution execution = reeve.find(summary.id()).orElseThrow();
        for (StepDescription step : execution.describe().steps()) {
            if (step.status() == StepStatus.ESCALATED) {
                watcher.note("%s needs a person: %s (%s) failed %d times%s; the operator retries it"
                        .formatted(
                                summary.key(),
                                step.step(),
                                step.purpose().name().toLowerCase(Locale.ROOT),
                                step.attempts(),
                                step.failure() == null
                                        ? ""
                                        : " with " + step.failure().code()));
                retry(execution, step);
            }
        }
    }

    private void retry(Execution execution, StepDescription step) {
        try {
            execution.actingAs("demo").recovery().retry(step.step().toString());
        } catch (ReeveException e) {
            // The execution may have moved on since the query. Then no retry is needed. A server that was killed may
            // have done it or not: the next look tells.
            if (e.code() != ErrorCode.REFUSED && e.code() != ErrorCode.STORE_UNAVAILABLE) {
                throw e;
            }
        }
    }
}
