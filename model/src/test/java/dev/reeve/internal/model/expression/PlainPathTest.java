package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plain paths are walked without the library, and have to give what the library gives. */
final class PlainPathTest {

    private static final int SEEDS = 5_000;

    @Test
    void randomPathsOverRandomDataGiveWhatTheLibraryGives() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Map<String, @Nullable Object> values = new HashMap<>();
            values.put("input", data(random, 4));
            values.put(
                    "steps",
                    Map.of("a", Map.of("output", random.nextBoolean() ? List.of() : "x", "status", "completed")));
            Scope scope = new TestScope(values);
            StringBuilder path = new StringBuilder(random.nextInt(5) == 0 ? "steps" : "input");
            for (int i = random.nextInt(5); i > 0; i--) {
                path.append('.').append("abc".charAt(random.nextInt(3)));
            }

            assertThat(Expression.of(path.toString()).evaluate(scope))
                    .as("seed %d: %s of %s", seed, path, values)
                    .isEqualTo(new ExpressionProgram(path.toString()).evaluate(scope));
        }
    }

    private static @Nullable Object data(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 9)) {
            case 0 -> null;
            case 1 -> random.nextInt(10);
            case 2 -> random.nextBoolean();
            case 3 -> "text";
            case 4, 5 -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(data(random, depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, @Nullable Object> map = new HashMap<>();
                for (String name : List.of("a", "b", "c")) {
                    if (random.nextInt(4) > 0) {
                        map.put(name, data(random, depth - 1));
                    }
                }
                yield map;
            }
        };
    }
}
