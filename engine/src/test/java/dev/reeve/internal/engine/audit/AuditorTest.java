package dev.reeve.internal.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.AuditOptions;
import dev.reeve.AuditReport;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Incident;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Rule;
import dev.reeve.ScheduleStatus;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How the auditor goes through a store: bounded, patient, and sure before it says anything. Driven by hand. */
final class AuditorTest {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final int TURNS_MAX = 1_000;
    private static final int PAGES = 40;

    private final BrokenStore store = new BrokenStore();
    private Duration passed = Duration.ZERO;
    private Duration rest = INTERVAL;

    private final Clock clock = new Clock() {
        @Override
        public Instant now() {
            return History.BEGIN.plus(passed);
        }

        @Override
        public long nanos() {
            return passed.toNanos();
        }
    };

    private final Auditor auditor = new Auditor(store, clock, new AuditOptions(2, INTERVAL));

    /** The next page, and all that is to be done now. @return the rest that the auditor takes then */
    private Duration page() {
        passed = passed.plus(rest);
        for (int i = 0; i < TURNS_MAX; i++) {
            rest = Duration.ofNanos(auditor.runOnce());
            if (rest.isPositive()) {
                return rest;
            }
        }
        throw new AssertionError("the auditor does not rest");
    }

    private List<Rule> rules() {
        return auditor.incidents().stream().map(Incident::rule).toList();
    }

    private static History damaged(int number) {
        History history = new History(number);
        history.tell(new Command.StartStep(History.charge(), "agent"));
        history.journal.removeFirst();
        return history;
    }

    @Test
    @DisplayName("V8: one page is read in each interval, and after the last page the first")
    void paceIsBounded() {
        for (int i = 1; i <= 5; i++) {
            store.keep(new History(i));
        }

        assertThat(auditor.runOnce()).as("at first it lets the engine start").isEqualTo(INTERVAL.toNanos());
        for (int i = 1; i <= 3; i++) {
            assertThat(page()).isLessThanOrEqualTo(INTERVAL);
            assertThat(auditor.stats().executions()).isEqualTo(Math.min(5, 2 * i));
        }
        assertThat(auditor.stats().passes()).isZero();
        assertThat(page()).as("a pass takes at least ten intervals").isEqualTo(INTERVAL.multipliedBy(7));
        assertThat(auditor.stats().passes()).isEqualTo(1);
        page();
        assertThat(auditor.stats().executions()).isEqualTo(7);
        assertThat(auditor.incidents()).isEmpty();
    }

    @Test
    @DisplayName("V8: one turn reads at most 25 executions, for any page size")
    void turnsAreBounded() {
        Auditor busy = new Auditor(store, clock, new AuditOptions(200, INTERVAL));
        for (int i = 1; i <= 200; i++) {
            store.keep(new History(i));
        }

        passed = passed.plus(INTERVAL);
        for (int turn = 1; turn <= 4; turn++) {
            assertThat(busy.runOnce()).isZero();
            assertThat(busy.stats().executions()).isLessThanOrEqualTo(25L * turn);
        }
        assertThat(busy.stats().executions()).isPositive();
    }

    @Test
    @DisplayName("A rule that is broken in two looks, a page apart, is one incident")
    void foundTwice() {
        store.keep(damaged(1));

        page();
        assertThat(auditor.incidents()).as("seen once").isEmpty();
        page();
        assertThat(auditor.incidents()).singleElement().satisfies(incident -> {
            assertThat(incident.execution()).isEqualTo(damaged(1).id());
            assertThat(incident.rule()).isEqualTo(Rule.HISTORY);
            assertThat(incident.noticedAt()).isEqualTo(clock.now());
        });
        for (int i = 0; i < 10; i++) {
            page();
        }
        assertThat(auditor.incidents()).hasSize(1);
        assertThat(auditor.stats().incidents()).isEqualTo(1);
    }

    private static ScheduleRow schedule(String name, @Nullable String error, ScheduleStatus.@Nullable Pause pause) {
        Instant next = History.BEGIN.minus(Duration.ofHours(4));
        return new ScheduleRow("default", name, new Json("{}"), next.minusSeconds(60), next, null, error, pause, 7);
    }

