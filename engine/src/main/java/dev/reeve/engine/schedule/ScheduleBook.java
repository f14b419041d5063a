package dev.reeve.engine.schedule;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.ScheduleChange;
import dev.reeve.engine.store.ScheduleChange.Kind;
import dev.reeve.engine.store.ScheduleRow;
import dev.reeve.engine.store.ScheduleStore;
import dev.reeve.model.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What people do with the schedules in a store. Thread-safe; blocks as the store does. */
public final class ScheduleBook {

    /** How often to read again what somebody else has changed in the very moment. */
    private static final int TRIES_MAX = 100;

    private final ScheduleStore store;
    private final String namespace;

    public ScheduleBook(ScheduleStore store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /**
     * Keeps a schedule. If there is one of this name that says the same, nothing changes. If it says something else it is replaced,
     * and what is due is counted from now on; who has paused it is kept.
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
                ScheduleRow changed = new ScheduleRow(
                        namespace,
                        name,
                        content,
                        later(now, row.decidedUntil()),
                        row.pause() == null
                                ? schedule.timetable()
                                        .after(later(now, row.decidedUntil()))
                                        .orElse(null)
                                : null,
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

    /** Has nothing started until somebody resumes it. If it is paused already, the first word stays. */
    public void pause(String name, String by, String why, Instant now) {
        change(
                said(name, Kind.PAUSED, by, why, now),
                row -> row.pause() != null
                        ? null
                        : with(row, row.decidedUntil(), null, new ScheduleRow.Pause(by, why, now)));
    }

    /** Has what is due from now on started again; what was due meanwhile is left out. Nothing, if it is not paused. */
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
     * Forgets a schedule; what it has started goes on.
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
            ScheduleRow row, Instant mark, @Nullable Instant next, ScheduleRow.@Nullable Pause pause) {
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
        return new ReeveException(ErrorCode.NOT_FOUND, "there is no schedule '%s'".formatted(name));
    }

    private static ReeveException busy(String name) {
        return new ReeveException(
                ErrorCode.CONFLICT, "the schedule '%s' is changed by others all the time; try again".formatted(name));
    }
}
