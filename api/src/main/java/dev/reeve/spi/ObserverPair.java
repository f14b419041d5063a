package dev.reeve.spi;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes each event to two observers. Thread-safe if both of them are.
 *
 * @param first receives an event first
 * @param second receives an event also if the first one fails
 */
public record ObserverPair(Observer first, Observer second) implements Observer {

    private void both(Consumer<Observer> call) {
        try {
            call.accept(first);
        } finally {
            call.accept(second);
        }
    }

    @Override
    public void executionStarted(String workflow) {
        both(each -> each.executionStarted(workflow));
    }

    @Override
    public void executionEnded(String workflow, ExecutionStatus status, Duration took) {
        both(each -> each.executionEnded(workflow, status, took));
    }

    @Override
    public void tracedExecutionEnded(String workflow, ExecutionId id) {
        both(each -> each.tracedExecutionEnded(workflow, id));
    }

    @Override
    public void compensationStarted(String workflow) {
        both(each -> each.compensationStarted(workflow));
    }

    @Override
    public void attemptStarted(String action, Purpose purpose, Duration queued) {
        both(each -> each.attemptStarted(action, purpose, queued));
    }

    @Override
    public void attemptEnded(String action, Purpose purpose, @Nullable Cause failure, Duration took) {
        both(each -> each.attemptEnded(action, purpose, failure, took));
    }

    @Override
    public void retryScheduled(String action, Purpose purpose, WaitReason reason) {
        both(each -> each.retryScheduled(action, purpose, reason));
    }

    @Override
    public void stepEscalated(String action, Purpose purpose, Cause failure) {
        both(each -> each.stepEscalated(action, purpose, failure));
    }

    @Override
    public void executionChanged(String workflow, ExecutionId id, int events, ExecutionStatus status) {
        both(each -> each.executionChanged(workflow, id, events, status));
    }

    @Override
    public void committed(int transitions, Duration took) {
        both(each -> each.committed(transitions, took));
    }
}
