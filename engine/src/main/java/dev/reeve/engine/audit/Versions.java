package dev.reeve.engine.audit;

import dev.reeve.core.Plan;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.StoreReader;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.model.Workflow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The definitions that the store holds now, whatever the engine remembers. Not thread-safe. */
final class Versions {

    private static final Logger LOG = LoggerFactory.getLogger(Versions.class);

    private record Version(String workflow, int number) {}

    private final StoreReader store;
    private final String namespace;
    private final Map<Version, Plan> plans = new HashMap<>();

    /** Whether they have been read since {@link #mayLook}: executions without a definition must not have them read each. */
    private boolean looked;

    Versions(StoreReader store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /** Reads them all, and forgets those that are not there any more. */
    void refresh() {
        Set<Version> readable = new HashSet<>();
        for (StoredWorkflow stored : store.workflows(namespace)) {
            Version version = new Version(stored.name(), stored.version());
            if (plans.containsKey(version) || compiled(version, stored)) {
                readable.add(version);
            }
        }
        plans.keySet().retainAll(readable);
        looked = true;
    }

    private boolean compiled(Version version, StoredWorkflow stored) {
        try {
            plans.put(version, Plan.of(Workflow.restore(stored.content())));
            return true;
        } catch (RuntimeException e) {
            LOG.debug("{} cannot be read", version, e);
            return false;
        }
    }

    /** From here on one that is missing is looked for in the store again, once. */
    void mayLook() {
        looked = false;
    }

    /** Those of a workflow; throws for one that is not in the store, or cannot be read. */
    IntFunction<Plan> of(String workflow) {
        return number -> {
            Plan plan = find(new Version(workflow, number));
            if (plan == null) {
                throw new IllegalStateException("workflow %s version %d cannot be read".formatted(workflow, number));
            }
            return plan;
        };
    }

    /** The one that an execution is pinned to; null if it is not in the store, or cannot be read. */
    @Nullable Plan find(ExecutionRow row) {
        return find(new Version(row.workflow(), row.version()));
    }

    private @Nullable Plan find(Version version) {
        Plan plan = plans.get(version);
        if (plan == null && !looked) {
            refresh();
            plan = plans.get(version);
        }
        return plan;
    }
}
