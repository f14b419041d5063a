package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Invariants.Taken;
import dev.reeve.internal.core.state.Transitions;
import dev.reeve.workflow.OnExhausted;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Random workflows under random treatment. A failing run prints its seed; {@code -Dreeve.seed=SEED} runs that one
 * alone, {@code -Dreeve.runs=N} runs more of them, {@code -Dreeve.first=SEED} begins elsewhere.
 */
class RandomRunsTest {

    private static final long FIRST = Long.getLong("reeve.first", 1);

    /** This number of runs takes every transition there is. */
    private static final int RUNS_FOR_ALL = 3000;

    private static final int RUNS = Integer.getInteger("reeve.runs", RUNS_FOR_ALL);

    @Test
    @DisplayName("I3 I4 I5 I6 I7 I10 I11 I13 I16: random events in random orders; every transition is taken (S4)")
    void everyRunKeepsTheInvariantsAndEnds() {
        Long only = Long.getLong("reeve.seed");
        if (only != null) {
            run(only);
            return;
        }
        // Chance mostly finds these as well, but not from every seed: it takes a person at just the right time.
        Set<Taken> taken = new HashSet<>();
        taken.addAll(CompensationTest.compensationInputSucceeds().invariants().taken());
        taken.addAll(CompensationTest.compensationOfSkippedFails().invariants().taken());
        taken.addAll(OnUnknownTest.askedAboutAgain().invariants().taken());
        taken.addAll(askedAboutByAPerson().invariants().taken());
        taken.addAll(askedAboutWhileItWaits().invariants().taken());
        taken.addAll(OthersTest.completedMeanwhile().invariants().taken());
        taken.addAll(RoundsOfChildrenTest.resolvedRound().invariants().taken());
        Map<ExecutionStatus, Integer> ends = new EnumMap<>(ExecutionStatus.class);
        for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
            Story story = run(seed);
            taken.addAll(story.invariants().taken());
            ends.merge(story.state().status(), 1, Integer::sum);
        }

        assertThat(ends.keySet())
                .containsExactly(
                        ExecutionStatus.COMPLETED,
                        ExecutionStatus.COMPENSATED,
                        ExecutionStatus.CANCELLED,
                        ExecutionStatus.FAILED);
        assertThat(notTaken(taken))
                .as("rows of the tables that nothing ever takes")
                .isEmpty();
    }

    private static Story askedAboutByAPerson() {
        Story story = Story.of(Flow.of(Flow.step("a").probed().maxAttempts(1).then(OnExhausted.Then.ESCALATE)));
        story.fallsSilent("a").done("a", "{\"state\":\"unknown\"}");
        return story.must(new Command.ProbeStep(StepPath.of("a"), "ann", "the bank is back"));
    }

    private static Story askedAboutWhileItWaits() {
        Story story = Story.of(Flow.of(Flow.step("a").probed()));
        story.fallsSilent("a").done("a", "{\"state\":\"unknown\"}").untilReady("a");
        return story.must(new Command.Cancel("ann", "enough"));
    }

    private static Story run(long seed) {
        try {
            return new RandomRun(new SplittableRandom(seed), seed).run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("run again with -Dreeve.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private static List<Taken> notTaken(Set<Taken> taken) {
        List<Taken> rows = new ArrayList<>();
        Transitions.OF_STEP.forEach(move -> rows.add(new Taken(
                move.from().name(),
                move.event().eventName,
                move.purpose().name(),
                move.to().name())));
        Transitions.OF_EXECUTION.forEach(move -> rows.add(new Taken(
                move.from().name(), move.event().eventName, "", move.to().name())));
        rows.removeAll(taken);
        return rows;
    }
}
