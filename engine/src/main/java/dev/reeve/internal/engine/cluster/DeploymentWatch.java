package dev.reeve.internal.engine.cluster;

import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Instant;

/**
 * Notices definitions that others deploy: other nodes, and the command line. The number of deployments comes with the
 * time of the store, so a node that has nothing to read sends no statement more. Thread-safe.
 */
final class DeploymentWatch {

    private final Store store;
    private volatile long found;

    /** The number up to which all definitions are known; negative if none is. */
    private long known = -1;

    DeploymentWatch(Store store) {
        this.store = store;
    }

    /** The time of the store. */
    Instant now() {
        Pulse pulse = store.pulse();
        found = pulse.deployments();
        return pulse.now();
    }

    /**
     * Reads the definitions that are new since the last call; at the first call, all.
     *
     * @throws StoreException if the store does not answer; the next call reads them
     */
    synchronized void read(Definitions definitions, String namespace) {
        long next = found;
        if (known < 0 || next < known) { // after a failover that lost deployments the numbers are given again
            definitions.refresh(namespace);
        } else if (next > known) {
            definitions.refresh(namespace, known);
        }
        known = next;
    }
}
