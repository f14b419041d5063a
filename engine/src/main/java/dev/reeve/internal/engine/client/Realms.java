package dev.reeve.internal.engine.client;

import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.values.Namespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The namespaces that the callers of an engine use, or that it found in the store. Thread-safe. */
final class Realms {

    private final Node node;

    /** Guarded by this. */
    private final Map<String, Realm> known = new TreeMap<>();

    private boolean closing;

    Realms(Node node) {
        this.node = node;
    }

    /** The namespace with this name, which need not be in the store. */
    synchronized Realm of(String namespace) {
        return known.computeIfAbsent(namespace, name -> {
            Realm realm = Realm.of(node, name);
            if (closing) {
                realm.bulks().close();
            }
            return realm;
        });
    }

    /**
     * Those of the store, and the default one.
     *
     * @throws dev.reeve.spi.store.StoreException if the store does not answer
     */
    List<Realm> stored() {
        Realm first = of(Namespaces.DEFAULT);
        List<Realm> found = new ArrayList<>(List.of(first));
        node.store().namespaces().stream()
                .filter(name -> !name.equals(Namespaces.DEFAULT))
                .forEach(name -> found.add(of(name)));
        return found;
    }

    /** Ends what would keep the engine from closing. */
    synchronized void close() {
        closing = true;
        known.values().forEach(realm -> realm.bulks().close());
    }
}
