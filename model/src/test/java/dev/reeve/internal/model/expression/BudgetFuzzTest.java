package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.model.schema.SchemaGenerator;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Looks for expressions and schemas whose evaluation takes longer than their work says. The processor's time of this
 * thread is measured, not that of the clock, and a case counts only if it is slow twice. The bound is many times what a
 * whole budget takes on an idle machine, as others share the processor's caches and memory.
 *
 * <p>An hour of it: {@code mvn -Psoak -pl model test -Dtest=BudgetFuzzTest}, or any time with {@code
 * -Dreeve.fuzz.minutes=10}.
 */
final class BudgetFuzzTest {

    private static final long SLOW_NANOS = 1_500_000_000;

    /**
     * The duration that is shown as slow when the length of the run is given: far above the expected maximum.
     */
    private static final long NOTED_NANOS = Long.getLong("reeve.fuzz.notedMillis", 300) * 1_000_000;

    private static final Scope SCOPE = new Scope() {
        private final Map<String, Object> root = Map.of("input", ExpressionGenerator.INPUT);

        @Override
        public @Nullable Object value(String name) {
            return root.get(name);
        }

        @Override
        public boolean has(String name) {
            return root.containsKey(name);
        }
    };

    private final List<String> slow = new ArrayList<>();

    @Test
    @DisplayName("150 expressions and 40 schemas end in time")
    void aFew() {
        seeds(1, 150, this::expression);
        seeds(1, 40, this::schema);

        assertThat(slow).isEmpty();
    }

    /** The keywords of a schema, and the items of a value, that use up a budget with nothing but plain checks. */
    private static final int KEYWORDS = 200;

    private static final int ITEMS = 20_000;

    /**
     * Annotations far down in a value took 1,300 ms, and the texts of {@code not} 490 ms. Since their work is counted
     * as what it is, 45 and 62 ms are left of these. Both are compared with a budget of plain checks in the same run,
     * so the speed of the machine and of its compiler does not matter.
     */
    @Test
    @DisplayName("Checks that an hour of it found to be slow take no longer than two budgets of plain checks")
    void foundByAnHour() {
        String keyword = "{\"minimum\":0}";
        JsonSchema plain = new JsonSchema(
                new Json("{\"items\":{\"allOf\":[" + (keyword + ",").repeat(KEYWORDS - 1) + keyword + "]}}"));
        Json numbers = new Json("[" + "1,".repeat(ITEMS - 1) + "1]");
        long budget = least(plain, numbers);
        for (long seed : List.of(3_023_020L, 3_001_792L)) {
            SchemaGenerator generator = new SchemaGenerator(seed);
            JsonSchema schema = new JsonSchema(new Json(generator.schema()));
            Json value = new Json(generator.value());

            assertThat(least(schema, value))
                    .as("seed %d, beside a budget of %d ns", seed, budget)
                    .isLessThan(2 * budget);
        }
    }

    private static long least(JsonSchema schema, Json value) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            least = Math.min(least, took(() -> schema.check("value", value)));
        }
        return least;
    }

    @Test
    @Tag("proof")
    @DisplayName("A minute of expressions and schemas")
    void aMinute() {
        minutes(1, 1_000);
    }

    @Test
    @Tag("soak")
    @DisplayName("An hour of expressions and schemas")
    void anHour() {
        minutes(Long.getLong("reeve.fuzz.minutes", 60), Long.getLong("reeve.fuzz.from", 1_000_000));
    }

    private void minutes(long minutes, long from) {
        long end = System.nanoTime() + minutes * 60_000_000_000L;
        long seed = from;
        while (System.nanoTime() < end) {
            expression(seed);
            if (seed % 4 == 0) {
                schema(seed);
            }
            seed++;
        }
        System.out.printf("%,d expressions and %,d schemas, from seed %d%n", seed - from, (seed - from) / 4, from);

        assertThat(slow).isEmpty();
    }

    private static void seeds(long from, long count, LongConsumer test) {
        for (long seed = from; seed < from + count; seed++) {
            test.accept(seed);
        }
    }

    private void expression(long seed) {
        String source = new ExpressionGenerator(seed).next();
        Expression expression;
        try {
            expression = Expression.of(source);
        } catch (ExpressionException e) {
            return; // refused
        }
        measured("expression of seed " + seed + ": " + source, () -> {
            try {
                expression.evaluate(SCOPE);
            } catch (ExpressionException e) {
                // an outcome like any other
            }
        });
    }

    private void schema(long seed) {
        SchemaGenerator generator = new SchemaGenerator(seed);
        JsonSchema schema = new JsonSchema(new Json(generator.schema()));
        Json value = new Json(generator.value());
        if (schema.problems().isEmpty()) {
            measured("schema of seed " + seed + ": " + schema, () -> schema.check("value", value));
        }
    }

    /** The second time counts, when the code is compiled and nothing is loaded any more. */
    private void measured(String what, Runnable evaluation) {
        long took = took(evaluation);
        if (took > NOTED_NANOS) {
            took = took(evaluation);
        }
        if (took > NOTED_NANOS) {
            System.out.printf("%d ms: %s%n", took / 1_000_000, what);
        }
        if (took > SLOW_NANOS) {
            slow.add("%d ms: %s".formatted(took / 1_000_000, what));
        }
    }

    private static long took(Runnable evaluation) {
        long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        evaluation.run();
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun;
    }
}