    @Test
    @DisplayName("S8: a schedule that is long overdue is an incident, unless it was paused, failed or was late "
            + "for a while")
    void overdueSchedule() {
        store.schedules.add(schedule("nightly", null, null));
        store.schedules.add(schedule("failing", "no such workflow", null));
        store.schedules.add(schedule("paused", null, new ScheduleStatus.Pause("alice", "holiday", History.BEGIN)));

        for (int i = 0; i < 5; i++) {
            page();
        }
        assertThat(auditor.incidents()).as("before the engine has had its time").isEmpty();
        page();
        page();

        assertThat(auditor.incidents()).singleElement().satisfies(incident -> {
            assertThat(incident.schedule()).isEqualTo("nightly");
            assertThat(incident.execution()).isNull();
            assertThat(incident.rule()).isEqualTo(Rule.SCHEDULE);
            assertThat(incident)
                    .hasToString(
                            "schedule 'nightly' breaks SCHEDULE: it was to start something at 2026-03-01T08:00:00Z");
        });
    }

    @Test
    @DisplayName("S8: an engine that starts what was missed after its opening is no incident")
    void lateForAWhile() {
        store.schedules.add(schedule("nightly", null, null));
        for (int i = 0; i < 3; i++) {
            page();
        }
        store.schedules.clear();
        for (int i = 0; i < 6; i++) {
            page();
        }

        assertThat(auditor.incidents()).isEmpty();
    }

    @Test
    @DisplayName("A problem that disappears before the second look is no incident")
    void healed() {
        store.keep(damaged(1));
        store.keep(damaged(2));

        page();
        store.keep(new History(1));
        store.rows.remove(damaged(2).id());
        store.journals.remove(damaged(2).id());
        page();
        page();

        assertThat(auditor.incidents()).isEmpty();
    }

    @Test
    @DisplayName("An execution that changes during the examination is no incident")
    void movingExecutions() {
        for (int first = 1; first <= 20; first++) {
            for (int every = 1; every <= 3; every++) {
                BrokenStore busy = new BrokenStore();
                Auditor reader = new Auditor(busy, clock, new AuditOptions(1, INTERVAL));
                moveFrom(busy, first, every);
                for (int i = 0; i < PAGES; i++) {
                    passed = passed.plus(INTERVAL.multipliedBy(10));
                    while (reader.runOnce() == 0) {}
                }
                assertThat(busy.rows.values()).allMatch(row -> row.status() == ExecutionStatus.CANCELLED);
                assertThat(reader.incidents()).isEmpty();
            }
        }
    }

    /** From a certain question on, something happens to the execution before every so manieth question. */
    private static void moveFrom(BrokenStore busy, int first, int every) {
        History moving = new History(1);
        busy.keep(moving);
        Deque<Runnable> story = new ArrayDeque<>(List.of(
                () -> moving.tell(new Command.StartStep(History.charge(), "agent")),
                () -> moving.tell(new Command.CompleteAttempt(moving.token(), new Json("1"))),
                () -> moving.tell(new Command.Cancel("alice", "enough")),
                () -> moving.tell(new Command.StartStep(History.charge(), "agent")),
                () -> moving.tell(new Command.CompleteAttempt(moving.token(), Json.NULL))));
        busy.before = () -> {
            Runnable next = busy.questions >= first && busy.questions % every == 0 ? story.poll() : null;
            if (next != null) {
                next.run();
                busy.keep(moving);
            }
        };
    }

    @Test
    @DisplayName("R47: an execution without its definition is an incident, reported for a page at once")
    void missingVersions() {
        store.keep(new History(1));
        store.keep(new History(2));
        page();
        page();
        store.workflows.clear();
        page();
        page();
        page();

        assertThat(rules()).containsExactly(Rule.VERSION, Rule.VERSION);
    }

    @Test
    @DisplayName("I8: a permit of an execution that is gone is an incident, and one of an open execution is none")
    void leakedPermits() {
        History open = new History(1);
        store.keep(open);
        store.permits.add(permit(open.row().id()));
        page();
        page();
        assertThat(auditor.incidents()).isEmpty();

        store.permits.add(permit(new History(2).row().id()));
        page();
        page();

        assertThat(rules()).containsExactly(Rule.PERMIT);
        assertThat(Auditor.whole(store, done -> {}).incidents())
                .extracting(Incident::rule)
                .containsExactly(Rule.PERMIT);
    }

    private static AttemptToken permit(ExecutionId id) {
        return new AttemptToken(id, History.charge(), Purpose.FORWARD, 1, 7);
    }

