package dev.reeve.simulation.modelcheck;

import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.StepBuilder;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A step of a model. It calls the action with the same name. By default an attempt may take a minute, and there is only
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

    /** Adds a compensation with this maximum number of attempts. */
    Act undone(int attempts) {
        return and(step ->
                step.compensate(name + ".undo", undo -> undo.completeBy(MINUTE).retry(attempts(attempts))));
    }

    /** Adds a compensation with heartbeats. */
    Act undoneWithBeats(int attempts) {
        return and(step -> step.compensate(
                name + ".undo",
                undo -> undo.completeBy(MINUTE).heartbeat(HEARTBEAT).retry(attempts(attempts))));
    }

    /** Adds a probe with this maximum number of attempts. */
    Act asked(int attempts) {
        return and(step -> step.probe(
                name + ".ask", ask -> ask.completeBy(MINUTE.dividedBy(2)).retry(attempts(attempts))));
    }

    /** Runs the step for each of two items, with this concurrency and this number of tolerated failures. */
    Act twice(int concurrency, int tolerated) {
        return and(step -> step.forEach(List.of(1, 2)).concurrency(concurrency).tolerate(Tolerate.items(tolerated)));
    }

    /** Repeats the step until the condition holds, with a minute between the rounds. */
    Act until(String condition, int max) {
        return and(step -> step.repeat(
                condition, repeat -> repeat.delay(MINUTE).maxDelay(MINUTE).max(max)));
    }

    /** Waits for a signal, two minutes at most. */
    static Act awaiting(String name, String signal) {
        return new Act(name, step -> step.await(signal, await -> await.timeout(MINUTE.multipliedBy(2))));
    }

    Act onExhausted(OnExhausted.Then then) {
        return and(step -> step.onExhausted(then));
    }

    /** Repeats all retries once after ten minutes, then escalates. */
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
