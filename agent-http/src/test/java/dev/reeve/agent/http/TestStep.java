package dev.reeve.agent.http;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.StepContext;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** An attempt of a step. */
final class TestStep implements StepContext {

    private final AttemptToken token;
    private final Duration remaining;
    private volatile boolean cancelled;

    private TestStep(Purpose purpose, int attempt, Duration remaining) {
        this.token = new AttemptToken(new ExecutionId(new UUID(1, 2)), StepPath.of("call"), purpose, attempt, 3);
        this.remaining = remaining;
    }

    static TestStep attempt(int attempt) {
        return new TestStep(Purpose.FORWARD, attempt, Duration.ofSeconds(30));
    }

    static TestStep probe() {
        return new TestStep(Purpose.PROBE, 1, Duration.ofSeconds(30));
    }

    static TestStep remaining(Duration remaining) {
        return new TestStep(Purpose.FORWARD, 1, remaining);
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public AttemptToken token() {
        return token;
    }

    @Override
    public String workflow() {
        return "shop";
    }

    @Override
    public String action() {
        return HttpAction.NAME;
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
