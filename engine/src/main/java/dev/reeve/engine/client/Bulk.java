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
 * A bulk operation: one verb on many executions. A handle: each call asks the engine. Thread-safe.
 *
 * <p>The operation continues while an engine runs the store, also after a crash. The history of each execution shows
 * what the operation did, with actor, reason and the operation's id. Nothing is done twice.
 */
public final class Bulk {

    static final StepPath STEP = StepPath.of("run");

    private final Reeve reeve;
    private final Execution execution;

    Bulk(Reeve reeve, Execution execution) {
        this.reeve = reeve;
        this.execution = execution;
    }

    /**
     * The id of the execution that runs this operation. Its history and description are available as for any other
     * execution.
     */
    public ExecutionId id() {
        return execution.id();
    }

    public ExecutionStatus status() {
        return execution.status();
    }

    /** The request, its actor and its reason. */
    public BulkRequest.Order order() {
        return Conversion.read(reeve.reader().story(id()).state().input(), BulkRequest.Order.class);
    }

    /**
     * The progress at the last checkpoint, which is written every few seconds and at the end. After a crash, the
     * numbers may lack what was done after the last checkpoint.
     */
    public BulkProgress progress() {
        StepState step = reeve.reader().story(id()).state().step(STEP);
        Json told = step == null ? null : step.output() == null ? step.checkpoint() : step.output();
        return told == null ? BulkProgress.NONE : Conversion.read(told, BulkProgress.class);
    }

    /**
     * Waits until the operation ends.
     *
     * @throws NotCompletedException if it was stopped
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it has not ended in time; it goes on
     */
    public BulkProgress await(Duration patience) {
        return execution.await(BulkProgress.class, patience);
    }

    /** Stops the operation. What was done stays. Refused if the operation has ended. */
    public void stop(String by, String why) {
        execution.cancel(by, why);
    }

    @Override
    public String toString() {
        return "bulk operation " + id();
    }
}
