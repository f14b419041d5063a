package dev.reeve.internal.server;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.spi.Observer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Passes each event to two observers, in this order. Thread-safe if both of them are. */
public record ObserverPair(Observer first, Observer second) implements Observer {

    @Override
    public void executionStarted(String workflow) {
        first.executionStarted(workflow);
        second.executionStarted(workflow);
    }

    @Override
    public void executionEnded(String workflow, ExecutionStatus status, Duration took) {
        first.executionEnded(workflow, status, took);
        second.executionEnded(workflow, status, took);
    }

    @Override
    public void compensationStarted(String workflow) {
        first.compensationStarted(workflow);
        second.compensationStarted(workflow);
    }

    @Override
    public void attemptStarted(String action, Purpose purpose, Duration queued) {
        first.attemptStarted(action, purpose, queued);
        second.attemptStarted(action, purpose, queued);
    }

    @Override
    public void attemptEnded(String action, Purpose purpose, @Nullable Cause failure, Duration took) {
        first.attemptEnded(action, purpose, failure, took);
        second.attemptEnded(action, purpose, failure, took);
    }

    @Override
    public void retryScheduled(String action, Purpose purpose, WaitReason reason) {
        first.retryScheduled(action, purpose, reason);
        second.retryScheduled(action, purpose, reason);
    }

    @Override
    public void stepEscalated(String action, Purpose purpose, Cause failure) {
        first.stepEscalated(action, purpose, failure);
        second.stepEscalated(action, purpose, failure);
    }

    @Override
    public void executionChanged(String workflow, ExecutionId id, int events, ExecutionStatus status) {
        first.executionChanged(workflow, id, events, status);
        second.executionChanged(workflow, id, events, status);
    }

    @Override
    public void committed(int transitions, Duration took) {
        first.committed(transitions, took);
        second.committed(transitions, took);
    }
}
