package dev.reeve.example.orders.service;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.StepContext;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** An attempt, as an agent would give it to a handler. */
public record Step(String action, Purpose purpose, int attempt) implements StepContext {

    public static Step forward(String action, int attempt) {
        return new Step(action, Purpose.FORWARD, attempt);
    }

    public static Step undo(String action) {
        return new Step(action, Purpose.COMPENSATION, 1);
    }

    @Override
    public AttemptToken token() {
        return new AttemptToken(new ExecutionId(new UUID(1, 2)), StepPath.of("step"), purpose, attempt, 7);
    }

    @Override
    public String workflow() {
        return "order_fulfilment";
    }

    @Override
    public Duration remaining() {
        return Duration.ofSeconds(1);
    }

    @Override
    public boolean cancelled() {
        return false;
    }

    @Override
    public void heartbeat() {
        // nobody listens
    }

    @Override
    public void heartbeat(Object checkpoint) {
        // nobody listens
    }

    @Override
    public <C> Optional<C> checkpoint(Class<C> type) {
        return Optional.empty();
    }

    @Override
    public <E> Optional<E> evidence(Class<E> type) {
        return Optional.empty();
    }
}
