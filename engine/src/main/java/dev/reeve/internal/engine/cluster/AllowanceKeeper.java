package dev.reeve.internal.engine.cluster;

import dev.reeve.internal.engine.dispatch.AllowanceDesk;
import dev.reeve.internal.engine.dispatch.queue.SharedLimits;
import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceReply;
import dev.reeve.spi.store.Allowances;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges with the store what this node may use of limits, while it has or needs some. One thread drives
 * {@link #runOnce}.
 */
final class AllowanceKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(AllowanceKeeper.class);

    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();

    private final Allowances store;
    private final AllowanceDesk desk;
    private final Supplier<NodeId> self;
    private final Consumer<Hint> hints;

    /** The limits for which this node waits, as the others were told. */
    private final Set<AllowanceKey> waiting = new HashSet<>();

    /** @param hints sends notifications to the other nodes */
    AllowanceKeeper(Allowances store, AllowanceDesk desk, Supplier<NodeId> self, Consumer<Hint> hints) {
        this.store = store;
        this.desk = desk;
        this.self = self;
        this.hints = hints;
    }

    /** One exchange, if any is due. */
    long runOnce() {
        NodeId node = self.get(); // first: what was asked for an earlier registration must not reach a later one
        SharedLimits.Asked asked = desk.ask();
        if (asked == null) {
            return desk.restNanos();
        }
        AllowanceReply reply;
        try {
            reply = store.exchange(node, asked.request());
        } catch (StoreException e) {
            LOG.warn("limits could not be divided among the nodes: {}", e.getMessage());
            LOG.debug("limits could not be divided", e);
            desk.failed(asked);
            return RETRY_NANOS;
        }
        LOG.trace("{}: {} answered by {}", node, asked.request(), reply);
        desk.answered(asked, reply);
        if (!reply.applied()) {
            return RETRY_NANOS;
        }
        if (asked.note(reply, waiting) || asked.isNews(reply)) {
            hints.accept(new Hint(Subject.ALLOWANCE));
        }
        return desk.restNanos();
    }
}
