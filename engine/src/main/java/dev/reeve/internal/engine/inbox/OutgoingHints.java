package dev.reeve.internal.engine.inbox;

import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notifications to other nodes, each group of them at once. {@link #accept} may be called by any thread and never
 * waits, {@link #runOnce} by one.
 */
public final class OutgoingHints implements Consumer<ClusterHints.Hint> {

    private static final Logger LOG = LoggerFactory.getLogger(OutgoingHints.class);

    /** More are dropped, because the receivers look at intervals anyway. */
    private static final int WAITING_MAX = 10_000;

    private final ClusterHints hints;
    private final Mailbox<ClusterHints.Hint> waiting = new Mailbox<>(WAITING_MAX);

    public OutgoingHints(ClusterHints hints) {
        this.hints = hints;
    }

    /** Sets the signal for a notification to send. It must be cheap. */
    public void onWork(Runnable action) {
        waiting.onMessage(action);
    }

    @Override
    public void accept(ClusterHints.Hint hint) {
        waiting.offer(hint);
    }

    /**
     * Sends what waits.
     *
     * @return how long to rest, in nanoseconds
     */
    public long runOnce() {
        List<ClusterHints.Hint> taken = new ArrayList<>();
        waiting.drainTo(taken, WAITING_MAX);
        if (!taken.isEmpty()) {
            try {
                hints.send(new LinkedHashSet<>(taken));
            } catch (StoreException e) {
                LOG.debug("notifications are not sent; the other nodes look at intervals", e);
            }
        }
        return Loop.UNTIL_WOKEN;
    }
}
