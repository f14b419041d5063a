package dev.reeve.simulation.modelcheck;

import dev.reeve.model.OnExhausted;
import dev.reeve.model.OnUnknown;
import dev.reeve.model.Retry;
import dev.reeve.model.StepBuilder;
import dev.reeve.model.Tolerate;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A step of a model. It calls the action of its own name; unless more is said, an attempt may take a minute, and there is only
 * one.
 */
record Act(String name, Consumer<StepBuilder> said) {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    static Act act(String name) {
        return new Act(
                name, step -> step.action(name + ".do").completeBy(MINUTE).retry(attempts(1)));
    }

    static Act waitAMinute(String name) {
        return new Act(name, step -> step.wait(MINUTE));
    }

    Act and(Consumer<StepBuilder> more) {
        return new Act(name, said.andThen(more));
    }

    Act after(String... steps) {
        return and(step -> step.after(steps));
    }

    Act tries(int attempts) {
        return and(step -> step.retry(attempts(attempts)));
    }

    Act within(int minutes) {
        return and(step -> step.completeBy(MINUTE.multipliedBy(minutes)));
    }

    Act beats() {
        return and(step -> step.heartbeat(HEARTBEAT));
    }

    /** It has a compensation, which is tried so often. */
    Act undone(int attempts) {
        return and(step ->
                step.compensate(name + ".undo", undo -> undo.completeBy(MINUTE).retry(attempts(attempts))));
    }

    /** It has a compensation with heartbeats. */
    Act undoneWithBeats(int attempts) {
        return and(step -> step.compensate(
                name + ".undo",
                undo -> undo.completeBy(MINUTE).heartbeat(HEARTBEAT).retry(attempts(attempts))));
    }

    /** It has a probe, which is tried so often. */
    Act asked(int attempts) {
        return and(step -> step.probe(
                name + ".ask", ask -> ask.completeBy(MINUTE.dividedBy(2)).retry(attempts(attempts))));
    }

    /** It is done for each of two items, so many at a time, of which so many may fail. */
    Act twice(int concurrency, int tolerated) {
        return and(step -> step.forEach(List.of(1, 2)).concurrency(concurrency).tolerate(Tolerate.items(tolerated)));
    }

    /** It is done again until this holds, with a minute between the rounds. */
    Act until(String condition, int max) {
        return and(step -> step.repeat(
                condition, repeat -> repeat.delay(MINUTE).maxDelay(MINUTE).max(max)));
    }

    /** It waits for a signal, two minutes at the most. */
    static Act awaiting(String name, String signal) {
        return new Act(name, step -> step.await(signal, await -> await.timeout(MINUTE.multipliedBy(2))));
    }

    Act onExhausted(OnExhausted.Then then) {
        return and(step -> step.onExhausted(then));
    }

    /** All is tried once more after ten minutes; then a person is needed. */
    Act onceMoreThenEscalates() {
        return and(step -> step.onExhausted(new OnExhausted(Duration.ofMinutes(10), 1, OnExhausted.Then.ESCALATE)));
    }

    Act onUnknown(OnUnknown unknown) {
        return and(step -> step.onUnknown(unknown));
    }

    private static Retry attempts(int attempts) {
        return Retry.DEFAULT.withMaxAttempts(attempts);
    }
}
