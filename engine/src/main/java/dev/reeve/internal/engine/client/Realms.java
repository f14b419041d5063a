package dev.reeve.internal.engine.client;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The namespaces that the callers of an engine use, or that it found in the store. Thread-safe. */
final class Realms {

    private static final Logger LOG = LoggerFactory.getLogger(Realms.class);

    /** How late a schedule may begin that another engine registered. */
    private static final Duration LOOK = Duration.ofSeconds(10);

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

    /** The namespace of a caller that names none. */
    Realm first() {
        return of(
                node.namespaces().isEmpty()
                        ? Namespaces.DEFAULT
                        : node.namespaces().getFirst());
    }

    /**
     * The namespace that a caller names.
     *
     * @throws ReeveException {@link ErrorCode#REFUSED} if this engine does not serve it
     */
    Realm served(String namespace) {
        if (!serves(namespace)) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "this engine serves only %s, and not the namespace '%s'; use an engine that serves it, or add it to withNamespaces"
                            .formatted(node.namespaces(), namespace));
        }
        return of(namespace);
    }

    private boolean serves(String namespace) {
        return node.namespaces().isEmpty() || node.namespaces().contains(namespace);
    }

    /**
     * Continues the bulk operations of the namespaces that this engine serves.
     *
     * @throws StoreException if the store does not answer
     */
    void continueBulks() {
        stored().stream()
                .filter(realm -> serves(realm.engine().namespace()))
                .forEach(realm -> realm.bulks().goOn());
    }

    /**
     * Those of the store, and the default one.
     *
     * @throws StoreException if the store does not answer
     */
    private List<Realm> stored() {
        Realm first = of(Namespaces.DEFAULT);
        List<Realm> found = new ArrayList<>(List.of(first));
        node.store().namespaces().stream()
                .filter(name -> !name.equals(Namespaces.DEFAULT))
                .forEach(name -> found.add(of(name)));
        return found;
    }

    /**
     * Brings the schedules of definitions in line with them, in the namespaces that this engine serves.
     *
     * @throws StoreException if the store does not answer
     */
    void followSchedules() {
        stored().stream()
                .filter(realm -> serves(realm.engine().namespace()))
                .forEach(realm -> realm.deployments().followSchedules());
    }

    /**
     * Continues the schedules of all namespaces.
     *
     * @throws StoreException if the store does not answer
     */
    void schedule() {
        stored().forEach(realm -> realm.scheduling().goOn());
    }

    /**
     * Continues schedules that other engines registered meanwhile: one engine starts those of all.
     *
     * @return how long to rest, in nanoseconds
     */
    long lookForSchedules() {
        return look("schedules", this::schedule);
    }

    /**
     * Continues bulk operations of earlier engines, and of others that end meanwhile.
     *
     * @return how long to rest, in nanoseconds
     */
    long lookForBulks() {
        return look("bulk operations", this::continueBulks);
    }

    private static long look(String what, Runnable search) {
        try {
            search.run();
        } catch (StoreException e) {
            LOG.warn("{} cannot be read; the next attempt is in {}: {}", what, LOOK, e.getMessage());
        }
        return LOOK.toNanos();
    }

    /** Ends what would keep the engine from closing. */
    synchronized void close() {
        closing = true;
        known.values().forEach(realm -> realm.bulks().close());
    }
}
