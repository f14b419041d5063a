package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepState;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.bulk.BulkProgress;
import dev.reeve.engine.bulk.BulkRequest;
import dev.reeve.model.Json;
import java.time.Duration;

/**
 * One verb on many executions. A handle: every answer is fresh from the engine. Thread-safe.
 *
 * <p>It goes on by itself as long as an engine runs the store, also after a crash. What it did is in the history of each
 * execution, with who, why and the operation's id; nothing is done twice.
 */
public final class Bulk {

    static final StepPath STEP = StepPath.of("run");

    private final Reeve reeve;
    private final Execution execution;

    Bulk(Reeve reeve, Execution execution) {
        this.reeve = reeve;
        this.execution = execution;
    }

    /** Of the execution that the operation is: its history and what it waits for can be seen as those of any other. */
    public ExecutionId id() {
        return execution.id();
    }

    public ExecutionStatus status() {
        return execution.status();
    }

    /** What was asked for, by whom and why. */
    public BulkRequest.Order order() {
        return Conversion.read(reeve.reader().story(id()).state().input(), BulkRequest.Order.class);
    }

    /**
     * How far it has come, at the last checkpoint: every few seconds, and at its end. After a crash, what was done just before may
     * be missing from the numbers.
     */
    public BulkProgress progress() {
        StepState step = reeve.reader().story(id()).state().step(STEP);
        Json told = step == null ? null : step.output() == null ? step.checkpoint() : step.output();
        return told == null ? BulkProgress.NONE : Conversion.read(told, BulkProgress.class);
    }

    /**
     * Waits until it is through.
     *
     * @throws NotCompletedException if it was stopped
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it is not through in time; it goes on
     */
    public BulkProgress await(Duration patience) {
        return execution.await(BulkProgress.class, patience);
    }

    /** Stops it; what was done remains. Refused if it is through. */
    public void stop(String by, String why) {
        execution.cancel(by, why);
    }

    @Override
    public String toString() {
        return "bulk operation " + id();
    }
}
