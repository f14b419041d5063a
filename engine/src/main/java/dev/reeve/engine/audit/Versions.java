package dev.reeve.engine.audit;

import dev.reeve.core.Plan;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.StoreReader;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.model.Workflow;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The definitions that the store holds now, whatever the engine remembers; compiled by the engine. Not thread-safe. */
final class Versions {

    private static final Logger LOG = LoggerFactory.getLogger(Versions.class);

    private record Version(String workflow, int number) {}

    private final StoreReader store;
    private final KnownDefinitions definitions;
    private final String namespace;
    private final Map<Version, StoredWorkflow> held = new HashMap<>();
    /** Of those that the engine does not know, or knows otherwise; as long as there is room. */
    private final Map<Version, SoftReference<Plan>> others = new HashMap<>();

    /** Whether they have been read since {@link #mayLook}: executions without a definition must not have them read each. */
    private boolean looked;

    Versions(StoreReader store, KnownDefinitions definitions, String namespace) {
        this.store = store;
        this.definitions = definitions;
        this.namespace = namespace;
    }

    /** Reads them all, and forgets those that are not there any more. */
    void refresh() {
        held.clear();
        others.clear();
        for (StoredWorkflow stored : store.workflows(namespace)) {
            held.put(new Version(stored.name(), stored.version()), definitions.shared(stored));
        }
        looked = true;
    }

    private @Nullable Plan compiled(Version version, StoredWorkflow stored) {
        try {
            Plan known = definitions.compiled(stored).orElse(null);
            return known == null ? other(version, stored) : known;
        } catch (RuntimeException e) {
            LOG.debug("{} cannot be read", version, e);
            return null;
        }
    }

    private Plan other(Version version, StoredWorkflow stored) {
        SoftReference<Plan> before = others.get(version);
        Plan plan = before == null ? null : before.get();
        if (plan == null) {
            plan = Plan.of(Workflow.restore(stored.content()));
            others.put(version, new SoftReference<>(plan));
        }
        return plan;
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
        StoredWorkflow stored = held.get(version);
        if (stored == null && !looked) {
            refresh();
            stored = held.get(version);
        }
        return stored == null ? null : compiled(version, stored);
    }
}
