package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.internal.core.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks that a delayed execution does nothing before its start time, and then begins (S8). */
final class Delay {

    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;

    /** The start time; null if the execution has begun. */
    private @Nullable Instant until;

    /** @param breach receives the rule and the violation */
    Delay(BiConsumer<String, String> breach, Coverage sometimes) {
        this.breach = breach;
        this.sometimes = sometimes;
    }

    private void require(boolean holds, String rule, String problem) {
        if (!holds) {
            breach.accept(rule, problem);
        }
    }

    /** @param state before the event */
    void look(Event event, Instant at, ExecutionState state) {
        Instant begin = until;
        switch (event) {
            case Event.ExecutionDelayed e -> delayed(e, at, state);
            case Event.ExecutionBegun e -> {
                require(begin != null, "S8", "it was not delayed: " + e);
                require(
                        begin == null || !at.isBefore(begin),
                        "I13",
                        "it begins at %s, and not at %s".formatted(begin, at));
                require(state.paused() == null, "I13", "a time acts on what a person holds: " + e);
                sometimes.saw(Milestone.DELAYED);
                until = null;
            }
            case Event.CompensationStarted e -> {
                if (begin != null) {
                    sometimes.saw(Milestone.CANCELLED_BEFORE);
                    until = null;
                }
            }
            case Event.OfStep e ->
                require(begin == null, "S8", "nothing is to be done before %s: %s".formatted(begin, e));
            default -> {}
        }
    }

    /** The time limit of the execution counts from its delayed start. */
    private void delayed(Event.ExecutionDelayed delayed, Instant at, ExecutionState state) {
        Duration allowed = state.plan().workflow().completeBy();
        Instant expected = allowed == null ? null : delayed.until().plus(allowed);
        Instant found = state.started().completeBy();
        require(delayed.until().isAfter(at), "S8", "that is no delay: " + delayed);
        require(Objects.equals(found, expected), "S8", "its complete-by is %s, not %s".formatted(found, expected));
        until = delayed.until();
    }
}
