package dev.reeve.internal.engine.audit;

import dev.reeve.Incident;
import dev.reeve.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The incidents found, once for each execution or schedule and rule, up to a maximum number. Thread-safe. */
final class Incidents {

    /** Maximum number of incidents that are kept. More would not help anyone. */
    static final int MAX = 1_000;

    private record Key(String subject, Rule rule) {}

    /** Also the lock that guards it. */
    private final Map<Key, Incident> kept = new LinkedHashMap<>();

    /**
     * @return whether the incident is new and was added
     */
    boolean add(Incident incident) {
        synchronized (kept) {
            return kept.size() < MAX
                    && kept.putIfAbsent(new Key(incident.subject(), incident.rule()), incident) == null;
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
