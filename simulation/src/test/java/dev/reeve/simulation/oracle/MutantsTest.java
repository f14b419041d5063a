package dev.reeve.simulation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How sharp the oracle's eyes are: right histories, each with one event left out, repeated or changed. */
class MutantsTest {

    private static final int RUNS = 300;

    @Test
    @DisplayName("a history with a missing, repeated or moved event is refused")
    void mutantsAreFound() {
        int made = 0;
        List<String> missed = new ArrayList<>();
        for (long seed = 1; seed <= RUNS; seed++) {
            RandomRun run = new RandomRun(seed);
            assertThat(run.run()).isEmpty();
            RandomGenerator random = new SplittableRandom(seed);
            for (int i = 0; i < 5; i++) {
                Mutant mutant = Mutant.of(run, random);
                made++;
                if (mutant.isTakenForRight()) {
                    missed.add("seed %d: %s".formatted(seed, mutant.what()));
                }
            }
        }
        assertThat(missed).as("of %d mutants", made).allMatch(MutantsTest::couldHaveBeen);
    }

    /**
     * A checkpoint, a late report, or a signal that nobody took more or less; a pause that nothing came into or after;
     * a wait that was over, and nothing came of it; or a step that was not looked at before another one's failure, in
     * the same row, undid the execution.
     */
    private static boolean couldHaveBeen(String what) {
        return what.contains("CheckpointRecorded")
                || what.contains("LateReportKept")
                || (what.contains("SignalReceived") && !what.contains("SignalTaken"))
                || what.contains("LEFT_OUT: {type=StepResumed")
                || what.contains("type=ExecutionPaused")
                || what.contains("type=ExecutionResumed")
                || (what.contains("LEFT_OUT") && what.contains("CompensationStarted"));
    }
}
