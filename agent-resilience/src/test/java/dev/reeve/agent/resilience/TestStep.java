package dev.reeve.agent.resilience;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.StepContext;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** An attempt whose time the test moves. */
final class TestStep implements StepContext {

    private final String action;
    private Duration remaining;
    private boolean cancelled;

    TestStep(String action, Duration remaining) {
        this.action = action;
        this.remaining = remaining;
    }

    void pass(Duration time) {
        remaining = remaining.compareTo(time) > 0 ? remaining.minus(time) : Duration.ZERO;
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public AttemptToken token() {
        return new AttemptToken(new ExecutionId(new UUID(1, 2)), StepPath.of("charge"), Purpose.FORWARD, 1, 3);
    }

    @Override
    public String workflow() {
        return "shop";
    }

    @Override
    public String action() {
        return action;
    }

    @Override
    public Duration remaining() {
        return remaining;
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    @Override
    public void heartbeat() {}

    @Override
    public void heartbeat(Object checkpoint) {}

    @Override
    public <T> Optional<T> checkpoint(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public <T> Optional<T> evidence(Class<T> type) {
        return Optional.empty();
    }
}
