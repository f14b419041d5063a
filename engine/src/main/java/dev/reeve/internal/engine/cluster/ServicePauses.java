package dev.reeve.internal.engine.cluster;

import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The actions that people have paused: keeps the store and the dispatcher the same. Thread-safe. */
public final class ServicePauses {

    private static final Logger LOG = LoggerFactory.getLogger(ServicePauses.class);

    private final Store store;
    private final Dispatcher dispatcher;
    private final Clock clock;
    private long changes;

    ServicePauses(Store store, Dispatcher dispatcher, Clock clock) {
        this.store = store;
        this.dispatcher = dispatcher;
        this.clock = clock;
    }

    /** How many changes were made here. */
    synchronized long changes() {
        return changes;
    }

    /**
     * Takes over the pauses that were read from the store: an operator may have paused actions without this engine.
     *
     * @param since {@link #changes} before they were read; they are old if another change was made here meanwhile
     */
    synchronized void sync(List<ServicePause> read, long since) {
        if (since == changes) {
            dispatcher.paused(read);
        }
    }

    /**
     * Pauses an action until {@link #resume}. The pause survives restarts.
     *
     * @throws StoreException if it is not known whether the pause is stored; a stored pause takes effect within ten
     *     seconds
     */
    public synchronized void pause(String action, String by, String why) {
        changes++;
        dispatcher.pause(store.pause(new ServicePause(action, by, why, clock.now())));
    }

    /**
     * Resumes an action that a person paused or its breaker opened.
     *
     * @throws StoreException if it is not known whether the change is stored; a stored change takes effect within ten
     *     seconds
     */
    public synchronized void resume(String action, String by, String why) {
        changes++;
        store.resume(new ServiceChange(action, ServiceChange.Kind.RESUMED, by, why, clock.now()));
        LOG.info("action={} was resumed by {}: {}", action, by, why);
        dispatcher.resume(action);
    }
}
