package dev.reeve.testkit.store;

import dev.reeve.engine.store.ScheduleRow;
import dev.reeve.engine.store.ScheduleStore;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The schedules of a {@link ModelStore}. Not thread-safe. */
final class ModelSchedules implements ScheduleStore {

    private record Key(String namespace, String name) {}

    private final NavigableMap<Key, ScheduleRow> rows =
            new TreeMap<>(Comparator.comparing(Key::namespace).thenComparing(Key::name));

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
    public boolean delete(String namespace, String name) {
        return rows.remove(new Key(namespace, name)) != null;
    }
}
