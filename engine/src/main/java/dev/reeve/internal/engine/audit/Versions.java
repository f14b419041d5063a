package dev.reeve.internal.engine.audit;

import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreReader;
import dev.reeve.spi.store.StoredWorkflow;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions that the store holds now, regardless of the engine's memory; compiled by the engine where possible.
 * Not thread-safe.
 */
final class Versions {

    private static final Logger LOG = LoggerFactory.getLogger(Versions.class);

    private record Version(String namespace, String workflow, int number) {}

    private final StoreReader store;
    private final KnownDefinitions definitions;
    private final Map<Version, StoredWorkflow> held = new HashMap<>();
    /** Plans of definitions that the engine does not have or has with other content; kept while memory permits. */
    private final Map<Version, SoftReference<Plan>> others = new HashMap<>();

    /**
     * Whether the definitions were read since {@link #mayLook}. Executions with a missing definition must not cause a
     * read each.
     */
    private boolean looked;

    Versions(StoreReader store, KnownDefinitions definitions) {
        this.store = store;
        this.definitions = definitions;
    }

    /** Reads all definitions, and forgets those that no longer exist. */
    void refresh() {
        held.clear();
        others.clear();
        for (String namespace : store.namespaces()) {
            for (StoredWorkflow stored : store.workflows(namespace)) {
                held.put(new Version(namespace, stored.name(), stored.version()), definitions.shared(stored));
            }
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
            plan = Plan.of(DefinitionReader.restore(stored.content()));
            others.put(version, new SoftReference<>(plan));
        }
        return plan;
    }

    /** Permits one more search in the store for a missing definition. */
    void mayLook() {
        looked = false;
    }

    /** The plans of an execution's workflow. Throws for a version that is not in the store, or cannot be read. */
    IntFunction<Plan> of(ExecutionRow row) {
        return number -> {
            Plan plan = find(new Version(row.namespace(), row.workflow(), number));
            if (plan == null) {
                throw new IllegalStateException(
                        "workflow %s version %d cannot be read".formatted(row.workflow(), number));
            }
            return plan;
        };
    }

    /** The version that an execution is pinned to; null if it is not in the store, or cannot be read. */
    @Nullable Plan find(ExecutionRow row) {
        return find(new Version(row.namespace(), row.workflow(), row.version()));
    }

    private @Nullable Plan find(Version version) {
        Version whole = new Version(version.namespace, Groups.deployed(version.workflow), version.number);
        StoredWorkflow stored = held.get(whole);
        if (stored == null && !looked) {
            refresh();
            stored = held.get(whole);
        }
        Plan plan = stored == null ? null : compiled(whole, stored);
        return plan == null ? null : plan.part(version.workflow);
    }
}
