package dev.reeve.internal.model.reading;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ExecutionDefaults;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Pivots;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.definition.StepLimit;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnSlow;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Tolerate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes random valid workflows, and random data. The same seed gives the same. */
public final class DefinitionGenerator {

    private static final String[] TEXTS = {
        "",
        " ",
        "a",
        "plain text",
        " leading",
        "trailing ",
        "true",
        "null",
        "~",
        "yes",
        "1",
        "1e5",
        "0x1f",
        "1_000",
        "-",
        "- a",
        "a: b",
        "a #b",
        "#",
        "\"",
        "'",
        "\\",
        "a\nb",
        "a\r\nb\n",
        "\t",
        "\u0001",
        "\u007f",
        "\u0085",
        "\u2028",
        "\ufeff",
        "\uffff",
        "é",
        "漢字",
        "😀",
        "<<",
        "*x",
        "&x",
        "!x",
        "%x",
        "@x",
        "`x`",
        "|",
        ">",
        "{",
        "}",
        "[",
        "]",
        ",",
        "?",
        ":",
        "2026-01-01",
        "12:30",
        ".inf",
        "$${ not an expression }",
        "costs 5$",
        "{ a }",
        "a, b",
        "x".repeat(300)
    };

    private static final String[] EXPRESSIONS = {
        "${ input.a }",
        "${input}",
        "order ${ input.id } of ${ execution.id }",
        "${ input.a > 3 and input.b = \"}\" }",
        "${ { \"a\": [input.b, 1.5, null] } }",
        "${ $sum(input.lines.(n * price)) }",
        "${ execution.workflow & '\"' }",
        "${ input.`odd name` }",
        "${ /* why */ input.x[0] }",
        "${ $contains(input.x, /^[a-z{}]+$/i) }"
    };

    private final Random random;
    private int depth;

    public DefinitionGenerator(long seed) {
        this.random = new Random(seed);
    }

