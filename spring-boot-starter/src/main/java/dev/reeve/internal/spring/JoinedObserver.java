package dev.reeve.internal.spring;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.spi.Observer;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two observers in the place of one. A failure of the first does not keep events from the second. Thread-safe.
 *
 * @param first called first
 * @param second called also if the first one fails
 */
public record JoinedObserver(Observer first, Observer second) implements Observer {

    /** The options with another observer beside the one that they have. */
    public static NodeOptions add(NodeOptions options, Observer more) {
        return options.withObserver(new JoinedObserver(options.observer(), more));
    }

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
