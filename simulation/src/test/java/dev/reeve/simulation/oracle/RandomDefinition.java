package dev.reeve.simulation.oracle;

import dev.reeve.model.After;
import dev.reeve.model.Call;
import dev.reeve.model.Expression;
import dev.reeve.model.Join;
import dev.reeve.model.Json;
import dev.reeve.model.OnExhausted;
import dev.reeve.model.OnUnknown;
import dev.reeve.model.Retry;
import dev.reeve.model.Step;
import dev.reeve.model.Task;
import dev.reeve.model.Template;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Small workflows with a bit of everything in them, also such as no author would write. */
final class RandomDefinition {

    private static final List<OnExhausted.Then> OUTCOMES = List.of(OnExhausted.Then.values());

    private static final List<OnUnknown> ON_UNKNOWN = List.of(OnUnknown.values());

    /** Compiled once: the same ones are asked for thousands of times. */
    private static final Map<String, Expression> EXPRESSIONS = new ConcurrentHashMap<>();

    private static final Map<String, Template> TEMPLATES = new ConcurrentHashMap<>();

    private final RandomGenerator random;

    private RandomDefinition(RandomGenerator random) {
        this.random = random;
    }

    static Workflow next(RandomGenerator random) {
        return new RandomDefinition(random).workflow();
    }

    private Workflow workflow() {
        List<Step> steps = graph("s", 1 + random.nextInt(6), false);
        List<Step> finallySteps = oneIn(3) ? graph("f", 1 + random.nextInt(2), true) : List.of();
        Template output = oneIn(6)
                ? template(
                        "\"${ 1 + 'x' }\"", "{\"first\":\"${ steps.s0.output }\"}", "{\"s\":\"${ steps.s0.status }\"}")
                : null;
        Duration completeBy = oneIn(4) ? Duration.ofSeconds(random.nextInt(600)) : null;
        return new Workflow("by_chance", 1, "", completeBy, null, steps, finallySteps, output);
    }

    private List<Step> graph(String prefix, int size, boolean isFinally) {
        List<Step> steps = new ArrayList<>();
        int density = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            List<String> after = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(4) < density) {
                    after.add(prefix + k);
                }
            }
            Expression when = oneIn(6)
                    ? expression("false", "input.n > 1", "1 + 'x'", "$exists(steps.s0.output)", "steps.s0.output > 500")
                    : null;
            Task task = oneIn(7) ? waiting() : action(prefix + i, isFinally);
            steps.add(new Step(prefix + i, After.steps(after), oneIn(4) ? Join.ANY : Join.ALL, when, task));
        }
        return steps;
    }

    private Task waiting() {
        return random.nextBoolean()
                ? new Task.WaitFor(Duration.ofSeconds(random.nextInt(100)))
                : new Task.WaitUntil(expression(
                        "'2026-01-31T12:00:30Z'", "'soon'", "1769860860123", "'2026-01-31T13:01:00.0000007+01:00'"));
    }

    private Task action(String name, boolean isFinally) {
        Template input = oneIn(4)
                ? template(
                        "{\"n\":\"${ input.n }\"}",
                        "\"${ steps.s0.status }\"",
                        "\"${ 1 + 'x' }\"",
                        isFinally ? "\"${ outcome }\"" : "\"${ execution.id }/${ execution.workflow }\"")
                : null;
        Call compensate = random.nextInt(3) > 0
                ? call(
                        name + ".undo",
                        oneIn(6)
                                ? template(
                                        "{\"o\":\"${ steps." + name + ".output }\",\"s\":\"${ steps." + name
                                                + ".status }\"}",
                                        "\"${ 1 + 'x' }\"")
                                : null)
                : null;
        Call probe = oneIn(3)
                ? call(name + ".ask", oneIn(6) ? template("\"${ 1 + 'x' }\"", "\"${ steps.s0.status }\"") : null)
                : null;
        int rounds = oneIn(4) ? 1 + random.nextInt(2) : 0;
        Duration pause = rounds > 0 ? Duration.ofMinutes(random.nextInt(10)) : Duration.ZERO;
        OnExhausted exhausted = new OnExhausted(pause, rounds, OUTCOMES.get(random.nextInt(OUTCOMES.size())));
        OnUnknown onUnknown = oneIn(3) ? ON_UNKNOWN.get(random.nextInt(ON_UNKNOWN.size())) : OnUnknown.RETRY;
        return new Task.Action(
                call(name + ".do", input), isFinally ? null : compensate, probe, onUnknown, exhausted, 0);
    }

    private Call call(String action, @Nullable Template input) {
        Retry retry = new Retry(
                1 + random.nextInt(3),
                Duration.ofMillis(random.nextInt(2000)),
                1 + random.nextInt(3),
                Duration.ofSeconds(2 + random.nextInt(4)));
        return new Call(
                action, input, Duration.ofMinutes(1), random.nextBoolean() ? Duration.ofSeconds(10) : null, retry);
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private Expression expression(String... sources) {
        return EXPRESSIONS.computeIfAbsent(sources[random.nextInt(sources.length)], Expression::of);
    }

    private Template template(String... sources) {
        return TEMPLATES.computeIfAbsent(sources[random.nextInt(sources.length)], json -> Template.of(new Json(json)));
    }
}
