package dev.reeve.internal.store;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.Succession;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** The queries for several executions of a {@link ModelStore}. */
final class ModelQueries {

    private final NavigableMap<ExecutionId, ExecutionRow> rows;

    ModelQueries(NavigableMap<ExecutionId, ExecutionRow> rows) {
        this.rows = rows;
    }

    Optional<ExecutionRow> newest(ExecutionId id) {
        return rows.subMap(Succession.from(id), true, Succession.to(id), true).descendingMap().values().stream()
                .filter(row -> row.key() != null)
                .findFirst()
                .or(() -> Optional.ofNullable(rows.get(id)));
    }

    List<ExecutionRow> list(ExecutionFilter filter) {
        ListPosition after = filter.after();
        return rows.values().stream()
                .filter(row ->
                        matches(row, filter) && (after == null || row.position().compareTo(after) > 0))
                .sorted(Comparator.comparing(ExecutionRow::position))
                .limit(filter.limit())
                .toList();
    }

    private static boolean matches(ExecutionRow row, ExecutionFilter filter) {
        Instant from = filter.startedFrom();
        Instant before = filter.startedBefore();
        return row.namespace().equals(filter.namespace())
                && (filter.workflow() == null || row.workflow().equals(filter.workflow()))
                && (filter.statuses().isEmpty() || filter.statuses().contains(row.status()))
                && row.labels().entrySet().containsAll(filter.labels().entrySet())
                && (from == null || !row.startedAt().isBefore(from))
                && (before == null || row.startedAt().isBefore(before));
    }
}
