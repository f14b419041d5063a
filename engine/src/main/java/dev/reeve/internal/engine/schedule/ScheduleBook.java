package dev.reeve.internal.engine.schedule;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleChange.Kind;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operators' commands for the schedules in a store. Thread-safe. Blocks while the store does. */
public final class ScheduleBook {

    /** Maximum number of tries when other transactions change the row at the same time. */
    private static final int TRIES_MAX = 100;

    private final ScheduleStore store;
    private final String namespace;

    public ScheduleBook(ScheduleStore store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /**
     * Stores a schedule. An identical schedule of this name stays unchanged. A different one is replaced. With another
     * timetable, its times count from now on; with the same one, from where they were, so that a program that comes
     * back with another version or input makes up for what was missed. A pause is kept.
     */
    public void keep(String name, Schedule schedule, Json input, Instant now) {
        Json content = new ScheduleText(schedule, input).write();
        Instant next = schedule.timetable().after(now).orElse(null);
        for (int i = 0; i < TRIES_MAX; i++) {
            Optional<ScheduleRow> known = store.find(namespace, name);
            if (known.isEmpty()) {
                if (store.insert(new ScheduleRow(namespace, name, content, now, next, null, null, null, 1))) {
                    return;
                }
            } else {
                ScheduleRow row = known.get();
                Instant mark =
                        hasTimetable(row, schedule.timetable()) ? row.decidedUntil() : later(now, row.decidedUntil());
                ScheduleRow changed = new ScheduleRow(
                        namespace,
                        name,
                        content,
                        mark,
                        row.pause() == null ? schedule.timetable().after(mark).orElse(null) : null,
                        row.lastStarted(),
                        null,
                        row.pause(),
                        row.revision() + 1);
                if (row.content().equals(content) || store.update(changed)) {
                    return;
                }
            }
        }
        throw busy(name);
    }

    private static boolean hasTimetable(ScheduleRow row, Timetable timetable) {
        try {
            return ScheduleText.read(row.content()).schedule().timetable().equals(timetable);
        } catch (RuntimeException e) {
            return false; // a damaged schedule is registered again
        }
    }

    /** Pauses a schedule until {@link #resume}. If it is already paused, the first actor and reason stay. */
    public void pause(String name, String by, String why, Instant now) {
        change(
                said(name, Kind.PAUSED, by, why, now),
                row -> row.pause() != null
                        ? null
                        : with(row, row.decidedUntil(), null, new ScheduleStatus.Pause(by, why, now)));
    }

    /**
     * Resumes a schedule from now on. Times that were due during the pause are skipped. Does nothing if the schedule is
     * not paused.
     */
    public void resume(String name, String by, String why, Instant now) {
        change(said(name, Kind.RESUMED, by, why, now), row -> {
            Instant mark = later(now, row.decidedUntil());
            Timetable timetable = ScheduleText.read(row.content()).schedule().timetable();
            return row.pause() == null
                    ? null
                    : with(row, mark, timetable.after(mark).orElse(null), null);
        });
    }

    /**
     * Deletes a schedule. Executions that it has started go on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void delete(String name, String by, String why, Instant now) {
        if (!store.delete(said(name, Kind.DELETED, by, why, now))) {
            throw unknown(name);
        }
    }

    private ScheduleChange said(String name, Kind kind, String by, String why, Instant now) {
        return new ScheduleChange(namespace, name, kind, by, why, now);
    }

    private void change(ScheduleChange said, Function<ScheduleRow, @Nullable ScheduleRow> change) {
        for (int i = 0; i < TRIES_MAX; i++) {
            ScheduleRow changed =
                    change.apply(store.find(namespace, said.name()).orElseThrow(() -> unknown(said.name())));
            if (changed == null || store.update(changed, said)) {
                return;
            }
        }
        throw busy(said.name());
    }

    private static ScheduleRow with(
            ScheduleRow row, Instant mark, @Nullable Instant next, ScheduleStatus.@Nullable Pause pause) {
        return new ScheduleRow(
                row.namespace(),
                row.name(),
                row.content(),
                mark,
                next,
                row.lastStarted(),
                row.error(),
                pause,
                row.revision() + 1);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static ReeveException unknown(String name) {
        return ReeveException.of(ErrorCode.NOT_FOUND, "there is no schedule '%s'".formatted(name));
    }

    private static ReeveException busy(String name) {
        return ReeveException.of(
                ErrorCode.CONFLICT, "the schedule '%s' is changed by others all the time; try again".formatted(name));
    }
}