    public Definition workflow() {
        List<Step> steps = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            steps.add(step("step_" + i, steps, StepDefaults.STEP));
        }
        List<Step> finallySteps = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            finallySteps.add(step("finally_" + i, finallySteps, StepDefaults.FINALLY));
        }
        if (random.nextInt(4) == 0) {
            pivot(steps);
        }
        OtherJoins.add(steps, true, random);
        OtherJoins.add(finallySteps, false, random);
        int version = 1 + random.nextInt(1000);
        JsonSchema input = chance() ? null : schema();
        Definition workflow = new Definition(
                pick("w", "order_fulfilment", "true", "null", "a1_b2"),
                version,
                chance() ? "" : text(),
                chance() ? null : duration(),
                input,
                chance() ? ExecutionDefaults.NONE : execution(),
                steps,
                finallySteps,
                chance() ? null : template(steps),
                input == null && chance() ? DefinitionParts.schedule(random) : null);
        return workflow.withVersion(version); // which names the groups
    }

    /** Makes a group of a child now and then. */
    private Task grouped(Task task) {
        if (!(task instanceof Task.Child child) || depth > 1 || child.name() != null || chance()) {
            return task;
        }
        depth++;
        List<Step> steps = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            steps.add(step("inner_" + i, steps, StepDefaults.STEP));
        }
        depth--;
        return DefinitionParts.group(child, steps, chance());
    }

    private static boolean isGroup(Task task) {
        return task instanceof Task.Child child && child.group() != null;
    }

    private ExecutionDefaults execution() {
        Map<String, Template> labels = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            labels.put("label " + i, Template.of(Json.of(pick("", "a", "${ input.a }", "x${ input }"))));
        }
        return new ExecutionDefaults(
                chance() ? 0 : random.nextInt(201) - 100,
                labels,
                chance() ? null : duration(),
                chance() ? null : Template.of(Json.of(pick("https://x.y/z", "${ input.uri }"))),
                null);
    }

    /** Makes one of the steps a pivot, and the others go forward past it. */
    private void pivot(List<Step> steps) {
        int chosen = random.nextInt(steps.size());
        Step pivot = steps.get(chosen);
        if (pivot.task() instanceof Task.Action || pivot.task() instanceof Task.Child) {
            steps.set(
                    chosen, with(pivot, true, PolicyChange.withThen(pivot.task(), OnExhausted.Then.COMPENSATE, false)));
            Pivots pivots = Pivots.of(steps);
            steps.replaceAll(step -> pivots.goesForward(step.name())
                    ? with(
                            step,
                            false,
                            PolicyChange.withThen(
                                    step.task(),
                                    pick(StepDefaults.FINALLY.thens().toArray(OnExhausted.Then[]::new)),
                                    true))
                    : step);
        }
    }

    private static Step with(Step step, boolean pivot, Task task) {
        return with(step, pivot, task, DefinitionParts.timesOf(step.times(), task));
    }

    private static Step with(Step step, boolean pivot, Task task, ComputedTimes times) {
        return new Step(
                step.name(),
                step.after(),
                step.join(),
                step.when(),
                step.forEach(),
                step.repeat(),
                pivot,
                step.output(),
                task,
                times);
    }

    private Step step(String name, List<Step> earlier, StepDefaults defaults) {
        List<Predecessor> edges = new ArrayList<>();
        for (Step step : earlier) {
            if (!step.task().ends() && random.nextInt(3) == 0) {
                edges.addAll(edges(step));
            }
        }
        List<String> after = edges.stream().map(Predecessor::step).distinct().toList();
        Join join = !after.isEmpty() && random.nextInt(3) == 0 ? Join.of(1 + random.nextInt(after.size())) : Join.ALL;
        Expression when = random.nextInt(4) == 0 ? Expression.of(reference(after)) : null;
        Task task = grouped(task(after, defaults));
        boolean loops = task instanceof Task.Action || task instanceof Task.Child;
        return computed(new Step(
                name,
                edges,
                join,
                when,
                loops && random.nextInt(4) == 0 ? forEach(after) : null,
                task instanceof Task.Action && random.nextInt(4) == 0
                        ? repeat()
                        : task instanceof Task.Await && chance() ? signals() : null,
                false,
                loops && !isGroup(task) && random.nextInt(4) == 0 ? schema() : null,
                task));
    }

    /** Some of the durations that have their defaults become expressions. */
    private Step computed(Step step) {
        Map<String, Expression> times = new LinkedHashMap<>();
        Task task = step.task();
        switch (task) {
            case Task.WaitFor wait
            when chance() -> {
                task = new Task.WaitFor(Duration.ofMillis(1));
                times.put(ComputedTimes.WAIT, time());
            }
            case Task.WaitUntil wait when chance() -> task = new Task.WaitUntil(Expression.of("signal.x"), "moved");
            case Task.Await await
            when await.timeout() == null && chance() -> {
                boolean updated = chance();
                times.put(ComputedTimes.TIMEOUT, updated ? Expression.of("signal.days & 'd'") : time());
                task = new Task.Await(
                        await.signals(), null, null, await.schema(), await.onExhausted(), updated ? "moved" : null);
            }
            case Task.Child child
            when child.completeBy() == null && chance() -> times.put(ComputedTimes.COMPLETE_BY, time());
            case Task.Action action -> computed(times, action);
            default -> {}
        }
        Repeat repeat = task instanceof Task.Await ? null : step.repeat();
        if (repeat != null && repeat.delay().equals(Repeat.DEFAULT_DELAY) && chance()) {
            times.put(ComputedTimes.DELAY, time());
        }
        return with(step, step.pivot(), task, new ComputedTimes(times));
    }

    private void computed(Map<String, Expression> times, Task.Action action) {
        if (action.startBy() == null && random.nextInt(4) == 0) {
            times.put(ComputedTimes.START_BY, time());
        }
        computed(times, "", action.call());
        computed(times, ComputedTimes.OF_PROBE, action.probe());
        computed(times, ComputedTimes.OF_COMPENSATION, action.compensate());
    }

    private void computed(Map<String, Expression> times, String of, @Nullable ActionCall call) {
        Duration usual =
                of.equals(ComputedTimes.OF_PROBE) ? StepDefaults.PROBE.completeBy() : ActionCall.DEFAULT_COMPLETE_BY;
        if (call != null && call.completeBy().equals(usual) && random.nextInt(3) == 0) {
            times.put(of + ComputedTimes.COMPLETE_BY, time());
        }
        if (call != null && call.retry().backoff().equals(Retry.DEFAULT.backoff()) && random.nextInt(3) == 0) {
            times.put(of + ComputedTimes.BACKOFF, time());
        }
    }

    private Expression time() {
        return Expression.of(pick("input.seconds & 's'", "1000 * input.n"));
    }

    /** To one step: as a whole, or to one or several of its cases. */
    private List<Predecessor> edges(Step step) {
        if (step.task() instanceof Task.Switch choice && chance()) {
            return choice.cases().subList(0, 1 + random.nextInt(choice.cases().size())).stream()
                    .map(one -> new Predecessor(step.name(), one.name()))
                    .toList();
        }
        return List.of(Predecessor.step(step.name()));
    }

    private ForEach forEach(List<String> after) {
        return new ForEach(
                Template.of(Json.of(
                        chance()
                                ? DefinitionParts.listOf(reference(after))
                                : List.of(1, "a", Map.of("b", reference(after))))),
                pick(ForEach.SINGLY, ForEach.SINGLY, 1, 500),
                pick(ForEach.DEFAULT_AS, "file", "x1"),
                pick(ForEach.DEFAULT_CONCURRENCY, 1, 10_000),
                pick(
                        Tolerate.NONE,
                        Tolerate.items(3),
                        Tolerate.items(100_000),
                        Tolerate.percent(0),
                        Tolerate.percent(10),
                        Tolerate.percent(100)));
    }

    private Repeat repeat() {
        Duration delay = chance() ? Repeat.DEFAULT_DELAY : chance() ? Duration.ZERO : duration();
        return new Repeat(
                Expression.of(pick("output.done", "round > 3 or output.x = input.y")),
                delay,
                pick(1.0, 2.0, 1.25),
                delay.compareTo(Repeat.DEFAULT_MAX_DELAY) <= 0 && chance()
                        ? Repeat.DEFAULT_MAX_DELAY
                        : delay.plus(duration()),
                pick(Repeat.DEFAULT_MAX, 1, 10_000));
    }

    private Repeat signals() {
        return new Repeat(
                Expression.of(pick("$count(output) = 2", "round > 3")),
                Repeat.DEFAULT_DELAY,
                Repeat.DEFAULT_FACTOR,
                Repeat.DEFAULT_MAX_DELAY,
                pick(Repeat.DEFAULT_MAX, 1, 10_000));
    }

    private StepLimit limit(List<String> after) {
        int concurrency = random.nextInt(3);
        return new StepLimit(
                chance() ? null : Template.of(Json.of(pick("fixed", reference(after), "a ${ input.b }"))),
                concurrency,
                concurrency > 0 && chance()
                        ? null
                        : pick(Rate.perSecond(10), Rate.perMinute(1_000_000), Rate.perDay(1)));
    }

    private Task.Switch choice(List<String> after) {
        List<Task.Switch.Case> cases = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            cases.add(new Task.Switch.Case("case_" + i, Expression.of(reference(after))));
        }
        if (chance()) {
            cases.add(new Task.Switch.Case(pick("otherwise", "rest"), null));
        }
        return new Task.Switch(cases);
    }

    private Task.Await await(List<String> after, StepDefaults defaults) {
        Duration timeout = chance() ? null : duration();
        return new Task.Await(
                pick(List.of("approval"), List.of("paid"), List.of("paid", "cancelled")),
                timeout,
                timeout == null || chance() ? null : Template.of(Json.of(Map.of("a", reference(after)))),
                chance() ? null : schema(),
                byCode(OnExhausted.of(then(defaults)), defaults),
                null);
    }

    private Task.Child child(List<String> after, StepDefaults defaults) {
        ComputedName name = random.nextInt(3) > 0
                ? null
                : name(after, pick(List.of("ship_parcel"), List.of("ship_parcel", "other")));
        return new Task.Child(
                name == null ? pick("ship_parcel", "other") : sourceOf(name),
                chance() ? null : (Integer) (1 + random.nextInt(9)),
                chance() ? null : templateOf(after),
                chance() ? null : duration(),
                byCode(OnExhausted.of(then(defaults)), defaults),
                chance() ? 0 : random.nextInt(201) - 100,
                name);
    }

    private Task.Fail fail(List<String> after) {
        return new Task.Fail(
                pick("CARD_DECLINED", "A", "X_1"),
                chance() ? null : Template.of(Json.of(pick("no", "score " + reference(after)))),
                chance() ? null : templateOf(after));
    }

    private ComputedName name(List<String> after, List<String> oneOf) {
        return new ComputedName(Template.of(Json.of(pick("", "a_") + reference(after))), oneOf);
    }

    private static String sourceOf(ComputedName name) {
        return String.valueOf(name.name().source().value());
    }

    private OnExhausted byCode(OnExhausted policy, StepDefaults defaults) {
        OnExhausted more = policy;
        for (int i = random.nextInt(3); i > 0; i--) {
            more = more.withCode(pick("CARD_DECLINED", "A", "X_1"), then(defaults));
        }
        return more;
    }

    private OnExhausted.Then then(StepDefaults defaults) {
        return defaults.thens().get(random.nextInt(defaults.thens().size()));
    }

    private Task task(List<String> after, StepDefaults defaults) {
        return switch (random.nextInt(15)) {
            case 0 -> new Task.WaitFor(duration());
            case 1 -> new Task.WaitUntil(Expression.of(reference(after)));
            case 2, 3 -> choice(after);
            case 4 -> await(after, defaults);
            case 5, 6 -> child(after, defaults);
            case 7 -> new Task.Value(templateOf(after));
            case 8 -> defaults.compensable() ? fail(after) : new Task.Value(templateOf(after));
            case 9 -> defaults.compensable() ? new Task.Complete(templateOf(after)) : choice(after);
            default -> {
                ActionCall compensate =
                        defaults.compensable() && chance() ? call(after, StepDefaults.COMPENSATE) : null;
                ActionCall probe = chance() ? call(after, StepDefaults.PROBE) : null;
                ActionCall call = call(after, defaults.forward());
                yield new Task.Action(
                        call,
                        compensate,
                        probe,
                        chance() ? OnUnknown.RETRY : onUnknown(defaults),
                        onExhausted(defaults),
                        chance() ? 0 : random.nextInt(201) - 100,
                        random.nextInt(4) > 0 ? null : lessThan(call.completeBy()),
                        random.nextInt(4) > 0 ? null : limit(after),
                        random.nextInt(4) > 0 ? null : duration().plusMillis(1),
                        random.nextInt(4) > 0 ? null : OnSlow.ALERT);
            }
        };
    }

    private Duration lessThan(Duration longer) {
        return Duration.ofMillis(1 + random.nextLong(longer.toMillis() - 1));
    }

    private ActionCall call(List<String> after, StepDefaults.OfCall defaults) {
        Duration completeBy = chance() ? defaults.completeBy() : duration().plusMillis(2);
        Duration heartbeat = chance() ? null : Duration.ofMillis(1 + random.nextLong(completeBy.toMillis() / 3));
        Template input = chance() ? null : templateOf(after);
        ComputedName name = random.nextInt(4) > 0
                ? null
                : name(after, pick(List.of("payment.charge"), List.of("noop", "a-b.c_D.e1", "a.b")));
        return new ActionCall(
                name == null ? pick("payment.charge", "noop", "a-b.c_D.e1") : sourceOf(name),
                input,
                completeBy,
                heartbeat,
                retry(defaults.retry()),
                !defaults.equals(StepDefaults.PROBE) && random.nextInt(4) == 0,
                name);
    }

    private Retry retry(Retry defaults) {
        if (chance()) {
            return defaults;
        }
        Duration backoff = chance() ? defaults.backoff() : chance() ? Duration.ZERO : duration();
        Duration maxBackoff = backoff.compareTo(defaults.maxBackoff()) <= 0 && chance()
                ? defaults.maxBackoff()
                : backoff.plus(chance() ? Duration.ZERO : Duration.ofMillis(random.nextInt(100_000)));
        return new Retry(
                1 + random.nextInt(20),
                backoff,
                pick(1.0, 1.5, 2.0, 3.14159, 100.0),
                maxBackoff,
                chance() ? List.of() : pick(List.of("BUSY"), List.of("BUSY", "A_1")),
                chance() ? List.of() : pick(List.of("CARD_DECLINED"), List.of("B", "CARD_DECLINED")),
                chance() ? null : duration());
    }

    private OnExhausted onExhausted(StepDefaults defaults) {
        OnExhausted.Then then = then(defaults);
        return byCode(
                chance() ? OnExhausted.of(then) : new OnExhausted(duration(), 1 + random.nextInt(5), then), defaults);
    }

    private OnUnknown onUnknown(StepDefaults defaults) {
        return defaults.onUnknowns().get(random.nextInt(defaults.onUnknowns().size()));
    }

    private Duration duration() {
        long number = 1L + random.nextInt(50);
        return switch (random.nextInt(5)) {
            case 0 -> Duration.ofMillis(1 + random.nextInt(1_000_000));
            case 1 -> Duration.ofSeconds(number);
            case 2 -> Duration.ofMinutes(number);
            case 3 -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    private String reference(List<String> after) {
        return after.isEmpty() || chance()
                ? pick("${ input.flag }", "${ input.a > 1 }", "${ $exists(input.b) }")
                : "${ steps." + after.get(random.nextInt(after.size())) + ".output }";
    }

    private Template template(List<Step> steps) {
        return templateOf(steps.stream().map(Step::name).toList());
    }

    private Template templateOf(List<String> settled) {
        Object value = data(3, settled);
        // null alone is no template: the key is left out, or it is an expression
        return Template.of(Json.of(value == null ? "${ null }" : value));
    }

    private JsonSchema schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", List.of("object", pick("string", "array", "null")));
        if (chance()) {
            Map<String, Object> properties = new LinkedHashMap<>();
            properties.put(text(), Map.of("type", "integer", "minimum", 3));
            // what expressions read has to be described
            List.of("x", "y", "done").forEach(read -> properties.put(read, Map.of("title", text())));
            schema.put("properties", properties);
        }
        schema.put("title", text());
        return new JsonSchema(Json.of(schema));
    }

    /** Any JSON; with expressions if there are settled steps to refer to. */
    @Nullable Object data(int depth, @Nullable List<String> settled) {
        return switch (random.nextInt(depth > 0 ? 10 : 8)) {
            case 0 -> null;
            case 1 -> chance();
            case 2 -> number();
            case 3, 4 -> settled == null ? text() : reference(settled);
            case 5 -> settled == null ? text() : pick(EXPRESSIONS);
            case 6, 7 -> text();
            case 8 -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(data(depth - 1, settled));
                }
                yield list;
            }
            default -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put(text().replace("$${", ""), data(depth - 1, settled));
                }
                yield map;
            }
        };
    }

    private Object number() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> new BigInteger(1 + random.nextInt(200), random);
            case 3 -> random.nextGaussian();
            case 4 -> new BigDecimal(new BigInteger(100, random), random.nextInt(60) - 20);
            default -> pick(0, -0.0, 1e-300, 1.7e306, 0.1, 9007199254740993L, new BigDecimal("1.10"));
        };
    }

    String text() {
        return pick(TEXTS);
    }

    boolean chance() {
        return random.nextBoolean();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    final <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
