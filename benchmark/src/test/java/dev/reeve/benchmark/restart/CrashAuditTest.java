package dev.reeve.benchmark.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.benchmark.process.Ledger.Entry;
import dev.reeve.benchmark.process.Ledger.Kind;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoredExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The crash audit finds lost and repeated work (I1, I5, F1, F39)")
class CrashAuditTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant SECOND = FIRST.plusSeconds(10);

    private final CrashAudit audit = new CrashAudit(2);

    private static Entry called(int step, int attempt) {
        return new Entry(Kind.CALLED, ID, step, attempt);
    }

    private static Entry acknowledged() {
        return new Entry(Kind.ACKNOWLEDGED, ID, 0, 0);
    }

    private static Entry ended() {
        return new Entry(Kind.ENDED, ID, 0, 0);
    }

    /** An execution whose steps were completed by these attempts, one and two seconds after a time. */
    private static Optional<StoredExecution> stored(ExecutionStatus status, Instant from, int... attempts) {
        List<JournalRow> journal = new ArrayList<>();
        for (int i = 0; i < attempts.length; i++) {
            List<Event> events = new ArrayList<>();
            events.add(new Event.StepCompleted(StepPath.of("step" + (i + 1)), attempts[i], Json.NULL));
            if (i + 1 == attempts.length) {
                events.add(new Event.ExecutionCompleted(Json.NULL));
            }
            journal.add(new JournalRow(ID, i + 1, from.plusSeconds(i + 1), EventCodec.write(events)));
        }
        ExecutionRow row =
                new ExecutionRow(ID, "default", null, "chain2", 1, status, 0, Map.of(), 0, from, null, null, null);
        return Optional.of(new StoredExecution(row, journal));
    }

    @Test
    @DisplayName("a step that ran when the process was killed is called again")
    void repeatedCallBeforeTheResultIsFine() {
        audit.round(FIRST, List.of(acknowledged(), called(1, 1)));
        audit.round(SECOND, List.of(called(1, 2), called(2, 1), ended()));

        assertThat(audit.check(id -> stored(ExecutionStatus.COMPLETED, SECOND, 2, 1)))
                .isEmpty();
        assertThat(audit.repeatedCalls()).isEqualTo(1);
        assertThat(audit.acknowledged()).isEqualTo(1);
        assertThat(audit.executions()).isEqualTo(1);
    }

    @Test
    void lostExecutionIsFound() {
        audit.round(FIRST, List.of(acknowledged()));

        assertThat(audit.check(id -> Optional.empty()))
                .singleElement()
                .asString()
                .contains("not in the store");
    }

    @Test
    void executionThatDidNotEndIsFound() {
        audit.round(FIRST, List.of(acknowledged()));

        assertThat(audit.check(id -> stored(ExecutionStatus.RUNNING, FIRST, 1)))
                .singleElement()
                .asString()
                .contains("RUNNING");
    }

    @Test
    void callOfALaterAttemptThanTheAcceptedOneIsFound() {
        audit.round(FIRST, List.of(acknowledged(), called(1, 1), called(1, 2), called(2, 1)));

        assertThat(audit.check(id -> stored(ExecutionStatus.COMPLETED, FIRST, 1, 1)))
                .singleElement()
                .asString()
                .contains("attempt 2 of step 1");
    }

    @Test
    @DisplayName("a call that begins after its result was decided is found, even in the same attempt")
    void callInALaterProcessIsFound() {
        audit.round(FIRST, List.of(acknowledged(), called(1, 1)));
        audit.round(SECOND, List.of(called(1, 1), called(2, 1), ended()));

        assertThat(audit.check(id -> stored(ExecutionStatus.COMPLETED, FIRST, 1, 1)))
                .hasSize(2)
                .anyMatch(violation -> violation.contains("step 1 was called in process 1"));
    }

    @Test
    void callAfterTheFollowingStepIsFound() {
        audit.round(FIRST, List.of(acknowledged(), called(1, 1), called(2, 1), called(1, 1)));

        assertThat(audit.check(id -> stored(ExecutionStatus.COMPLETED, FIRST, 1, 1)))
                .singleElement()
                .asString()
                .contains("step 1 was called after step 2");
    }

    @Test
    void callAfterTheEndIsFound() {
        audit.round(FIRST, List.of(acknowledged(), called(1, 1), called(2, 1), ended(), called(2, 1)));

        assertThat(audit.check(id -> stored(ExecutionStatus.COMPLETED, FIRST, 1, 1)))
                .singleElement()
                .asString()
                .contains("after the end");
    }

    @Test
    void callOfWhatWasNeverStoredIsFound() {
        audit.round(FIRST, List.of(called(1, 1)));

        assertThat(audit.check(id -> Optional.empty()))
                .singleElement()
                .asString()
                .contains("handlers were called 1");
    }

    @Test
    void missingResultIsFound() {
        audit.round(FIRST, List.of(acknowledged()));

        assertThat(audit.check(id -> stored(ExecutionStatus.COMPLETED, FIRST, 1)))
                .singleElement()
                .asString()
                .contains("1 results of 2 steps");
    }
}
