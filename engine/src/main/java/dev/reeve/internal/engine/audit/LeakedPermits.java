package dev.reeve.internal.engine.audit;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Rule;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreReader;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds permits of executions that have ended or are gone: an agent could still commit an effect that nothing undoes. A
 * page of permits in each look.
 */
final class LeakedPermits {

    private static final int PAGE = 200;

    private final StoreReader store;
    private String after = "";

    LeakedPermits(StoreReader store) {
        this.store = store;
    }

    /** Whether the next look begins anew. */
    boolean isAtBeginning() {
        return after.isEmpty();
    }

    /** Checks the next page. */
    Map<ExecutionId, Breach> look() {
        String from = after;
        List<AttemptToken> page = store.permits(from, PAGE);
        after = page.size() < PAGE ? "" : page.getLast().text();
        Map<ExecutionId, Breach> findings = new LinkedHashMap<>();
        Set<ExecutionId> open = new HashSet<>();
        Set<ExecutionId> asked = new LinkedHashSet<>();
        page.forEach(token -> asked.add(token.execution()));
        if (asked.isEmpty()) {
            return findings;
        }
        for (ExecutionRow row : store.findAll(asked)) {
            if (row.endedAt() == null) {
                open.add(row.id());
            }
        }
        // Read again: an execution ends in the transaction that removes its last permit, so the first page may be
        // older.
        for (AttemptToken token : store.permits(from, PAGE)) {
            ExecutionId id = token.execution();
            if (asked.contains(id) && !open.contains(id) && page.contains(token)) {
                findings.put(
                        id, new Breach(Rule.PERMIT, "it is over, and attempt %s has a permit".formatted(token.text())));
            }
        }
        return findings;
    }
}
