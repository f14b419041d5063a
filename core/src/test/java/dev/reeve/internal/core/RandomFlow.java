package dev.reeve.internal.core;

import dev.reeve.internal.core.Flow.Spec;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Small workflows with a bit of everything in them. */
final class RandomFlow {

    private static final List<Then> OUTCOMES = List.of(Then.values());

    private static final List<OnUnknown> ON_UNKNOWN = List.of(OnUnknown.values());

    private static final List<Others> OTHERS = List.of(Others.values());

    private final RandomGenerator random;

    private final Set<String> switches = new HashSet<>();

    RandomFlow(RandomGenerator random) {
        this.random = random;
    }

    Flow next() {
        Flow flow = Flow.of(graph("s", 1 + random.nextInt(7)));
        if (random.nextInt(3) == 0) {
            flow.andFinally(graph("f", 1 + random.nextInt(2)));
        }
        if (random.nextInt(8) == 0) {
            flow.output(random.nextInt(4) == 0 ? "\"${ 1 + 'x' }\"" : "{\"first\":\"${ steps.s0.output }\"}");
        }
        return flow;
    }

    private Spec[] graph(String prefix, int size) {
        int pivot = random.nextInt(5) == 0 ? random.nextInt(size) : -1;
        Spec[] specs = new Spec[size];
        int density = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            List<String> after = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(4) < density && !specs[k].build().task().ends()) {
                    after.add(prefix + k);
                }
            }
            for (int k = 0; k < after.size(); k++) {
                if (switches.contains(after.get(k)) && random.nextInt(4) > 0) {
                    after.set(k, after.get(k) + pick(".one", ".two", ".other"));
                }
            }
            specs[i] = spec(prefix + i).after(after.toArray(String[]::new));
            if (!after.isEmpty() && random.nextInt(4) == 0) {
                int needed = 1 + random.nextInt(after.size());
                // follows from what was drawn, so that other flows stay as they are
                specs[i].join(needed).others(OTHERS.get((size + 2 * density + i + needed) % OTHERS.size()));
            }
            if (specs[i].build().task() instanceof Task.Await && (size + 3 * density + i) % 2 == 0) {
                List<String> conditions =
                        List.of("$count(output) > 1", "round = 3", "false", "1 + 'x'", "output[0] > 0");
                specs[i].collects(conditions.get((size + density + i) % conditions.size()), 1 + (size + i) % 3);
            }
            if (prefix.equals("s") && i == pivot) {
                specs[i].pivot();
            } else if ((size * 7 + density * 5 + i * 3 + after.size()) % 11 == 0) {
                compute(specs[i], prefix.equals("s"), size + density);
            }
        }
        return specs;
    }

    private Spec spec(String name) {
        Spec spec = Flow.step(name);
        if (random.nextInt(6) == 0) {
            spec.when(pick("false", "input.n > 1", "1 + 'x'", "false"));
        }
        if (random.nextInt(10) == 0) {
            switches.add(name);
            return spec.switching("one: input.n = 1", pick("two: input.n = 2", "two: 1 + 'x'"), "other: otherwise");
        }
        if (random.nextInt(8) == 0) {
            return waiting(spec);
        }
        if (random.nextInt(6) == 0) {
            String items = pick("[1,\"${ input.n }\",3]", "[]", "\"${ [1..4] }\"", "\"${ input.n }\"", "[[1],2]");
            spec.forEach(
                    items,
                    1 + random.nextInt(3),
                    random.nextBoolean() ? Tolerate.items(random.nextInt(3)) : Tolerate.percent(50));
        }
        if (random.nextInt(10) == 0) {
            if (random.nextInt(3) == 0) {
                spec.repeatUntil(pick("output > 300", "round = 2", "false", "previous > 1"), 1 + random.nextInt(4));
            }
            return spec.input(pick("{\"n\":\"${ input.n }\",\"p\":\"${ previous }\"}", "\"${ 1 + 'x' }\""))
                    .then(OUTCOMES.get(random.nextInt(OUTCOMES.size())))
                    .child("other");
        }
        if (random.nextInt(6) == 0) {
            spec.repeatUntil(pick("output > 300", "round = 2", "false", "1 + 'x'"), 1 + random.nextInt(3));
            if (random.nextBoolean()) {
                spec.atOnce();
            }
        }
        if (random.nextInt(4) == 0) {
            spec.startBy(Duration.ofMillis(1 + random.nextInt(5000)));
        }
        if (random.nextInt(10) == 0) {
            spec.schema("{\"maximum\": 700}");
        }
        if (name.hashCode() % 2 == 0) {
            spec.othersGiveUpAfter(Duration.ofSeconds(2));
        }
        return action(spec, name);
    }

    /** Follows from what was drawn, so that other flows stay as they are. */
    private static void compute(Spec spec, boolean mayEnd, int lot) {
        Step drawn = spec.build();
        if (drawn.forEach() != null || drawn.repeat() != null || drawn.task() instanceof Task.Switch) {
            return;
        }
        String value = List.of("{\"n\":\"${ input.n }\"}", "\"${ steps.s0.output }\"", "\"${ 1 + 'x' }\"", "7")
                .get(lot % 4);
        switch (mayEnd ? lot % 3 : 0) {
            case 0 -> spec.value(value);
            case 1 -> spec.completes(value);
            default -> spec.fails("ON_PURPOSE", lot % 2 == 0 ? null : value);
        }
    }

    private Spec waiting(Spec spec) {
        return switch (random.nextInt(5)) {
            case 0 -> spec.waitFor(Duration.ofSeconds(random.nextInt(100)));
            case 4 -> spec.waitUntil("1769860860123 + 10000 * (signal ? signal : 1)", pick("go", "stop"));
            case 1 ->
                random.nextBoolean()
                        ? spec.awaitsAny("go", "stop")
                        : spec.waitUntil(pick("'2026-01-31T12:00:30Z'", "'soon'"));
            case 2 -> spec.then(OUTCOMES.get(random.nextInt(OUTCOMES.size()))).awaits(pick("go", "stop"));
            default ->
                spec.then(OUTCOMES.get(random.nextInt(OUTCOMES.size())))
                        .awaits(
                                pick("go", "stop"),
                                Duration.ofSeconds(random.nextInt(100)),
                                random.nextBoolean() ? null : pick("5", "\"${ 1 + 'x' }\""));
        };
    }

    private Spec action(Spec spec, String name) {
        if (random.nextInt(5) == 0) {
            spec.input(pick("{\"n\":\"${ input.n }\"}", "\"${ steps.s0.status }\"", "\"${ 1 + 'x' }\""));
        }
        if (random.nextInt(3) > 0) {
            if (random.nextInt(8) == 0) {
                spec.compensatedWith(pick("{\"o\":\"${ steps." + name + ".output }\"}", "\"${ 1 + 'x' }\""));
            } else {
                spec.compensated();
            }
        }
        if (random.nextInt(3) == 0) {
            if (random.nextInt(8) == 0) {
                spec.probedWith("\"${ 1 + 'x' }\"");
            } else {
                spec.probed();
            }
        }
        spec.then(OUTCOMES.get(random.nextInt(OUTCOMES.size())));
        if (random.nextInt(3) == 0) {
            spec.onUnknown(ON_UNKNOWN.get(random.nextInt(ON_UNKNOWN.size())));
        }
        if (random.nextInt(4) == 0) {
            spec.pause(Duration.ofMinutes(random.nextInt(10)), 1 + random.nextInt(2));
        }
        int maxAttempts = 1 + random.nextInt(3);
        Retry retry = new Retry(
                maxAttempts, Duration.ofMillis(random.nextInt(2000)), 1 + random.nextInt(3), Duration.ofSeconds(5));
        return coded(spec, name, retry);
    }

    /** Decisions by code and computed names. They follow from what was drawn, so that other flows stay as they are. */
    private static Spec coded(Spec spec, String name, Retry retry) {
        int lot = (int) (retry.backoff().toMillis() + retry.maxAttempts());
        switch (lot % 7) {
            case 0 -> spec.byCode("RANDOM", OUTCOMES.get(lot % 3)).byCode("COMPLETE_BY_PASSED", OUTCOMES.get(lot % 2));
            case 1 ->
                spec.named(
                        "${ input.n = 2 ? 'other.do' : input.n = 3 ? 'unlisted' : '%s.do' }".formatted(name),
                        name + ".do",
                        "other.do");
            default -> {}
        }
        Retry timed = lot / 3 % 3 == 0 ? retry.withGiveUpAfter(Duration.ofMillis(100 + lot * 4L)) : retry;
        return spec.retry(
                switch (lot % 5) {
                    case 0 -> timed.withOn("RANDOM");
                    case 1 -> timed.withNever("RANDOM", "AGENT_LOST");
                    default -> timed;
                });
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }
}
