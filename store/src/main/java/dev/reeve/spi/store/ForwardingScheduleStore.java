package dev.reeve.spi.store;

import dev.reeve.ScheduleChange;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Forwards every call to the schedules of another store. A decorator overrides the methods that it changes, or
 * {@link #reading} and {@link #writing} to change all of them.
 */
public abstract class ForwardingScheduleStore implements ScheduleStore {

    private final ScheduleStore schedules;

    /**
     * Forwards to these schedules.
     *
     * @param schedules of the store behind the decorator, usually {@link Store#scheduling}
     */
    protected ForwardingScheduleStore(ScheduleStore schedules) {
        this.schedules = schedules;
    }

    /** The schedules behind these. */
    protected final ScheduleStore delegate() {
        return schedules;
    }

    /** Makes a call that reads from the database. */
    protected <T> T reading(Supplier<T> call) {
        return call.get();
    }

    /** Makes a call that writes to the database. */
    protected <T> T writing(Supplier<T> call) {
        return call.get();
    }

    @Override
    public List<ScheduleRow> list(String namespace) {
        return reading(() -> schedules.list(namespace));
    }

    @Override
    public Optional<ScheduleRow> find(String namespace, String name) {
        return reading(() -> schedules.find(namespace, name));
    }

    @Override
    public boolean insert(ScheduleRow row) {
        return writing(() -> schedules.insert(row));
    }

    @Override
    public boolean update(ScheduleRow row) {
        return writing(() -> schedules.update(row));
    }

    @Override
    public boolean update(ScheduleRow row, ScheduleChange change) {
        return writing(() -> schedules.update(row, change));
    }

    @Override
    public boolean delete(ScheduleChange change) {
        return writing(() -> schedules.delete(change));
    }
}
