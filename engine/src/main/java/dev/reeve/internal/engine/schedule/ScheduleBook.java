package dev.reeve.internal.engine.schedule;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleChange.Kind;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.spi.store.ScheduleEdit;
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

    /** The actor of changes that follow a deployment whose caller is not known any more. */
    public static final String DEPLOYMENT = "deployment";

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
        ScheduleText text = new ScheduleText(schedule, input);
        for (int i = 0; i < TRIES_MAX; i++) {
            Optional<ScheduleRow> known = store.find(namespace, name);
            if (known.isPresent()) {
                refuseOfDefinition(known.get(), "choose another name, or change it there");
            }
            ScheduleRow row = registered(known.orElse(null), name, text, now);
            if (row == null || new ScheduleEdit.Put(row).applyTo(store)) {
                return;
            }
        }
        throw busy(name);
    }

    /**
     * The change that puts the schedule of a definition, or removes the one that an earlier version had put.
     *
     * @param known the schedule with this name; null if there is none
     * @param wanted the schedule of the definition; null if it has none
     * @param removal what is recorded if it is removed
     * @return null if nothing changes
     * @throws ReeveException {@link ErrorCode#CONFLICT} if a program has put a schedule of this name
     */
    public @Nullable ScheduleEdit ofDefinition(
            @Nullable ScheduleRow known, @Nullable ScheduleText wanted, ScheduleChange removal) {
        if (wanted == null) {
            return known == null || !ScheduleText.isOfDefinition(known) ? null : new ScheduleEdit.Delete(removal);
        }
        String name = removal.name();
        if (known != null && !ScheduleText.isOfDefinition(known)) {
            throw ReeveException.of(
                    ErrorCode.CONFLICT,
                    "workflow '%s' has a schedule in its definition, which has the name of the workflow, and a program has put a schedule of this name: delete that one, or register it with another name"
                            .formatted(name));
        }
        ScheduleRow row = registered(known, name, wanted, removal.at());
        return row == null ? null : new ScheduleEdit.Put(row);
    }

    /** The row after a schedule was registered; null if it stays as it is. */
    private @Nullable ScheduleRow registered(@Nullable ScheduleRow row, String name, ScheduleText text, Instant now) {
        Json content = text.write();
        Timetable timetable = text.schedule().timetable();
        if (row == null) {
            Instant next = timetable.after(now).orElse(null);
            return new ScheduleRow(namespace, name, content, now, next, null, null, null, 1);
        }
        Instant mark = hasTimetable(row, timetable) ? row.decidedUntil() : later(now, row.decidedUntil());
        return row.content().equals(content)
                ? null
                : new ScheduleRow(
                        namespace,
                        name,
                        content,
                        mark,
                        row.pause() == null ? timetable.after(mark).orElse(null) : null,
                        row.lastStarted(),
                        null,
                        row.pause(),
                        row.revision() + 1);
    }

    private static void refuseOfDefinition(ScheduleRow row, String advice) {
        if (ScheduleText.isOfDefinition(row)) {
            throw ReeveException.of(
                    ErrorCode.CONFLICT,
                    "the schedule '%s' is part of the definition of workflow %s: %s"
                            .formatted(row.name(), row.name(), advice));
        }
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
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}; {@link ErrorCode#CONFLICT} if a definition put it
     */
    public void delete(String name, String by, String why, Instant now) {
        store.find(namespace, name)
                .ifPresent(row -> refuseOfDefinition(row, "pause it, or deploy a version without a schedule"));
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
