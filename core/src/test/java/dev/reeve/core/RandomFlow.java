package dev.reeve.core;

import dev.reeve.core.Flow.Spec;
import dev.reeve.model.OnExhausted.Then;
import dev.reeve.model.OnUnknown;
import dev.reeve.model.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Small workflows with a bit of everything in them. */
final class RandomFlow {

    private static final List<Then> OUTCOMES = List.of(Then.values());

    private static final List<OnUnknown> ON_UNKNOWN = List.of(OnUnknown.values());

    private final RandomGenerator random;

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
        Spec[] specs = new Spec[size];
        int density = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            List<String> after = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(4) < density) {
                    after.add(prefix + k);
                }
            }
            specs[i] = spec(prefix + i).after(after.toArray(String[]::new));
            if (random.nextInt(4) == 0) {
                specs[i].joinAny();
            }
        }
        return specs;
    }

    private Spec spec(String name) {
        Spec spec = Flow.step(name);
        if (random.nextInt(6) == 0) {
            spec.when(pick("false", "input.n > 1", "1 + 'x'", "false"));
        }
        if (random.nextInt(8) == 0) {
            return random.nextBoolean()
                    ? spec.waitFor(Duration.ofSeconds(random.nextInt(100)))
                    : spec.waitUntil(pick("'2026-01-31T12:00:30Z'", "'soon'"));
        }
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
        return spec.retry(new Retry(
                maxAttempts, Duration.ofMillis(random.nextInt(2000)), 1 + random.nextInt(3), Duration.ofSeconds(5)));
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }
}
