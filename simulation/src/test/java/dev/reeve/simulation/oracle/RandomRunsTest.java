package dev.reeve.simulation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.simulation.Extent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The oracle's judgement of the core's decisions. {@code -Dreeve.seed=SEED} runs one alone, {@code
 * -Dreeve.runs=N} runs more,
 * {@code -Dreeve.first=SEED} begins elsewhere.
 */
class RandomRunsTest {

    private static final long FIRST = Long.getLong("reeve.first", 1);

    private static final int RUNS = Extent.of("reeve.runs", 1000, 3000);

    @Test
    @DisplayName("I3 I4 I5 I6 I7 I8 I10 I11 I13 I16: the oracle agrees with every decision of the core")
    void coreAndOracleAgree() {
        Long only = Long.getLong("reeve.seed");
        Map<ExecutionStatus, Integer> ends = new EnumMap<>(ExecutionStatus.class);
        for (long seed = only == null ? FIRST : only; seed < (only == null ? FIRST + RUNS : only + 1); seed++) {
            ends.merge(run(seed), 1, Integer::sum);
        }
        assertThat(only == null ? ends.keySet() : List.of(ExecutionStatus.values()))
                .contains(
                        ExecutionStatus.COMPLETED,
                        ExecutionStatus.COMPENSATED,
                        ExecutionStatus.CANCELLED,
                        ExecutionStatus.FAILED);
    }

    private static ExecutionStatus run(long seed) {
        RandomRun run = new RandomRun(seed);
        List<String> breaches = run.run();
        if (!breaches.isEmpty()) {
            throw new AssertionError("run again with -Dreeve.seed=%d: %s%n%s"
                    .formatted(seed, String.join(System.lineSeparator(), breaches), run.story()));
        }
        return run.state().status();
    }
}
