package dev.reeve.internal.engine.client.deployment;

import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ForwardingClusterStore;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.sql.Connection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores definitions again that the store has lost, as in a failover to a standby that lagged behind (F22). The engine
 * has them in memory, and an execution without its definition cannot be read after a restart. Checks whenever a lane is
 * taken again and whenever the node joins again, because a failover breaks the connections of the lanes. So starts cost
 * nothing. Thread-safe.
 */
public final class DefinitionKeeper extends ForwardingStore {

    private static final Logger LOG = LoggerFactory.getLogger(DefinitionKeeper.class);

    private volatile @Nullable Definitions definitions;

    /** How many checks were requested. */
    private final AtomicLong requested = new AtomicLong();
    /** How many of them are answered. Guarded by this. */
    private long answered;

    public DefinitionKeeper(Store store) {
        super(store);
    }

    /** Keeps these definitions from now on. All of them were stored. */
    public void keep(Definitions stored) {
        definitions = stored;
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return keeping(super.join(node, lanes));
    }

    private List<LaneStore> keeping(List<LaneStore> lanes) {
        return lanes.stream().<LaneStore>map(KeepingLane::new).toList();
    }

    /** A node whose registration the store has lost takes no lane again, but joins once more. */
    @Override
    public ClusterStore cluster() {
        return new ForwardingClusterStore(super.cluster()) {
            @Override
            public List<LaneStore> join(Registration registration, int lanes) {
                restoreLost();
                return keeping(super.join(registration, lanes));
            }
        };
    }

    /** A caller's transaction may reach the new server before any lane does. */
    @Override
    public Optional<ExecutionRow> enlist(
            Connection connection, ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {
        try {
            return super.enlist(connection, execution, first, messages);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DATA
                    || isDeployed(execution.namespace(), execution.workflow(), execution.version())) {
                throw e;
            }
            restoreLost();
        }
        return super.enlist(connection, execution, first, messages);
    }

    /** All lanes are taken again at the same time. Those that wait for a check share the next one. */
    private void restoreLost() {
        Definitions known = definitions;
        if (known == null) {
            return;
        }
        long request = requested.incrementAndGet();
        synchronized (this) {
            if (answered < request) {
                long upTo = requested.get();
                restoreLost(known);
                answered = upTo;
            }
        }
    }

    private void restoreLost(Definitions known) {
        Set<StoredWorkflow> there = new HashSet<>();
        namespaces().forEach(namespace -> there.addAll(workflows(namespace)));
        for (StoredWorkflow workflow : known.all()) {
            // not found while it is being removed
            if (!there.contains(workflow)
                    && known.find(workflow.namespace(), workflow.name(), workflow.version())
                            .isPresent()) {
                restore(workflow);
            }
        }
    }

    private void restore(StoredWorkflow workflow) {
        if (deploy(workflow).equals(workflow)) {
            LOG.warn(
                    "workflow {} version {} was deployed and was no longer in the store: was there a failover to a standby"
                            + " that lagged behind? It is stored again",
                    workflow.name(),
                    workflow.version());
        } else {
            LOG.error(
                    "workflow {} version {} is in the store with other content than this engine had deployed; deploy the"
                            + " intended content as a new version",
                    workflow.name(),
                    workflow.version());
        }
    }

    private final class KeepingLane extends ForwardingLaneStore {

        KeepingLane(LaneStore lane) {
            super(lane);
        }

        /** If the check fails, the lane is taken once more. The store's answer is the same then. */
        @Override
        public CompletionStage<Reacquired> reacquire() {
            return super.reacquire().thenApply(found -> {
                if (found != Reacquired.FENCED) {
                    restoreLost();
                }
                return found;
            });
        }
    }
}
