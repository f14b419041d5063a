package dev.reeve.internal.engine.client.operation;

import dev.reeve.Bulk;
import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.execution.EmbeddedExecution;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import java.time.Duration;

/** A bulk operation of the engine in this process. */
final class EmbeddedBulk implements Bulk {

    static final StepPath STEP = StepPath.of("run");

    private final EngineAccess engine;
    private final Execution execution;

    EmbeddedBulk(EngineAccess engine, ExecutionId id) {
        this.engine = engine;
        this.execution = new EmbeddedExecution(engine, id);
    }

    @Override
    public ExecutionId id() {
        return execution.id();
    }

    @Override
    public ExecutionStatus status() {
        return execution.status();
    }

    @Override
    public BulkRequest.Order order() {
        return Conversion.read(engine.reader().state(id()).input(), BulkRequest.Order.class);
    }

    @Override
    public BulkProgress progress() {
        StepState step = engine.reader().state(id()).step(STEP);
        Json told = step == null ? null : step.output() == null ? step.checkpoint() : step.output();
        return told == null ? BulkProgress.NONE : Conversion.read(told, BulkProgress.class);
    }

    @Override
    public BulkProgress await(Duration patience) {
        return execution.await(BulkProgress.class, patience);
    }

    @Override
    public void stop(String reason) {
        execution.cancel(reason);
    }

    @Override
    public String toString() {
        return "bulk operation " + id();
    }
}
