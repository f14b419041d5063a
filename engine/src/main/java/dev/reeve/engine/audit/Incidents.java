package dev.reeve.engine.audit;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was found, once for each execution and rule, up to a limit. Thread-safe. */
final class Incidents {

    private record Key(ExecutionId execution, Rule rule) {}

    /** Guarded by itself. */
    private final Map<Key, Incident> kept = new LinkedHashMap<>();

    /** @return whether it is new, and there was room for it */
    boolean add(ExecutionId execution, Finding finding, Instant now) {
        Incident incident = new Incident(execution, finding.rule(), finding.problem(), now);
        synchronized (kept) {
            return kept.size() < Auditor.INCIDENTS_MAX
                    && kept.putIfAbsent(new Key(execution, finding.rule()), incident) == null;
        }
    }

    List<Incident> all() {
        synchronized (kept) {
            return List.copyOf(kept.values());
        }
    }

    int count() {
        synchronized (kept) {
            return kept.size();
        }
    }
}
