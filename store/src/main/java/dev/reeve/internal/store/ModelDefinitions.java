package dev.reeve.internal.store;

import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The definitions in memory. Not thread-safe. */
final class ModelDefinitions {

    private record Key(String namespace, String name, int version) {}

    private final NavigableMap<Key, StoredWorkflow> definitions = new TreeMap<>(
            Comparator.comparing(Key::namespace).thenComparing(Key::name).thenComparingInt(Key::version));

    private long deployments;

    /** How many were deployed. */
    long deployments() {
        return deployments;
    }

    StoredWorkflow deploy(StoredWorkflow workflow) {
        Key key = new Key(workflow.namespace(), workflow.name(), workflow.version());
        StoredWorkflow known = definitions.putIfAbsent(key, workflow);
        deployments += known == null ? 1 : 0;
        return known == null ? workflow : known;
    }

    void remove(Undeployment wanted) {
        definitions.remove(new Key(wanted.namespace(), wanted.name(), wanted.version()));
    }

    List<StoredWorkflow> of(String namespace) {
        return definitions.values().stream()
                .filter(workflow -> workflow.namespace().equals(namespace))
                .toList();
    }

    List<String> namespaces() {
        return definitions.keySet().stream().map(Key::namespace).distinct().toList();
    }
}
