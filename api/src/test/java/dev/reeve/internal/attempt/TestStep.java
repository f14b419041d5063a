package dev.reeve.internal.attempt;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.StepContext;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** An attempt of a step, whose time the test moves. */
public final class TestStep implements StepContext {

    private final String action;
    private final AttemptToken token;
    private volatile Duration remaining;
    private volatile boolean cancelled;

    private TestStep(String action, Purpose purpose, int attempt, Duration remaining) {
        this.action = action;
        this.token = new AttemptToken(new ExecutionId(new UUID(1, 2)), StepPath.of("call"), purpose, attempt, 3);
        this.remaining = remaining;
    }

    /** The first attempt of a step. */
    public static TestStep first(String action, Duration remaining) {
        return new TestStep(action, Purpose.FORWARD, 1, remaining);
    }

    /** An attempt of a step, with half a minute left. */
    public static TestStep attempt(String action, int attempt) {
        return new TestStep(action, Purpose.FORWARD, attempt, Duration.ofSeconds(30));
    }

    /** A probe for a step, with half a minute left. */
    public static TestStep probe(String action) {
        return new TestStep(action, Purpose.PROBE, 1, Duration.ofSeconds(30));
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        remaining = remaining.compareTo(time) > 0 ? remaining.minus(time) : Duration.ZERO;
    }

    /** Cancels the attempt. */
    public void cancel() {
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
