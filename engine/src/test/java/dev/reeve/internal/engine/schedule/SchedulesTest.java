package dev.reeve.internal.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.store.ModelSchedules;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S8: due schedules start executions")
final class SchedulesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final Schedule MINUTELY = Schedule.every("report", Duration.ofMinutes(1));
    private static final Json INPUT = new Json("{\"kind\":\"sales\"}");

    /** The started executions, in memory. */
    private static final class World implements Clock {
        Instant now = NOON;
        final ScheduleStore store = new ModelSchedules();
        final Map<ExecutionId, ExecutionRow> executions = new HashMap<>();
        final List<Instant> started = new ArrayList<>();

        @Nullable RuntimeException refusal;

        @Nullable CompletableFuture<ExecutionId> held;

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public long nanos() {
            return 0;
        }

        CompletionStage<ExecutionId> start(ScheduledStart due) {
            if (refusal != null) {
                throw refusal;
            }
            ExecutionId id = Ids.ofKey("default", due.key());
            if (executions.putIfAbsent(id, row(id, ExecutionStatus.RUNNING)) == null) {
                started.add(due.nominal());
            }
            return held == null ? CompletableFuture.completedStage(id) : held;
        }

        private static ExecutionRow row(ExecutionId id, ExecutionStatus status) {
            return new ExecutionRow(
                    id,
                    "default",
                    null,
                    "report",
                    1,
                    status,
                    0,
                    Map.of(),
                    0,
                    NOON,
                    status == ExecutionStatus.RUNNING ? NOON : null,
                    status == ExecutionStatus.RUNNING ? null : NOON,
                    null);
        }

        void end(Instant nominal) {
            ExecutionId id = Ids.ofKey("default", ScheduledStart.key("s", nominal));
            executions.put(id, row(id, ExecutionStatus.COMPLETED));
        }

        /** As after a restart. */
        Schedules engine() {
            return new Schedules(store, id -> Optional.ofNullable(executions.get(id)), "default", this, this::start);
        }

        ScheduleBook book() {
            return new ScheduleBook(store, "default");
        }

        ScheduleRow row() {
            return store.find("default", "s").orElseThrow();
        }
    }

    private final World world = new World();
    private final Schedules schedules = world.engine();

    private void keep(Schedule schedule) {
        world.book().keep("s", schedule, INPUT, world.now);
        schedules.changed();
    }

    private void at(long seconds) {
        world.now = NOON.plusSeconds(seconds);
        for (int i = 0; i < 10; i++) {
            schedules.runOnce();
        }
    }

    @Test
    void startsWhenItIsDueAndRestsUntilThen() {
        keep(MINUTELY.whileRunning(ConcurrencyPolicy.ALLOW));

        schedules.runOnce();
        world.now = NOON.plusSeconds(55);
        assertThat(schedules.runOnce()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(world.started).isEmpty();
        at(60);
        at(61);
        at(120);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(120));
        assertThat(world.row().lastStarted()).isEqualTo(NOON.plusSeconds(120));
        assertThat(world.row().nextAt()).isEqualTo(NOON.plusSeconds(180));
    }

    @Test
    @DisplayName("I14: a start before a crash that was not recorded is not repeated, under any policy")
    void aCrashBetweenStartAndMarkStartsNothingTwice() {
        for (Missed missed : Missed.values()) {
            World crashing = new World();
            crashing.book().keep("s", MINUTELY.missed(missed), INPUT, NOON);
            crashing.held = new CompletableFuture<>();
            crashing.now = NOON.plusSeconds(60);
            crashing.engine().runOnce();
            assertThat(crashing.row().decidedUntil()).isEqualTo(NOON);
            crashing.held = null;

            crashing.now = NOON.plusSeconds(125);
            Schedules next = crashing.engine();
            for (int i = 0; i < 10; i++) {
                next.runOnce();
            }

            assertThat(crashing.started).as("%s", missed).containsExactly(NOON.plusSeconds(60));
            assertThat(crashing.row().lastStarted()).as("%s", missed).isEqualTo(NOON.plusSeconds(60));
        }
    }

    @Test
    @DisplayName("I14: two engines that both believe to own the store start each time once")
    void twoEnginesStartEachTimeOnce() {
        keep(MINUTELY.missed(Missed.ALL).whileRunning(ConcurrencyPolicy.ALLOW));
        Schedules other = world.engine();

        for (int second = 0; second < 600; second += 7) {
            world.now = NOON.plusSeconds(second);
            schedules.runOnce();
            other.runOnce();
            other.runOnce();
            schedules.runOnce();
        }
        assertThat(world.started).hasSize(9).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void whileTheOneBeforeIsOpenTheNextIsLeftOut() {
        keep(MINUTELY.whileRunning(ConcurrencyPolicy.SKIP));
        at(60);
        at(120);
        world.end(NOON.plusSeconds(60));
        at(180);

        assertThat(world.started).containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(180));
    }

    @Test
    @DisplayName("An execution that started while its schedule changed counts as the previous one")
    void aChangeWhileSomethingIsStartedForgetsNoOpenExecution() {
        keep(MINUTELY);
        world.held = new CompletableFuture<>();
        at(60);
        keep(MINUTELY.priority(7));
        world.held.complete(Ids.ofKey("default", ScheduledStart.key("s", NOON.plusSeconds(60))));
        at(61);
        assertThat(world.row().lastStarted()).isEqualTo(NOON.plusSeconds(60));
        at(120);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60));
        world.end(NOON.plusSeconds(60));
        at(180);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(180));
    }

    @Test
    void whileTheOneBeforeIsOpenTheNextWaits() {
        keep(MINUTELY.whileRunning(ConcurrencyPolicy.QUEUE).missed(Missed.ALL));
        at(60);
        at(120);
        at(190);
        assertThat(world.started).hasSize(1);
        world.end(NOON.plusSeconds(60));
        at(192);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(120));
        world.end(NOON.plusSeconds(120));
        at(194);
        assertThat(world.started).hasSize(3);
    }

    @Test
    void whatCannotBeStartedIsTriedAgainAndSaysWhy() {
        keep(MINUTELY);
        world.refusal = ReeveException.of(ErrorCode.WORKFLOW_UNKNOWN, "there is no workflow report");
        at(60);
        assertThat(world.row().error()).isEqualTo("there is no workflow report");
        assertThat(ScheduleText.status(world.row()).error()).isEqualTo("there is no workflow report");
        world.refusal = null;
        at(80);
        assertThat(world.started).isEmpty();
        at(91);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60));
        assertThat(world.row().error()).isNull();
    }

    @Test
    @DisplayName("S8: a failing start is reported and retried, and stops no schedule")
    void aMistakeOfWhoeverStartsIsTriedAgain() {
        keep(MINUTELY);
        world.refusal = new IllegalStateException("no such thing");
        at(60);
        assertThat(world.row().error())
                .contains("a mistake in Reeve", "the log of the engine")
                .doesNotContain("no such thing");
        world.refusal = null;
        at(91);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60));
        assertThat(world.row().error()).isNull();
    }

    @Test
    void aPausedScheduleStartsNothingAndGoesOnFromThen() {
        keep(MINUTELY.missed(Missed.ALL));
        world.book().pause("s", "alice", "stock-taking", NOON);
        schedules.changed();
        at(300);
        assertThat(world.started).isEmpty();
        assertThat(ScheduleText.status(world.row()).pause())
                .isEqualTo(new ScheduleStatus.Pause("alice", "stock-taking", NOON));

        world.book().resume("s", "bob", "counted", world.now);
        schedules.changed();
        at(301);
        assertThat(world.started).isEmpty();
        at(360);
        assertThat(world.started).containsExactly(NOON.plusSeconds(360));
        assertThatThrownBy(() -> world.book().pause("none", "alice", "why", NOON))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    @DisplayName("A repeated schedule changes nothing; a changed one counts from now")
    void sayingTheSameAgainChangesNothing() {
        keep(MINUTELY.missed(Missed.ALL).whileRunning(ConcurrencyPolicy.ALLOW));
        world.now = NOON.plusSeconds(150);
        keep(MINUTELY.missed(Missed.ALL).whileRunning(ConcurrencyPolicy.ALLOW));
        at(150);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60), NOON.plusSeconds(120));

        world.now = NOON.plusSeconds(400);
        keep(Schedule.every("report", Duration.ofSeconds(100))
                .missed(Missed.ALL)
                .whileRunning(ConcurrencyPolicy.ALLOW));
        at(520);
        assertThat(world.started).hasSize(3).endsWith(NOON.plusSeconds(500));
    }

    @Test
    @DisplayName("S8: a program that comes back with other options, but the same times, makes up for what was missed")
    void aChangeWithoutAnotherTimetableForgetsNoMissedTime() {
        keep(Schedule.cron("report", "0 3 * * *", "UTC").version(1));
        Instant three = Instant.parse("2026-02-01T03:00:00Z");
        world.now = three.plusSeconds(7_200);
        Schedules afterTheNight = world.engine();

        world.book().keep("s", Schedule.cron("report", "0 3 * * *", "UTC").version(2), INPUT, world.now);
        assertThat(world.row().decidedUntil()).isEqualTo(NOON);
        assertThat(world.row().nextAt()).isEqualTo(three);
        for (int i = 0; i < 10; i++) {
            afterTheNight.runOnce();
        }

        assertThat(world.started).containsExactly(three);
        assertThat(world.row().nextAt()).isEqualTo(three.plus(Duration.ofDays(1)));
    }

    @Test
    @DisplayName("I14: what was started while its schedule changed counts as decided")
    void aChangeWhileSomethingIsStartedStartsNothingTwice() {
        keep(MINUTELY.whileRunning(ConcurrencyPolicy.ALLOW));
        world.held = new CompletableFuture<>();
        at(60);
        keep(MINUTELY.whileRunning(ConcurrencyPolicy.ALLOW).priority(7));
        world.held.complete(Ids.ofKey("default", ScheduledStart.key("s", NOON.plusSeconds(60))));
        world.executions.clear(); // retention is short
        at(61);

        assertThat(world.started).containsExactly(NOON.plusSeconds(60));
        assertThat(world.row().decidedUntil()).isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    @DisplayName("A change of a paused schedule leaves it paused, without a next time")
    void aChangeOfAPausedSchedule() {
        keep(MINUTELY.missed(Missed.ALL));
        world.book().pause("s", "alice", "stock-taking", NOON);
        world.now = NOON.plusSeconds(150);
        keep(MINUTELY.missed(Missed.ALL).priority(7));
        assertThat(world.row().nextAt()).isNull();

        world.book().resume("s", "bob", "counted", world.now);
        at(180);
        assertThat(world.started).containsExactly(NOON.plusSeconds(180));
    }

    @Test
    @DisplayName("A damaged schedule can be registered again, and counts from now")
    void aDamagedScheduleIsReplaced() {
        world.store.insert(new ScheduleRow(
                "default",
                "s",
                new Json("{\"workflow\":\"report\",\"at\":\"noon\"}"),
                NOON.minusSeconds(90),
                NOON,
                null,
                null,
                null,
                1));
        keep(MINUTELY);
        assertThat(world.row().decidedUntil()).isEqualTo(NOON);
    }

    @Test
    void whatIsOverIsOver() {
        keep(Schedule.at("report", NOON.plusSeconds(30)));
        at(60);
        at(3_600);
        assertThat(world.started).containsExactly(NOON.plusSeconds(30));
        assertThat(world.row().nextAt()).isNull();
        world.book().delete("s", "carol", "not needed", world.now);
        assertThatThrownBy(() -> world.book().delete("s", "carol", "not needed", world.now))
                .hasMessageContaining("there is no schedule 's'");
    }

    @Test
    void whereNothingIsScheduledNothingIsLookedAt() {
        assertThat(schedules.runOnce()).isEqualTo(Loop.UNTIL_WOKEN);
        keep(MINUTELY);
        assertThat(schedules.runOnce()).isLessThan(Duration.ofMinutes(1).toNanos());
        world.book().delete("s", "carol", "not needed", world.now);
        schedules.changed();
        assertThat(schedules.runOnce()).isEqualTo(Loop.UNTIL_WOKEN);
    }

    @Test
    @DisplayName("An unreadable schedule starts nothing, and stops no other")
    void aDamagedScheduleStopsNoOther() {
        world.store.insert(new ScheduleRow(
                "default", "a", new Json("{\"workflow\":1}"), NOON, NOON.plusSeconds(1), null, null, null, 1));
        keep(MINUTELY);
        at(60);
        assertThat(world.started).containsExactly(NOON.plusSeconds(60));
    }

    @Test
    @DisplayName("F58: a newer time zone database applies from the next start on")
    void aChangedZoneIsCountedAnew() {
        keep(MINUTELY);
        ScheduleRow row = world.row();
        world.store.update(new ScheduleRow(
                "default", "s", row.content(), NOON, NOON.plusSeconds(3_600), null, null, null, row.revision() + 1));
        world.now = NOON.plusSeconds(60);
        world.engine().runOnce();
        assertThat(world.started).containsExactly(NOON.plusSeconds(60));
    }

    @Test
    @DisplayName("I14: an engine that lost its store leaves the schedule unchanged")
    void anEngineThatWasTakenOverSaysNothing() {
        keep(MINUTELY);
        ScheduleRow before = world.row();
        world.refusal = ReeveException.of(ErrorCode.FENCED, "another engine has the store");
        at(60);
        assertThat(world.row()).isEqualTo(before);
    }

    @Test
    @DisplayName("Every schedule is equal after it was stored and read")
    void schedulesAreReadAsTheyWereWritten() {
        Map<String, Schedule> all = new HashMap<>();
        all.put(
                "cron",
                Schedule.cron("report", "*/5 8-18 * * MON-FRI", "Europe/Berlin").version(3));
        all.put(
                "rate",
                Schedule.every("report", Duration.ofSeconds(90))
                        .priority(7)
                        .label("a", "b")
                        .missed(Missed.ALL));
        all.put("once", Schedule.at("report", NOON).whileRunning(ConcurrencyPolicy.QUEUE));

        all.forEach((name, schedule) -> assertThat(ScheduleText.read(new ScheduleText(schedule, INPUT).write()))
                .as(name)
                .isEqualTo(new ScheduleText(schedule, INPUT)));
    }
}
