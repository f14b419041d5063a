package dev.reeve.simulation.check;

import dev.reeve.ExecutionId;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Checks the keys of callers: a key never has two open executions in a namespace (I2). */
public final class CallerKeys {

    private final Map<String, Set<ExecutionId>> executions = new HashMap<>();
    private final Map<ExecutionId, Integer> endsLost = new HashMap<>();
    private final BiConsumer<String, String> breach;

    CallerKeys(BiConsumer<String, String> breach) {
        this.breach = breach;
    }

    /** @param stored the executions in the store */
    void started(ExecutionRow row, Map<ExecutionId, Biography> stored) {
        if (row.key() == null) {
            return;
        }
        Set<ExecutionId> others = executions.computeIfAbsent(
                Namespaces.qualified(row.namespace(), row.key()), key -> new LinkedHashSet<>());
        for (ExecutionId other : others) {
            Biography biography = stored.get(other);
            if (biography != null && !biography.state().status().isTerminal()) {
                breach.accept("I2", "execution %s begins while %s has its key and is open".formatted(row.id(), other));
            }
        }
        others.add(row.id());
    }

    /** A failover has removed this batch from the store. */
    void undone(Batch batch) {
        for (ExecutionRow row : batch.started()) {
            if (row.status().isTerminal()) { // it had begun and ended at once
                endsLost.merge(row.id(), 1, Integer::sum);
            }
        }
        for (ExecutionChange change : batch.changed()) {
            if (change.status().isTerminal()) {
                endsLost.merge(change.id(), 1, Integer::sum);
            }
        }
    }

    /** How many times the end of an execution was in the store, and a failover removed it. */
    public int endsLost(ExecutionId id) {
        return endsLost.getOrDefault(id, 0);
    }
}
