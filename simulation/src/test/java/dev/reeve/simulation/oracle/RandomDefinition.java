package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Small workflows with a bit of everything in them, also such as no author would write. */
final class RandomDefinition {

    private static final List<OnExhausted.Then> OUTCOMES = List.of(OnExhausted.Then.values());

    private static final List<String> OF_ACTIONS = List.of(
            ComputedTimes.COMPLETE_BY,
            ComputedTimes.START_BY,
            ComputedTimes.BACKOFF,
            ComputedTimes.MAX_BACKOFF,
            ComputedTimes.DELAY,
            ComputedTimes.MAX_DELAY,
            ComputedTimes.OF_PROBE + ComputedTimes.COMPLETE_BY,
            ComputedTimes.OF_PROBE + ComputedTimes.BACKOFF,
            ComputedTimes.OF_COMPENSATION + ComputedTimes.COMPLETE_BY,
            ComputedTimes.OF_COMPENSATION + ComputedTimes.MAX_BACKOFF);

    /** Of agents, as {@link RandomRun} has them, and of the engine. */
    private static final List<String> CODES =
            List.of("RANDOM", "NO", "COMPLETE_BY_PASSED", "EXPRESSION_FAILED", "NAME_NOT_LISTED", "AGENT_LOST");

    private static final List<Others> OTHERS = List.of(Others.values());

    private static final List<OnUnknown> ON_UNKNOWN = List.of(OnUnknown.values());

    /** Compiled once: the same ones are asked for thousands of times. */
    private static final Map<String, Expression> EXPRESSIONS = new ConcurrentHashMap<>();

    private static final Map<String, Template> TEMPLATES = new ConcurrentHashMap<>();

    private final RandomGenerator random;

    private final Set<String> switches = new HashSet<>();

    private RandomDefinition(RandomGenerator random) {
        this.random = random;
    }

    static Definition next(RandomGenerator random) {
        return new RandomDefinition(random).workflow();
    }

    private Definition workflow() {
        List<Step> steps = graph("s", 1 + random.nextInt(6), false);
        List<Step> finallySteps = oneIn(3) ? graph("f", 1 + random.nextInt(2), true) : List.of();
        Template output = oneIn(6)
                ? template(
                        "\"${ 1 + 'x' }\"",
                        "{\"first\":\"${ steps.s0.output }\"}",
                        "{\"s\":\"${ steps.s0.status }\"}",
                        "{\"e\":\"${ steps.s0.error }\"}")
                : null;
        Duration completeBy = oneIn(4) ? Duration.ofSeconds(random.nextInt(600)) : null;
        return new Definition("by_chance", 1, "", completeBy, null, steps, finallySteps, output);
    }

