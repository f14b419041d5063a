package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Schedules in a store. */
interface ScheduleContract extends StoreUnderTest {

    private static ScheduleRow row(String name, long revision, ScheduleStatus.@Nullable Pause pause) {
        Instant at = Instant.parse("2026-03-29T01:00:00.000001Z");
        return new ScheduleRow(
                "default",
                name,
                new Json("{\"workflow\":\"né🦭\"}"),
                at,
                pause == null ? at.plusSeconds(60) : null,
                revision > 1 ? at.minusSeconds(60) : null,
                revision > 1 ? "an error, né🦭" : null,
                pause,
                revision);
    }

    @Test
    @DisplayName("S8: schedules survive restarts, by name, to the microsecond")
    default void schedulesAreKept() {
        ScheduleRow nightly = row("nightly", 1, null);
        ScheduleRow hourly = row("hourly", 1, null);
        assertThat(store().schedules("default")).isEmpty();

        assertThat(store().scheduling().insert(nightly)).isTrue();
        assertThat(store().scheduling().insert(hourly)).isTrue();
        assertThat(store().scheduling().insert(row("hourly", 1, null))).isFalse();

        assertThat(store().schedules("default")).containsExactly(hourly, nightly);
        assertThat(store().schedules("other")).isEmpty();
        assertThat(reopen().schedules("default")).containsExactly(hourly, nightly);
        assertThat(store().scheduling().find("default", "nightly")).contains(nightly);
        assertThat(store().scheduling().find("default", "none")).isEmpty();
    }

    @Test
    @DisplayName("I14: a change of an outdated revision of a schedule has no effect")
    default void onlyTheNextRevisionIsTaken() {
        ScheduleRow second =
                row("nightly", 2, new ScheduleStatus.Pause("alice", "né🦭", Instant.parse("2026-01-01T00:00:00Z")));
        store().scheduling().insert(row("nightly", 1, null));

        assertThat(store().scheduling().update(row("nightly", 3, null))).isFalse();
        assertThat(store().scheduling().update(second)).isTrue();
        assertThat(store().scheduling().update(second)).isFalse();
        assertThat(store().scheduling().find("default", "nightly")).contains(second);
        assertThat(store().scheduling().update(row("nightly", 3, null))).isTrue();
        assertThat(reopen().scheduling().find("default", "nightly")).contains(row("nightly", 3, null));
    }

    @Test
    @DisplayName(
            "S8: a definition and its schedule are stored together, or neither if the schedule has changed meanwhile")
    default void deployedTogether() {
        StoredWorkflow first = new StoredWorkflow("default", "nightly", 1, new Json("{\"n\":1}"));
        StoredWorkflow second = new StoredWorkflow("default", "nightly", 2, new Json("{\"n\":2}"));
        ScheduleRow nightly = row("nightly", 1, null);

        assertThat(store().deploy(first, new ScheduleEdit.Put(nightly))).contains(first);
        assertThat(store().deploy(second, new ScheduleEdit.Put(nightly))).isEmpty();
        assertThat(store().deploy(second, new ScheduleEdit.Put(row("nightly", 3, null))))
                .isEmpty();

        assertThat(reopen().workflows("default")).containsExactly(first);
        assertThat(store().schedules("default")).containsExactly(nightly);
        assertThat(store().deploy(second, new ScheduleEdit.Delete(said("nightly", ScheduleChange.Kind.DELETED))))
                .contains(second);
        assertThat(store().deploy(first, new ScheduleEdit.Delete(said("nightly", ScheduleChange.Kind.DELETED))))
                .isEmpty();
        assertThat(reopen().schedules("default")).isEmpty();
        assertThat(store().workflows("default")).containsExactly(first, second);
        assertThat(store().highestVersion("default", "nightly")).hasValue(2);
        assertThat(store().highestVersion("default", "night")).isEmpty();
        assertThat(store().highestVersion("other", "nightly")).isEmpty();
    }

    @Test
    @DisplayName("S8: a definition that is refused because another is stored leaves the schedule as it is")
    default void refusedTogether() {
        StoredWorkflow first = new StoredWorkflow("default", "nightly", 1, new Json("{\"n\":1}"));
        StoredWorkflow other = new StoredWorkflow("default", "nightly", 1, new Json("{\"n\":2}"));
        ScheduleRow nightly = row("nightly", 1, null);
        assertThat(store().deploy(first, new ScheduleEdit.Put(nightly))).contains(first);

        assertThat(store().deploy(other, new ScheduleEdit.Put(row("nightly", 2, null))))
                .contains(first);
        assertThat(store().deploy(other, new ScheduleEdit.Delete(said("nightly", ScheduleChange.Kind.DELETED))))
                .contains(first);

        assertThat(store().schedules("default")).containsExactly(nightly);
        assertThat(store().scheduleChanges("default", "nightly")).isEmpty();
        assertThat(reopen().workflows("default")).containsExactly(first);
    }

    private static ScheduleChange said(String name, ScheduleChange.Kind kind) {
        return new ScheduleChange(
                "default", name, kind, "né🦭", "it's \"so\"", Instant.parse("2026-01-01T00:00:00.000001Z"));
    }

    @Test
    @DisplayName("O5: changes of a schedule are recorded with it, survive it, and only if they took effect")
    default void whatPeopleDidIsKept() {
        ScheduleChange paused = said("nightly", ScheduleChange.Kind.PAUSED);
        ScheduleChange resumed = said("nightly", ScheduleChange.Kind.RESUMED);
        ScheduleChange deleted = said("nightly", ScheduleChange.Kind.DELETED);
        store().scheduling().insert(row("nightly", 1, null));

        assertThat(store().scheduling().update(row("nightly", 3, null), paused)).isFalse();
        assertThat(store().scheduleChanges("default", "nightly")).isEmpty();
        assertThat(store().scheduling().update(row("nightly", 2, null), paused)).isTrue();
        assertThat(store().scheduling().update(row("nightly", 3, null), resumed))
                .isTrue();
        assertThat(store().scheduling().find("default", "nightly")).contains(row("nightly", 3, null));
        store().scheduling().delete(deleted);
        store().scheduling().delete(deleted);

        assertThat(reopen().scheduleChanges("default", "nightly")).containsExactly(deleted, resumed, paused);
        assertThat(store().scheduleChanges("other", "nightly")).isEmpty();
        assertThat(store().scheduleChanges("default", "hourly")).isEmpty();
    }

    @Test
    @DisplayName("S8: a deleted schedule is gone, and its name is free")
    default void deletedSchedulesAreGone() {
        store().scheduling().insert(row("nightly", 1, null));
        store().scheduling().update(row("nightly", 2, null));

        assertThat(store().scheduling().delete(said("nightly", ScheduleChange.Kind.DELETED)))
                .isTrue();
        assertThat(store().scheduling().delete(said("nightly", ScheduleChange.Kind.DELETED)))
                .isFalse();
        assertThat(store().scheduling().update(row("nightly", 3, null))).isFalse();
        assertThat(store().scheduling().insert(row("nightly", 1, null))).isTrue();
        assertThat(reopen().schedules("default")).containsExactly(row("nightly", 1, null));
    }
}
