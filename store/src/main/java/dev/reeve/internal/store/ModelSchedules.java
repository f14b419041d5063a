package dev.reeve.internal.store;

import dev.reeve.ScheduleChange;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The schedules of a {@link ModelStore}. Not thread-safe. */
public final class ModelSchedules implements ScheduleStore {

    private record Key(String namespace, String name) {}

    private final NavigableMap<Key, ScheduleRow> rows =
            new TreeMap<>(Comparator.comparing(Key::namespace).thenComparing(Key::name));
    private final List<ScheduleChange> changes = new ArrayList<>();

    @Override
    public List<ScheduleRow> list(String namespace) {
        return rows.values().stream()
                .filter(row -> row.namespace().equals(namespace))
                .toList();
    }

    @Override
    public Optional<ScheduleRow> find(String namespace, String name) {
        return Optional.ofNullable(rows.get(new Key(namespace, name)));
    }

    @Override
    public boolean insert(ScheduleRow row) {
        return rows.putIfAbsent(new Key(row.namespace(), row.name()), row) == null;
    }

    @Override
    public boolean update(ScheduleRow row) {
        Key key = new Key(row.namespace(), row.name());
        ScheduleRow known = rows.get(key);
        if (known == null || known.revision() != row.revision() - 1) {
            return false;
        }
        rows.put(key, row);
        return true;
    }

    @Override
    public boolean update(ScheduleRow row, ScheduleChange change) {
        return update(row) && changes.add(change);
    }

    @Override
    public boolean delete(ScheduleChange change) {
        return rows.remove(new Key(change.namespace(), change.name())) != null && changes.add(change);
    }

    List<ScheduleChange> changes(String namespace, String name) {
        return changes.reversed().stream()
                .filter(change ->
                        change.namespace().equals(namespace) && change.name().equals(name))
                .limit(ScheduleChange.LISTED_MAX)
                .toList();
    }
}
