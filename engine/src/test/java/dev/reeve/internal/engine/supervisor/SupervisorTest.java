package dev.reeve.internal.engine.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.ServiceOptions;
import dev.reeve.SupervisorOptions;
import dev.reeve.SupervisorStats;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener.Deadline;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The supervisor's own health. Driven by hand; its lane takes messages and does nothing about them. */
final class SupervisorTest {

    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock(BEGIN);

    private final Lanes lanes = new Lanes();
    private final Dispatcher dispatcher =
            new Dispatcher(clock, lanes, ServiceOptions.defaults(), new Random(1), 1, HeldBytes.unbounded());
    private final Supervisor supervisor = new Supervisor(
            clock,
            lanes,
            dispatcher,
            new SupervisorOptions(INTERVAL, Duration.ofSeconds(5), Duration.ofSeconds(30), 2));

    @BeforeEach
    void openLane() {
        MemoryStore store = new MemoryStore(clock::now);
        lanes.open(List.of(new Lane(
                0,
                store.join(new NodeId("test", 1), 1).getFirst(),
                clock,
                dispatcher,
                supervisor,
                new Definitions(store),
                Room.of(LaneOptions.defaults()),
                cause -> {})));
    }

    private static Deadline deadline(int number, Duration after) {
        return new Deadline(new ExecutionId(new UUID(0x7000, number)), BEGIN.plus(after));
    }

    private SupervisorStats turnAfter(Duration time) {
        clock.pass(time);
        supervisor.runOnce();
        return supervisor.stats();
    }

    @Test
    @DisplayName("S7 L1: an execution that waits for a signal without a timeout is due at the end of time, and "
            + "breaks no scan")
    void endOfTime() {
        supervisor.register(List.of(
                new Deadline(new ExecutionId(new UUID(0x7000, 1)), Instant.parse("9999-12-31T23:59:59.999999Z"))));

        assertThat(supervisor.runOnce()).isEqualTo(INTERVAL.toNanos());
    }

    @Test
    @DisplayName("All is well: nothing is late, nothing is overdue")
    void onTime() {
        assertThat(turnAfter(Duration.ZERO).deadlines()).isZero();
        supervisor.register(List.of(deadline(1, INTERVAL), deadline(2, Duration.ofHours(1))));
        SupervisorStats stats = turnAfter(Duration.ZERO);

        assertThat(stats).isEqualTo(new SupervisorStats(Duration.ZERO, Duration.ZERO, 2, 0, Instant.EPOCH));
        assertThat(turnAfter(INTERVAL).deadlines()).isEqualTo(1);
    }

    @Test
    @DisplayName("A late scan reports its delay, and executions are overdue by as much")
    void late() {
        turnAfter(Duration.ZERO);
        supervisor.register(List.of(deadline(1, INTERVAL)));
        turnAfter(Duration.ZERO);
        SupervisorStats stats = turnAfter(INTERVAL.plusMillis(700));

        assertThat(stats.lag()).isEqualTo(Duration.ofMillis(700));
        assertThat(stats.overdue()).isEqualTo(Duration.ofMillis(700));
        assertThat(stats.stalls()).isZero();
    }

    @Test
    @DisplayName("V8: executions beyond one scan are overdue until the next")
    void backlog() {
        turnAfter(Duration.ZERO);
        supervisor.register(
                List.of(deadline(1, Duration.ZERO), deadline(2, Duration.ZERO), deadline(3, Duration.ZERO)));

        assertThat(turnAfter(Duration.ofMillis(500)).deadlines()).isEqualTo(1);
        assertThat(turnAfter(Duration.ofMillis(200)).overdue()).isEqualTo(Duration.ofMillis(700));
        assertThat(turnAfter(Duration.ZERO).overdue()).isZero();
    }

    @Test
    @DisplayName("R42: the supervisor reports its own stall, and the time from which it judges agents again")
    void stalled() {
        turnAfter(Duration.ZERO);
        SupervisorStats stats = turnAfter(Duration.ofMinutes(1));

        assertThat(stats.stalls()).isEqualTo(1);
        assertThat(stats.silenceJudgedFrom()).isAfter(clock.now());
        assertThat(turnAfter(INTERVAL).stalls()).isEqualTo(1);
    }
}
