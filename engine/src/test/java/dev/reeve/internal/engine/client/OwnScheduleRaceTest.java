package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S8: the schedule of a definition, while another engine deploys and after a crash")
final class OwnScheduleRaceTest extends EngineFixture {

    private @Nullable MemoryStore opened;

    /** Run right before the engine stores a definition, as if another engine did it; null for nothing. */
    private @Nullable Runnable meanwhile;

    @Override
    protected Store open() {
        MemoryStore before = opened;
        MemoryStore now = before == null
                ? new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS))
                : before.reopened();
        opened = now;
        return new ForwardingStore(now) {
            @Override
            public Optional<StoredWorkflow> deploy(StoredWorkflow workflow, ScheduleEdit edit) {
                other();
                return super.deploy(workflow, edit);
            }

            @Override
            public StoredWorkflow deploy(StoredWorkflow workflow) {
                other();
                return super.deploy(workflow);
            }
        };
    }

    private MemoryStore database() {
        return Objects.requireNonNull(opened);
    }

    private void other() {
        Runnable once = meanwhile;
        meanwhile = null;
        if (once != null) {
            once.run();
        }
    }

    private static StoredWorkflow stored(Definition workflow) {
        return new StoredWorkflow("default", workflow.name(), workflow.version(), workflow.toJson());
    }

    /** Another engine deploys a version with a schedule. */
    private void otherDeploys(Definition workflow) {
        ScheduleRow known = database().scheduling().find("default", "own").orElse(null);
        ScheduleEdit edit = new ScheduleBook(database().scheduling(), "default")
                .ofDefinition(
                        known,
                        new ScheduleText(
                                Schedule.every("own", Duration.ofDays(workflow.version())), Json.EMPTY_OBJECT, true),
                        new ScheduleChange(
                                "default",
                                "own",
                                ScheduleChange.Kind.DELETED,
                                "bob",
                                "no",
                                database().now()));
        assertThat(database().deploy(stored(workflow), Objects.requireNonNull(edit)))
                .isPresent();
    }

    private Timetable timetable() {
        assertThat(reeve().schedules().list()).hasSize(1);
        ScheduleStatus only = reeve().schedules().list().getFirst();
        return only.schedule().timetable();
    }

    @Test
    @DisplayName("An older version that comes a little later leaves the schedule of the newer one")
    void olderIsLater() {
        meanwhile = () -> otherDeploys(SchedulingContract.own(3, "schedule: { every: 3d }"));

        reeve().deploy(SchedulingContract.own(2, "schedule: { every: 2d }"));

        assertThat(timetable()).isEqualTo(new Timetable.Every(Duration.ofDays(3), Instant.EPOCH));
    }

    @Test
    @DisplayName("An older version without a schedule leaves that of the newer one, over a schedule of before")
    void olderWithoutSchedule() {
        reeve().deploy(SchedulingContract.own(1, "schedule: { every: 1d }"));
        meanwhile = () -> otherDeploys(SchedulingContract.own(3, "schedule: { every: 3d }"));

        reeve().deploy(SchedulingContract.own(2, ""));

        assertThat(timetable()).isEqualTo(new Timetable.Every(Duration.ofDays(3), Instant.EPOCH));
    }

    @Test
    @DisplayName("The schedule of an older version goes if a newer one without comes at the same time")
    void newerWithoutSchedule() {
        meanwhile = () -> database().deploy(stored(SchedulingContract.own(3, "")));

        reeve().deploy(SchedulingContract.own(2, "schedule: { every: 2d }"));

        assertThat(reeve().schedules().list()).isEmpty();
    }

    @Test
    @DisplayName("A schedule that a crash left behind after the removal of the workflow can be deleted")
    void leftover() {
        reeve().deploy(SchedulingContract.own(1, "schedule: { every: 2d }"));
        assertThatExceptionOfType(ReeveException.class)
                .isThrownBy(() -> reeve().schedules().delete("own", "not yet"))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT));
        undeployWithoutSchedule();

        reeve().actingAs("ann").schedules().delete("own", "left over");

        assertThat(reeve().schedules().list()).isEmpty();
        assertThat(reeve().schedules().changes("own").getFirst().actor()).isEqualTo("ann");
    }

    @Test
    @DisplayName("An engine that opens brings the schedules in line with the definitions")
    void opening() {
        reeve().deploy(SchedulingContract.own(1, "schedule: { every: 2d }"));
        database().deploy(stored(SchedulingContract.own(2, "schedule: { every: 4d }")));

        assertThat(reopened().schedules().list()).hasSize(1);
        assertThat(timetable()).isEqualTo(new Timetable.Every(Duration.ofDays(4), Instant.EPOCH));

        database().deploy(stored(SchedulingContract.own(3, "")));

        assertThat(reopened().schedules().list()).isEmpty();
    }

    @Test
    @DisplayName("An engine opens although the text of a definition with a schedule cannot be read")
    void unreadable() {
        reeve().deploy(SchedulingContract.own(1, "schedule: { every: 2d }"));
        database()
                .deploy(new StoredWorkflow(
                        "default", "broken", 1, new Json("{\"workflow\":\"broken\",\"schedule\":{\"never\":1}}")));

        assertThat(reopened().schedules().list()).hasSize(1);
    }

    private void undeployWithoutSchedule() {
        Undeployment.Pinned pinned = database()
                .undeploy(new Undeployment(
                        "default", "own", 1, "bob", "not needed", database().now()));
        if (!pinned.isNone()) {
            throw new StoreException(StoreException.Kind.DATA, "pinned", null);
        }
    }
}
