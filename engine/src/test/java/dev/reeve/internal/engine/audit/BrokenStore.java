package dev.reeve.internal.engine.audit;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that keeps all data unchecked, and in which things happen between two questions. */
final class BrokenStore implements Store {

    final Map<ExecutionId, ExecutionRow> rows = new LinkedHashMap<>();
    final Map<ExecutionId, List<JournalRow>> journals = new HashMap<>();
    final List<StoredWorkflow> workflows = new ArrayList<>();

    /** Done before each question is answered. */
    Runnable before = () -> {};

    /** Thrown instead of an answer. */
    @Nullable StoreException trouble;

    /** Thrown instead of a journal. */
    @Nullable StoreException damage;

    final List<ScheduleRow> schedules = new ArrayList<>();

    final List<AttemptToken> permits = new ArrayList<>();

    int questions;

    BrokenStore() {
        workflows.add(new StoredWorkflow("default", "order", 1, History.WORKFLOW.toJson()));
    }

    void keep(History history) {
        keep(history, history.row());
    }

    void keep(History history, ExecutionRow row) {
        rows.put(row.id(), row);
        journals.put(row.id(), List.copyOf(history.journal));
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<AttemptToken> permits(String after, int limit) {
        return permits.stream()
                .filter(token -> token.text().compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    private void asked() {
        questions++;
        before.run();
        if (trouble != null) {
            throw trouble;
        }
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        asked();
        ListPosition after = filter.after();
        return rows.values().stream()
                .filter(row -> after == null || row.position().compareTo(after) > 0)
                .sorted(Comparator.comparing(ExecutionRow::position))
                .limit(filter.limit())
                .toList();
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        asked();
        return Optional.ofNullable(rows.get(id));
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        asked();
        if (damage != null) {
            throw damage;
        }
        return journals.getOrDefault(id, List.of());
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        throw new UnsupportedOperationException("an auditor writes nothing");
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        throw new UnsupportedOperationException("an auditor archives nothing");
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        throw new UnsupportedOperationException("an auditor writes nothing");
    }

    @Override
    public void resume(ServiceChange change) {
        throw new UnsupportedOperationException("an auditor writes nothing");
    }

    @Override
    public List<ServicePause> pauses() {
        return List.of();
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return List.of();
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        asked();
        return List.copyOf(schedules);
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        asked();
        return List.copyOf(workflows);
    }

    @Override
    public Instant now() {
        return History.BEGIN;
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        throw new UnsupportedOperationException("an auditor writes nothing");
    }

    @Override
    public int lanesMax() {
        throw new UnsupportedOperationException("an auditor writes nothing");
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        throw new UnsupportedOperationException("an auditor writes nothing");
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return List.of();
    }

    @Override
    public Outbox outbox() {
        throw new UnsupportedOperationException("nobody is told anything");
    }

    @Override
    public String describe() {
        return "a broken store";
    }

    @Override
    public void close() {}
}
