package dev.reeve.internal.core;

import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The next version of a workflow, with some steps changed, added and removed. */
final class RandomVersion {

    private final RandomGenerator random;

    RandomVersion(RandomGenerator random) {
        this.random = random;
    }

    Definition after(Definition old) {
        List<Step> steps = new ArrayList<>(old.steps());
        int changes = random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(steps, old.version());
        }
        return new Definition(
                old.name(),
                old.version() + 1,
                old.description(),
                old.completeBy(),
                old.input(),
                old.execution(),
                steps,
                old.finallySteps(),
                old.output());
    }

    private void change(List<Step> steps, int version) {
        int index = random.nextInt(steps.size());
        Step step = steps.get(index);
        switch (random.nextInt(6)) {
            case 0 -> remove(steps, step);
            case 1 -> {
                String name = "v" + version + "_" + steps.size();
                List<Predecessor> after = step.task().ends() ? step.after() : List.of(Predecessor.step(step.name()));
                steps.add(with(step, name, after, step.task()));
            }
            case 2 -> steps.set(index, with(step, step.name(), List.of(), step.task()));
            case 3 -> steps.set(index, with(step, step.name(), step.after(), retried(step.task())));
            case 4 -> steps.set(index, when(step, random.nextBoolean() ? null : Expression.of("input.n > 1")));
            default -> insert(steps, index, "v" + version + "_" + steps.size());
        }
    }

    /** Only one that nothing comes after, so that it remains a graph; and not the last that there is. */
    private static void remove(List<Step> steps, Step step) {
        boolean needed = steps.stream().anyMatch(other -> other.predecessors().contains(step.name()));
        if (!needed && steps.size() > 1) {
            steps.remove(step);
        }
    }

    /** Before another one. */
    private void insert(List<Step> steps, int index, String name) {
        Step step = steps.get(index);
        List<Predecessor> after = new ArrayList<>(step.after());
        after.add(Predecessor.step(name));
        steps.set(index, with(step, step.name(), after, step.task()));
        steps.add(new Step(name, List.of(), Join.ALL, null, new Task.WaitFor(Duration.ofSeconds(random.nextInt(9)))));
    }

    private static Step with(Step step, String name, List<Predecessor> after, Task task) {
        Join join = step.join().count() > after.size() ? Join.ALL : step.join();
        return new Step(name, after, join, step.when(), step.forEach(), step.repeat(), false, step.output(), task);
    }

    private static Step when(Step step, @Nullable Expression when) {
        return new Step(
                step.name(),
                step.after(),
                step.join(),
                when,
                step.forEach(),
                step.repeat(),
                step.pivot(),
                step.output(),
                step.task());
    }

    private Task retried(Task task) {
        if (!(task instanceof Task.Action action)) {
            return task;
        }
        ActionCall call = action.call();
        Retry retry = new Retry(1 + random.nextInt(3), Duration.ofMillis(5), 2, Duration.ofSeconds(1));
        ActionCall retried = new ActionCall(
                random.nextInt(4) == 0 ? call.action() + "_2" : call.action(),
                call.input(),
                call.completeBy(),
                call.heartbeat(),
                retry);
        return new Task.Action(
                retried,
                random.nextInt(4) == 0 ? null : action.compensate(),
                random.nextInt(4) == 0 ? null : action.probe(),
                action.onUnknown(),
                action.onExhausted(),
                action.priority());
    }
}
