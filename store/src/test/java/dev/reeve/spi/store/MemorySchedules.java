package dev.reeve.spi.store;

import dev.reeve.ScheduleChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Schedules in memory. Thread-safe. */
public final class MemorySchedules implements ScheduleStore {

    private record Key(String namespace, String name) {}

    private final NavigableMap<Key, ScheduleRow> rows =
            new TreeMap<>(Comparator.comparing(Key::namespace).thenComparing(Key::name));
    private final List<ScheduleChange> changes = new ArrayList<>();

    @Override
    public synchronized List<ScheduleRow> list(String namespace) {
        return rows.values().stream()
                .filter(row -> row.namespace().equals(namespace))
                .toList();
    }

    @Override
    public synchronized Optional<ScheduleRow> find(String namespace, String name) {
        return Optional.ofNullable(rows.get(new Key(namespace, name)));
    }

    @Override
    public synchronized boolean insert(ScheduleRow row) {
        return rows.putIfAbsent(new Key(row.namespace(), row.name()), row) == null;
    }

    @Override
    public synchronized boolean update(ScheduleRow row) {
        ScheduleRow known = rows.get(new Key(row.namespace(), row.name()));
        if (known == null || known.revision() != row.revision() - 1) {
            return false;
        }
        rows.put(new Key(row.namespace(), row.name()), row);
        return true;
    }

    @Override
    public synchronized boolean update(ScheduleRow row, ScheduleChange change) {
        return update(row) && changes.add(change);
    }

    @Override
    public synchronized boolean delete(ScheduleChange change) {
        return rows.remove(new Key(change.namespace(), change.name())) != null && changes.add(change);
    }

    synchronized List<ScheduleChange> changes(String namespace, String name) {
        return changes.reversed().stream()
                .filter(change ->
                        change.namespace().equals(namespace) && change.name().equals(name))
                .limit(ScheduleChange.LISTED_MAX)
                .toList();
    }
}