    @Test
    @DisplayName("R47: a version that was just deployed is found")
    void newVersions() {
        List<StoredWorkflow> known = List.copyOf(store.workflows);
        store.workflows.clear();
        page();
        store.workflows.addAll(known);
        store.keep(new History(1));
        page();
        page();

        assertThat(auditor.stats().executions()).isPositive();
        assertThat(auditor.incidents()).isEmpty();
    }

    @Test
    @DisplayName("T5: while the store does not answer, nothing is reported, and questions become rare")
    void storeAway() {
        store.keep(damaged(1));
        page();
        store.trouble = new StoreException(StoreException.Kind.UNAVAILABLE, "gone", null);
        for (int i = 0; i < 10; i++) {
            int questions = store.questions;
            assertThat(page()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
            assertThat(store.questions - questions).isEqualTo(1);
        }
        assertThat(auditor.incidents()).isEmpty();

        store.trouble = null;
        for (int i = 0; i < 4; i++) {
            page();
        }
        assertThat(rules()).containsExactly(Rule.HISTORY);
    }

    @Test
    @DisplayName("F43: an execution that the store cannot read is an incident, and the others are examined")
    void unreadable() {
        store.keep(new History(1));
        store.keep(damaged(2));
        store.keep(new History(3));
        page();
        page();
        store.damage = new StoreException(StoreException.Kind.DATA, "page 7 is damaged", null);
        for (int i = 0; i < 4; i++) {
            page();
        }

        assertThat(auditor.incidents())
                .extracting(Incident::execution)
                .contains(new History(1).id(), new History(3).id());
    }

    @Test
    @DisplayName("The largest delay of due executions, as the store reports it")
    void overdue() {
        History history = new History(1);
        history.tell(new Command.StartStep(History.charge(), "agent"));
        history.tell(new Command.CompleteAttempt(history.token(), new Json("1")));
        store.keep(history);
        Instant due = history.now.plus(Duration.ofHours(1));
        page();
        assertThat(auditor.stats().overdue()).isZero();

        passed = Duration.between(History.BEGIN, due).plusMinutes(3).minus(INTERVAL);
        page();
        page();
        assertThat(auditor.stats().overdue()).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(6));

        history.now = due;
        history.tell(new Command.WakeStep(StepPath.of("nap")));
        store.keep(history);
        for (int i = 0; i < 6; i++) {
            page();
        }
        assertThat(auditor.stats().overdue()).isZero();
    }

    @Test
    @DisplayName("The examination continues after the removal of its last row")
    void removedMeanwhile() {
        for (int i = 1; i <= 3; i++) {
            store.keep(new History(i));
        }
        Walk walk = new Walk(store);
        assertThat(walk.next(1)).containsExactly(store.rows.remove(new History(3).id()));

        assertThat(walk.next(1)).extracting(ExecutionRow::id).containsExactly(new History(2).id());
        assertThat(walk.next(1)).extracting(ExecutionRow::id).containsExactly(new History(1).id());
        assertThat(walk.next(1)).isEmpty();
    }

    @Test
    @DisplayName("A complete pass reads the store once, at full speed, and reports every broken execution")
    void whole() {
        for (int i = 1; i <= 250; i++) {
            store.keep(i % 100 == 0 ? damaged(i) : new History(i));
        }
        List<Long> progress = new ArrayList<>();

        AuditReport report = Auditor.whole(store, progress::add);

        assertThat(report.executions()).isEqualTo(250);
        assertThat(report.isSound()).isFalse();
        assertThat(report.incidents())
                .extracting(Incident::execution)
                .containsExactly(damaged(200).id(), damaged(100).id());
        assertThat(progress).containsExactly(100L, 200L, 250L);
        store.trouble = new StoreException(StoreException.Kind.UNAVAILABLE, "gone", null);
        assertThatThrownBy(() -> Auditor.whole(store, progress::add)).isInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("Incidents are kept up to a limit")
    void limit() {
        Incidents incidents = new Incidents();
        for (int i = 0; i < Incidents.MAX; i++) {
            assertThat(incidents.add(new Breach(Rule.HISTORY, "gap").of(new History(i).id(), clock.now())))
                    .isTrue();
        }

        assertThat(incidents.add(new Breach(Rule.HISTORY, "gap").of(new History(-1).id(), clock.now())))
                .isFalse();
        assertThat(incidents.count()).isEqualTo(Incidents.MAX);
    }
}
