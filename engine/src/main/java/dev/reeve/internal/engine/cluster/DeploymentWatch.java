package dev.reeve.internal.engine.cluster;

import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.StoreException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads definitions that others deploy: other nodes, and the command line. Thread-safe.
 */
final class DeploymentWatch {

    private final PulseReader pulse;

    /** Whether the store may have lost deployments. */
    private final AtomicBoolean doubtful = new AtomicBoolean();

    /** The number up to which all definitions are known; negative if none is. */
    private long known = -1;

    DeploymentWatch(PulseReader pulse) {
        this.pulse = pulse;
    }

    /**
     * The store may have lost deployments, such as in a failover to a standby that lagged (F22). Their versions and
     * numbers may have been given again, so the next call of {@link #read} compares all. Waits for nothing.
     */
    void doubt() {
        doubtful.set(true);
    }

    /**
     * Reads the definitions that are new since the last call; at the first call, all.
     *
     * @throws StoreException if the store does not answer; the next call reads them
     */
    synchronized void read(Definitions definitions) {
        boolean isDoubtful = doubtful.getAndSet(false);
        long next = pulse.last().deployments();
        try {
            if (isDoubtful || known < 0 || next < known) {
                definitions.refresh();
            } else if (next > known) {
                definitions.refresh(known);
            }
        } catch (StoreException e) {
            doubtful.set(true);
            throw e;
        }
        // The pulse may be that of the server before the failover, so all are compared once more.
        known = isDoubtful ? -1 : next;
    }
}
