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
record ModelStep(String name, Consumer<StepBuilder> said) {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    static ModelStep act(String name) {
        return new ModelStep(
                name, step -> step.action(name + ".do").completeBy(MINUTE).retry(attempts(1)));
    }

    static ModelStep waitAMinute(String name) {
        return new ModelStep(name, step -> step.wait(MINUTE));
    }

    ModelStep and(Consumer<StepBuilder> more) {
        return new ModelStep(name, said.andThen(more));
    }

    ModelStep after(String... steps) {
        return and(step -> step.after(steps));
    }

    ModelStep tries(int attempts) {
        return and(step -> step.retry(attempts(attempts)));
    }

    ModelStep within(int minutes) {
        return and(step -> step.completeBy(MINUTE.multipliedBy(minutes)));
    }

    ModelStep beats() {
        return and(step -> step.heartbeat(HEARTBEAT));
    }

    /** Adds a compensation with this maximum number of attempts. */
    ModelStep undone(int attempts) {
        return and(step ->
                step.compensate(name + ".undo", undo -> undo.completeBy(MINUTE).retry(attempts(attempts))));
    }

    /** Adds a compensation with heartbeats. */
    ModelStep undoneWithBeats(int attempts) {
        return and(step -> step.compensate(
                name + ".undo",
                undo -> undo.completeBy(MINUTE).heartbeat(HEARTBEAT).retry(attempts(attempts))));
    }

    /** Adds a probe with this maximum number of attempts. */
    ModelStep asked(int attempts) {
        return and(step -> step.probe(
                name + ".ask", ask -> ask.completeBy(MINUTE.dividedBy(2)).retry(attempts(attempts))));
    }

    /** Runs the step for each of two items, with this concurrency and this number of tolerated failures. */
    ModelStep twice(int concurrency, int tolerated) {
        return and(step -> step.forEach(List.of(1, 2)).concurrency(concurrency).tolerate(Tolerate.items(tolerated)));
    }

    /** Repeats the step until the condition holds, with a minute between the rounds. */
    ModelStep until(String condition, int max) {
        return and(step -> step.repeat(
                condition, repeat -> repeat.delay(MINUTE).maxDelay(MINUTE).max(max)));
    }

    /** Waits for a signal, two minutes at most. */
    static ModelStep awaiting(String name, String signal) {
        return new ModelStep(name, step -> step.await(signal, await -> await.timeout(MINUTE.multipliedBy(2))));
    }

    ModelStep onExhausted(OnExhausted.Then then) {
        return and(step -> step.onExhausted(then));
    }

    /** Repeats all retries once after ten minutes, then escalates. */
    ModelStep onceMoreThenEscalates() {
        return and(step -> step.onExhausted(new OnExhausted(Duration.ofMinutes(10), 1, OnExhausted.Then.ESCALATE)));
    }

    ModelStep onUnknown(OnUnknown unknown) {
        return and(step -> step.onUnknown(unknown));
    }

    private static Retry attempts(int attempts) {
        return Retry.DEFAULT.withMaxAttempts(attempts);
    }
}
