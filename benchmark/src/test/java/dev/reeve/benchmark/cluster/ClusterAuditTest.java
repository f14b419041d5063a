package dev.reeve.benchmark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.benchmark.member.ClusterBookings;
import dev.reeve.benchmark.member.ClusterKind;
import dev.reeve.benchmark.member.ClusterLedgers;
import dev.reeve.benchmark.member.ClusterWork;
import dev.reeve.benchmark.process.Ledger.Entry;
import dev.reeve.benchmark.process.Ledger.Kind;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The audit of a cluster finds lost and repeated work (I1, I3, I5, I18)")
final class ClusterAuditTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
    private static final int KEY = 77;

    /** Node 1 was killed at 10,000. */
    private static final ClusterIncident KILLED =
            new ClusterIncident(ClusterFault.KILL, 1, 10_000, 14_000, 3_000, 3_100, 500);

    private final List<ClusterIncident> incidents = new ArrayList<>(List.of(KILLED));
    private final List<ClusterStalls.Stall> stalls = new ArrayList<>();
    private final ClusterAudit audit = new ClusterAudit(incidents, stalls);

    private static ClusterLedgers.Line called(int place, int step, int attempt, long millis) {
        return new ClusterLedgers.Line(place, new Entry(Kind.CALLED, ID, step, attempt, KEY, millis));
    }

    private static ClusterLedgers.Line line(Kind kind, int detail) {
        return new ClusterLedgers.Line(0, new Entry(kind, ID, 0, 1, detail, 10_500));
    }

    /** An execution of three steps, each completed by the attempt of this number. */
    private void checkCompleted(int... attempts) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < attempts.length; i++) {
            events.add(new Event.StepCompleted(StepPath.of("step" + (i + 1)), attempts[i], Json.NULL));
        }
        events.add(new Event.ExecutionCompleted(Json.NULL));
        check(ClusterKind.CHAIN, events);
    }

    private void check(ClusterKind kind, List<Event> events) {
        ExecutionRow row = new ExecutionRow(
                ID,
                "default",
                null,
                kind.workflow(),
                1,
                ExecutionStatus.COMPLETED,
                0,
                Map.of(),
                0,
                Instant.EPOCH,
                null,
                null,
                null);
        audit.check(row, List.of(new JournalRow(ID, 1, Instant.EPOCH, EventCodec.write(events))));
    }

    private List<String> violations() {
        return audit.finish(Set.of(ID));
    }

    @Test
    @DisplayName("an attempt that was under way at a killed node is called again elsewhere")
    void repeatAfterAKill() {
        audit.add(List.of(
                line(Kind.ACKNOWLEDGED, 5),
                line(Kind.ENDED, ClusterLedgers.STATUSES.indexOf(ExecutionStatus.COMPLETED)),
                called(1, 1, 1, 9_900),
                called(2, 1, 2, 13_000),
                called(2, 2, 1, 13_010),
                called(2, 3, 1, 13_020)));
        checkCompleted(2, 1, 1);

        assertThat(violations()).isEmpty();
        assertThat(audit.repeats()).isEqualTo(Map.of("KILL", 1));
        assertThat(audit.acknowledged()).isEqualTo(1);
        assertThat(audit.isOver()).isFalse();
    }

    @Test
    @DisplayName("an attempt at a node that lived is not called again, even if another node was killed meanwhile")
    void repeatWithoutCause() {
        audit.add(List.of(
                called(0, 1, 1, 9_900), called(2, 1, 2, 13_000), called(2, 2, 1, 13_010), called(2, 3, 1, 13_020)));
        checkCompleted(2, 1, 1);

        assertThat(violations()).singleElement().asString().contains("was called again without a fault");
    }

    @Test
    @DisplayName("an attempt at a node that was removed because the machine was too slow is called again")
    void repeatAfterAStall() {
        stalls.add(new ClusterStalls.Stall(0, 14_000));
        audit.add(List.of(
                called(0, 1, 1, 9_900), called(2, 1, 2, 13_000), called(2, 2, 1, 13_010), called(2, 3, 1, 13_020)));
        checkCompleted(2, 1, 1);

        assertThat(violations()).isEmpty();
        assertThat(audit.repeats()).isEqualTo(Map.of("STALL", 1));
    }

    @Test
    @DisplayName("a closed node repeats nothing")
    void repeatAfterADrain() {
        incidents.set(0, new ClusterIncident(ClusterFault.DRAIN, 1, 10_000, 14_000, 500, 600, 500));
        audit.add(List.of(
                called(1, 1, 1, 9_900), called(2, 1, 2, 13_000), called(2, 2, 1, 13_010), called(2, 3, 1, 13_020)));
        checkCompleted(2, 1, 1);

        assertThat(violations()).singleElement().asString().contains("was called again without a fault");
    }

    @Test
    void callAfterTheAcceptedAttempt() {
        audit.add(List.of(
                called(1, 1, 1, 9_900), called(2, 1, 2, 13_000), called(2, 2, 1, 13_010), called(2, 3, 1, 13_020)));
        checkCompleted(1, 1, 1);

        assertThat(violations()).singleElement().asString().contains("a later one was called");
    }

    @Test
    void resultOfAnAttemptThatNobodyMade() {
        audit.add(List.of(called(1, 1, 1, 9_000), called(1, 2, 1, 9_010)));
        checkCompleted(1, 1, 1);

        assertThat(violations()).singleElement().asString().contains("which no agent made");
    }

    @Test
    void lostStart() {
        audit.add(List.of(line(Kind.ACKNOWLEDGED, 5)));

        assertThat(audit.finish(Set.of())).singleElement().asString().contains("is not in the store");
    }

    @Test
    void callerWasToldAnotherEnd() {
        audit.add(List.of(line(Kind.ENDED, ClusterLedgers.STATUSES.indexOf(ExecutionStatus.FAILED))));
        check(ClusterKind.CHAIN, List.of(new Event.ExecutionCompleted(Json.NULL)));

        assertThat(violations()).singleElement().asString().contains("its caller was told FAILED");
    }

    @Test
    void signalAppliedTwice() {
        Event signal = new Event.SignalReceived(ClusterKind.APPROVAL, "signal-1", Json.NULL, "test");
        check(ClusterKind.SIGNAL, List.of(signal, signal, new Event.ExecutionCompleted(Json.NULL)));

        assertThat(violations()).singleElement().asString().contains("has 2 signals");
    }

    /** An execution whose second step is transactional, and was completed by its first attempt. */
    private void checkBooked(Integer... attemptsOfRows) {
        audit.add(List.of(called(0, 1, 1, 9_900), called(0, 2, 1, 9_910), called(0, 3, 1, 9_920)));
        book(2, attemptsOfRows);
        check(
                ClusterKind.BOOKED,
                List.of(
                        new Event.StepCompleted(StepPath.of("step1"), 1, Json.NULL),
                        new Event.StepCompleted(StepPath.of("step2"), 1, Json.NULL),
                        new Event.StepCompleted(StepPath.of("step3"), 1, Json.NULL),
                        new Event.ExecutionCompleted(Json.NULL)));
    }

    private void book(int step, Integer... attempts) {
        audit.book(Stream.of(attempts)
                .map(attempt -> new ClusterBookings.Booking(new ClusterWork(ID, step), attempt))
                .toList());
    }

    @Test
    @DisplayName("a transactional step writes its row once, by the accepted attempt")
    void bookedOnce() {
        checkBooked(1);

        assertThat(violations()).isEmpty();
        assertThat(audit.bookings()).isEqualTo(1);
    }

    @Test
    void bookedTwice() {
        checkBooked(1, 1);

        assertThat(violations()).singleElement().asString().contains("its rows are by attempts [1, 1]");
    }

    @Test
    void bookedByTwoAttempts() {
        checkBooked(1, 2);

        assertThat(violations()).singleElement().asString().contains("its rows are by attempts [1, 2]");
    }

    @Test
    void notBooked() {
        checkBooked();

        assertThat(violations())
                .singleElement()
                .asString()
                .contains("completed by attempt 1, and its rows are by attempts []");
    }

    @Test
    @DisplayName("a step that was not completed, or is not transactional, has no row")
    void bookedWithoutCompletion() {
        audit.add(List.of(called(0, 1, 1, 9_900), called(0, 2, 1, 9_910)));
        book(1, 1);
        book(2, 1);
        check(
                ClusterKind.BOOKED,
                List.of(
                        new Event.StepCompleted(StepPath.of("step1"), 1, Json.NULL),
                        new Event.ExecutionCompleted(Json.NULL)));

        assertThat(violations()).hasSize(2).allMatch(what -> what.contains("no row is due"));
    }

    @Test
    @DisplayName("a row of an execution that the store does not have")
    void bookedAndLost() {
        book(2, 1);

        assertThat(audit.finish(Set.of()))
                .singleElement()
                .asString()
                .contains("has written a row and is not in the store");
    }

    @Test
    @DisplayName("the crash of the database breaks the transaction of a step, which is retried; other steps are not")
    void transactionBrokenByTheDatabase() {
        incidents.set(0, new ClusterIncident(ClusterFault.DATABASE, 1, 9_950, 14_000, Double.NaN, Double.NaN, 500));
        audit.add(List.of(
                called(0, 1, 1, 9_900),
                called(0, 1, 2, 9_905),
                called(0, 2, 1, 9_910),
                called(0, 2, 2, 14_100),
                called(0, 3, 1, 14_200)));
        book(2, 2);
        check(
                ClusterKind.BOOKED,
                List.of(
                        new Event.StepCompleted(StepPath.of("step1"), 2, Json.NULL),
                        new Event.StepCompleted(StepPath.of("step2"), 2, Json.NULL),
                        new Event.StepCompleted(StepPath.of("step3"), 1, Json.NULL),
                        new Event.ExecutionCompleted(Json.NULL)));

        assertThat(violations())
                .singleElement()
                .asString()
                .contains("step=1")
                .contains("was called again without a fault");
        assertThat(audit.repeats()).isEqualTo(Map.of("DATABASE", 1));
    }

    @Test
    @DisplayName("a call may fail once while a node is closed and opened, and not twice")
    void failedTwice() {
        incidents.set(0, new ClusterIncident(ClusterFault.DRAIN, 1, 10_000, 14_000, 500, 600, 500));
        audit.add(List.of(failed(1)));
        assertThat(audit.finish(Set.of())).isEmpty();

        audit.add(List.of(failed(2)));

        assertThat(audit.finish(Set.of())).singleElement().asString().contains("failed 2 times");
        assertThat(audit.failures()).isEqualTo(Map.of("DRAIN START", 1));
    }

    private static ClusterLedgers.Line failed(int times) {
        return new ClusterLedgers.Line(0, new Entry(Kind.FAILED, ID, 0, times, 0, 11_000));
    }
}
