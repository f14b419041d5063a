package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The real engine dies at its k-th call to the store, for every k, before and after the call takes effect; a new
 * process goes on with what is in the store, and everything must end as if nothing had happened (F1, F14, F15; I1 to
 * I7, I10, I11).
 */
final class CrashContract {

    /** More calls than any scenario makes; one that makes more never ends. */
    private static final int CALLS_MAX = 300;

    private final Database database;
    private final IntPredicate tried;
    private int crashes;
    private final List<String> story = new ArrayList<>();

    /** @param tried which of the crash points to try; all others are passed over */
    CrashContract(Database database, IntPredicate tried) {
        this.database = database;
        this.tried = tried;
    }

    /** @return how many crash points were tried */
    int run() {
        for (Scenario scenario : Scenarios.all()) {
            for (CrashPoint.Moment moment : CrashPoint.Moment.values()) {
                int before = crashes;
                int calls = allOf(scenario, moment);
                story.add("%s, %s: %d of %d".formatted(scenario, moment, crashes - before, calls));
            }
        }
        return crashes;
    }

    List<String> story() {
        return story;
    }

    private int allOf(Scenario scenario, CrashPoint.Moment moment) {
        for (int k = 1; k < CALLS_MAX; k++) {
            if (tried.test(k + scenario.name().hashCode())) {
                try {
                    if (!crashAt(scenario, new CrashPoint(k, moment))) {
                        return k - 1;
                    }
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("%s, crash %s call %d".formatted(scenario, moment, k), e);
                }
                crashes++;
            }
        }
        throw new AssertionError(scenario + " makes more than " + CALLS_MAX + " calls");
    }

    /** @return whether there was such a call */
    private boolean crashAt(Scenario scenario, CrashPoint point) {
        database.empty();
        World world = new World();
        EngineProcess.Acknowledged acknowledged = new EngineProcess.Acknowledged();
        Execution ended = new EngineProcess(scenario, world, acknowledged, point).run(database.open());
        if (ended != null) {
            return false;
        }
        try (Store left = database.open()) {
            JournalChecks.whatIsLeft(
                    left,
                    left.list(new ExecutionFilter(
                            "default", null, Set.of(), Map.of(), null, null, null, ExecutionFilter.LIMIT_MAX)));
        }
        @Nullable Execution execution = new EngineProcess(scenario, world, acknowledged, CrashPoint.never()).run(database.open());
        assertThat(execution).isNotNull();
        return true;
    }
}
