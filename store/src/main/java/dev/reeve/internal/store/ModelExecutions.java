package dev.reeve.internal.store;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.store.StoredExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The executions of a {@link ModelStore}, with their journals and deadlines. */
final class ModelExecutions {

    private static final Comparator<Due> BY_TIME =
            Comparator.comparing(Due::wakeAt).thenComparing(Due::id);

    private final NavigableMap<ExecutionId, ExecutionRow> rows = new TreeMap<>();
    private final Map<ExecutionId, List<JournalRow>> journals = new HashMap<>();
    private final NavigableSet<Due> dues = new TreeSet<>(BY_TIME);
    private final ModelQueries queries = new ModelQueries(rows);

    ModelQueries queries() {
        return queries;
    }

    Optional<ExecutionRow> find(ExecutionId id) {
        return Optional.ofNullable(rows.get(id));
    }

    boolean areKept(Collection<ExecutionId> ids) {
        return rows.keySet().containsAll(ids);
    }

    List<JournalRow> history(ExecutionId id) {
        return List.copyOf(journals.getOrDefault(id, List.of()));
    }

    Loaded load(List<ExecutionId> ids, long bytesMax) {
        List<StoredExecution> loaded = new ArrayList<>();
        List<ExecutionId> left = new ArrayList<>();
        long bytes = 0;
        for (ExecutionId id : new LinkedHashSet<>(ids)) {
            ExecutionRow row = rows.get(id);
            if (row == null) {
                continue;
            }
            StoredExecution execution = new StoredExecution(row, history(id));
            bytes += execution.journalLength();
            if (!left.isEmpty() || bytes > bytesMax) {
                left.add(id);
            } else {
                loaded.add(execution);
            }
        }
        return new Loaded(loaded, left);
    }

    List<Due> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
        return (after == null ? dues : dues.tailSet(after, false))
                .stream()
                        .takeWhile(due -> !due.wakeAt().isAfter(until))
                        .filter(due -> shards.contains(due.id()))
                        .limit(limit)
                        .toList();
    }

    /** Deletes an execution that has ended. */
    void delete(ExecutionId ended) {
        rows.remove(ended);
        journals.remove(ended);
    }

    /** @throws StoreException if the batch breaks a key or a reference */
    void check(Batch batch) {
        Set<ExecutionId> started = new HashSet<>();
        for (ExecutionRow row : batch.started()) {
            offence(!started.add(row.id()), "second start of", row.id());
            stale(rows.containsKey(row.id()), "second start of", row.id());
        }
        Set<ExecutionId> moved = new HashSet<>();
        for (JournalRow row : batch.journal()) {
            boolean known = started.contains(row.id()) || rows.containsKey(row.id());
            int last = journals.getOrDefault(row.id(), List.of()).size();
            stale(row.seq() >= 1 && row.seq() <= last, "second journal row of", row.id());
            offence(!known || !moved.add(row.id()) || row.seq() != last + 1, "wrong journal number of", row.id());
        }
        for (ExecutionChange change : batch.changed()) {
            offence(!rows.containsKey(change.id()), "change of an unknown", change.id());
        }
    }

    private static void offence(boolean found, String what, ExecutionId id) {
        refuse(found, Kind.DATA, what, id);
    }

    /** Another writer was faster. */
    private static void stale(boolean found, String what, ExecutionId id) {
        refuse(found, Kind.STALE, what, id);
    }

    private static void refuse(boolean found, Kind kind, String what, ExecutionId id) {
        if (found) {
            throw new StoreException(kind, "The batch was refused: %s execution %s.".formatted(what, id), null);
        }
    }

    void write(Batch batch) {
        batch.started().forEach(this::put);
        for (JournalRow row : batch.journal()) {
            journals.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(row);
        }
        for (ExecutionChange change : batch.changed()) {
            put(Objects.requireNonNull(rows.get(change.id())).after(change));
        }
    }

    /** Captures all executions that this batch changes. The result restores them. */
    Runnable before(Batch batch) {
        NavigableMap<ExecutionId, Integer> lengths = new TreeMap<>();
        batch.started().forEach(row -> lengths.put(row.id(), 0));
        batch.journal().forEach(row -> lengths.put(row.id(), history(row.id()).size()));
        batch.changed()
                .forEach(change -> lengths.put(change.id(), history(change.id()).size()));
        List<ExecutionRow> old = lengths.keySet().stream()
                .map(rows::get)
                .filter(Objects::nonNull)
                .toList();
        return () -> {
            batch.started().forEach(this::remove);
            old.forEach(this::put);
            lengths.forEach((id, length) -> {
                List<JournalRow> journal = journals.getOrDefault(id, List.of());
                if (journal.size() > length) {
                    journal.subList(length, journal.size()).clear();
                }
            });
        };
    }

    private void remove(ExecutionRow started) {
        ExecutionRow row = rows.remove(started.id());
        if (row != null && row.wakeAt() != null) {
            dues.remove(new Due(row.wakeAt(), row.id()));
        }
    }

    private void put(ExecutionRow row) {
        ExecutionRow old = rows.put(row.id(), row);
        if (old != null && old.wakeAt() != null) {
            dues.remove(new Due(old.wakeAt(), old.id()));
        }
        if (row.wakeAt() != null) {
            dues.add(new Due(row.wakeAt(), row.id()));
        }
    }
}