    private List<Step> graph(String prefix, int size, boolean isFinally) {
        List<Step> steps = new ArrayList<>();
        int density = 1 + random.nextInt(3);
        int pivot = !isFinally && oneIn(5) ? random.nextInt(size) : -1;
        for (int i = 0; i < size; i++) {
            List<Predecessor> after = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(4) < density) {
                    after.add(edge(prefix + k));
                }
            }
            Expression when = oneIn(6)
                    ? expression(
                            "false",
                            "input.n > 1",
                            "1 + 'x'",
                            "$exists(steps.s0.output)",
                            "steps.s0.output > 500",
                            "steps.s0.error",
                            "steps.s0.error.code = 'NO'")
                    : null;
            Join join = oneIn(4) ? Join.of(1 + random.nextInt(Math.max(1, after.size()))) : Join.ALL;
            if (join.count() > 0) {
                // follows from what was drawn, so that other definitions stay as they are
                join = join.withOthers(OTHERS.get((size + i + density + join.count()) % OTHERS.size()));
            }
            steps.add(step(prefix + i, after, join, when, i == pivot, isFinally));
        }
        return steps;
    }

    private Predecessor edge(String step) {
        return switches.contains(step) && !oneIn(4)
                ? new Predecessor(step, List.of("one", "two", "other").get(random.nextInt(3)))
                : Predecessor.step(step);
    }

    private Step step(
            String name,
            List<Predecessor> after,
            Join join,
            @Nullable Expression when,
            boolean pivot,
            boolean isFinally) {
        if (oneIn(8)) {
            switches.add(name);
            return new Step(name, after, join, when, choice());
        }
        if (oneIn(5)) {
            Task task = oneIn(2) ? waiting() : awaiting();
            Repeat signals =
                    task instanceof Task.Await && (name.length() + after.size()) % 2 == 0 ? signals(name) : null;
            return new Step(name, after, join, when, null, signals, pivot, null, task, times(task));
        }
        if (oneIn(7)) {
            return new Step(name, after, join, when, computed(isFinally));
        }
        ForEach forEach = oneIn(5) ? forEach() : null;
        Repeat repeat = oneIn(5) ? repeat() : null;
        JsonSchema schema = oneIn(8) ? new JsonSchema(new Json("{\"maximum\": 700}")) : null;
        Task task = action(name, isFinally, forEach != null, repeat != null);
        return new Step(name, after, join, when, forEach, repeat, pivot, schema, task, times(task));
    }

    /** Follows from the name, so that other definitions stay as they are. */
    private Repeat signals(String name) {
        String[] conditions = {"$count(output) > 1", "round = 3", "false", "1 + 'x'"};
        int lot = Math.floorMod(name.hashCode(), conditions.length);
        return new Repeat(
                expression(conditions[lot]),
                Repeat.DEFAULT_DELAY,
                Repeat.DEFAULT_FACTOR,
                Repeat.DEFAULT_MAX_DELAY,
                2 + lot);
    }

    private ComputedTimes times(Task task) {
        Map<String, Expression> times = new TreeMap<>();
        if (task instanceof Task.WaitFor && oneIn(3)) {
            times.put(ComputedTimes.WAIT, expression("input.n * 20000", "input.n & 's'", "-1", "'soon'"));
        }
        if (task instanceof Task.Await await && (await.updateOn() != null || oneIn(4))) {
            times.put(
                    ComputedTimes.TIMEOUT,
                    await.updateOn() == null
                            ? expression("'1m'", "input.n * 10000", "'0s'")
                            : expression("signal > 4 ? '60s' : '20s'", "signal * 10000"));
        }
        for (String place : task instanceof Task.Action ? OF_ACTIONS : List.<String>of()) {
            if (oneIn(16)) {
                times.put(place, expression("input.n * 1000", "'7s'", "'soon'", "1 + 'x'", "2.5", "'0s'"));
            }
        }
        return new ComputedTimes(times);
    }

    private Task choice() {
        return new Task.Switch(List.of(
                new Task.Switch.Case("one", expression("input.n = 1", "input.n > 1")),
                new Task.Switch.Case("two", expression("input.n = 2", "1 + 'x'")),
                new Task.Switch.Case("other", oneIn(2) ? null : expression("input.n = 3"))));
    }

    private Task computed(boolean isFinally) {
        Template value = template(
                "{\"n\":\"${ input.n }\"}",
                "\"${ steps.s0.output }\"",
                "\"${ 1 + 'x' }\"",
                "7",
                "{\"error\":\"${ steps.s0.error }\",\"why\":\"${ execution.error }\"}");
        return switch (isFinally ? 0 : random.nextInt(4)) {
            case 0, 1 -> new Task.Value(value);
            case 2 -> new Task.Complete(value);
            default ->
                new Task.Fail(
                        "ON_PURPOSE",
                        oneIn(3) ? null : template("\"n is ${ input.n }\"", "\"${ 1 + 'x' }\""),
                        oneIn(2) ? null : value);
        };
    }

    private Task awaiting() {
        return new Task.Await(
                List.of(List.of("go"), List.of("stop"), List.of("stop", "go")).get(random.nextInt(3)),
                oneIn(3) ? null : Duration.ofSeconds(random.nextInt(100)),
                oneIn(2) ? template("5", "\"${ input.n }\"", "\"${ 1 + 'x' }\"") : null,
                oneIn(4) ? new JsonSchema(new Json("{\"maximum\": 6}")) : null,
                byCode(OnExhausted.of(OUTCOMES.get(random.nextInt(OUTCOMES.size())))),
                oneIn(3) ? "more" : null);
    }

    private ForEach forEach() {
        return new ForEach(
                template(
                        "[1,\"${ input.n }\",3]",
                        "[]",
                        "\"${ [1..4] }\"",
                        "\"${ input.n }\"",
                        "[[1],{\"a\":2}]",
                        "\"${ steps.s0.output }\""),
                oneIn(3) ? 1 + random.nextInt(3) : ForEach.SINGLY,
                oneIn(2) ? "item" : "each",
                1 + random.nextInt(3),
                random.nextBoolean() ? Tolerate.items(random.nextInt(3)) : Tolerate.percent(50));
    }

    private Repeat repeat() {
        return new Repeat(
                expression("output > 300", "round = 2", "false", "1 + 'x'", "output = 'x' or round > 2"),
                Duration.ofSeconds(random.nextInt(3)),
                1 + random.nextInt(2),
                Duration.ofSeconds(3),
                1 + random.nextInt(3));
    }

    private Task waiting() {
        return random.nextBoolean()
                ? new Task.WaitFor(Duration.ofSeconds(random.nextInt(100)))
                : oneIn(3)
                        ? new Task.WaitUntil(
                                expression(
                                        "signal > 4 ? '2026-01-31T12:10:00Z' : '2026-01-31T12:00:30Z'",
                                        "1769860860123 + 10000 * signal"),
                                random.nextBoolean() ? "more" : "go")
                        : new Task.WaitUntil(expression(
                                "'2026-01-31T12:00:30Z'",
                                "'soon'",
                                "1769860860123",
                                "'2026-01-31T13:01:00.0000007+01:00'"));
    }

    private Task action(String name, boolean isFinally, boolean hasItems, boolean hasRounds) {
        Template input = oneIn(hasItems || hasRounds ? 2 : 4)
                ? template(
                        hasItems
                                ? "{\"i\":\"${ $string(index) & $string(item) & $string(each) }\"}"
                                : "\"${ input.n }\"",
                        hasRounds ? "{\"r\":\"${ round }\",\"o\":\"${ output }\"}" : "[\"${ input.n }\"]",
                        hasRounds ? "\"${ 1 + output }\"" : "{}",
                        "{\"n\":\"${ input.n }\"}",
                        "\"${ steps.s0.status }\"",
                        "\"${ 1 + 'x' }\"",
                        isFinally ? "\"${ outcome }\"" : "\"${ execution.id }/${ execution.workflow }\"",
                        isFinally ? "{\"e\":\"${ execution.error }\"}" : "[\"${ steps.s0.error.details }\"]")
                : null;
        ActionCall compensate = random.nextInt(3) > 0
                ? call(
                        name + ".undo",
                        oneIn(6)
                                ? template(
                                        "{\"x\":\"${ output }\",\"i\":\"${ index }\",\"r\":\"${ round }\"}",
                                        "{\"o\":\"${ steps." + name + ".output }\",\"s\":\"${ steps." + name
                                                + ".status }\"}",
                                        "\"${ 1 + 'x' }\"")
                                : null)
                : null;
        ActionCall probe = oneIn(3)
                ? call(
                        name + ".ask",
                        oneIn(6)
                                ? template(
                                        "\"${ 1 + 'x' }\"",
                                        "\"${ steps.s0.status }\"",
                                        "[\"${ round }\",\"${ index }\"]")
                                : null)
                : null;
        int rounds = oneIn(4) ? 1 + random.nextInt(2) : 0;
        Duration pause = rounds > 0 ? Duration.ofMinutes(random.nextInt(10)) : Duration.ZERO;
        OnExhausted exhausted = byCode(new OnExhausted(pause, rounds, OUTCOMES.get(random.nextInt(OUTCOMES.size()))));
        OnUnknown onUnknown = oneIn(3) ? ON_UNKNOWN.get(random.nextInt(ON_UNKNOWN.size())) : OnUnknown.RETRY;
        return new Task.Action(
                call(name + ".do", input),
                isFinally ? null : compensate,
                probe,
                onUnknown,
                exhausted,
                0,
                null,
                null,
                oneIn(5) ? Duration.ofSeconds(1 + random.nextInt(100)) : null);
    }

    private ActionCall call(String action, @Nullable Template input) {
        Retry retry = new Retry(
                1 + random.nextInt(3),
                Duration.ofMillis(random.nextInt(2000)),
                1 + random.nextInt(3),
                Duration.ofSeconds(2 + random.nextInt(4)),
                oneIn(5) ? List.of("NO", code()) : List.of(),
                oneIn(6) ? List.of(code()) : List.of(),
                oneIn(4) ? Duration.ofSeconds(1 + random.nextInt(120)) : null);
        return new ActionCall(
                action,
                input,
                Duration.ofMinutes(1),
                random.nextBoolean() ? Duration.ofSeconds(10) : null,
                retry,
                false,
                oneIn(6) ? name(action) : null);
    }

    /** Sometimes not text, and sometimes a name that cannot come. */
    private ComputedName name(String action) {
        return new ComputedName(
                template(
                        "\"${ input.n > 1 ? '%s' : 'other.do' }\"".formatted(action),
                        "\"${ round = 1 ? '%s' : 'other.do' }\"".formatted(action),
                        "\"${ steps.s0.error ? 'other.do' : '%s' }\"".formatted(action),
                        "\"${ 1 + 'x' }\"",
                        "\"${ input.n }\""),
                oneIn(4) ? List.of(action) : List.of(action, "other.do"));
    }

    private OnExhausted byCode(OnExhausted policy) {
        OnExhausted more = policy;
        for (int i = oneIn(3) ? 1 + random.nextInt(2) : 0; i > 0; i--) {
            more = more.withCode(code(), OUTCOMES.get(random.nextInt(OUTCOMES.size())));
        }
        return more;
    }

    private String code() {
        return CODES.get(random.nextInt(CODES.size()));
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
