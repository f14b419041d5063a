package dev.reeve.engine.scheduler;

import dev.reeve.core.Plan;
import dev.reeve.engine.store.StoreReader;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The deployed definitions, compiled once and shared by all their executions. Thread-safe. */
public final class Definitions {

    private record Key(String namespace, String name, int version) {}

    private final StoreReader store;
    private final Map<Key, Plan> plans = new ConcurrentHashMap<>();
    private final Map<Key, Plan> latest = new ConcurrentHashMap<>();
    private volatile @Nullable Duration shortestRetention;
    private volatile Runnable retentionChanged = () -> {};

    public Definitions(StoreReader store) {
        this.store = store;
    }

    /** Reads what is in the store and not known yet. */
    public void refresh(String namespace) {
        for (StoredWorkflow stored : store.workflows(namespace)) {
            if (!plans.containsKey(new Key(namespace, stored.name(), stored.version()))) {
                add(namespace, Workflow.restore(stored.content()));
            }
        }
    }

    /** How long executions are kept of the workflow that keeps its own for the shortest time; null if none says. */
    public @Nullable Duration shortestRetention() {
        return shortestRetention;
    }

    /** How long executions of this version are kept after their end, if it says so itself. */
    public Optional<Duration> retention(String namespace, String name, int version) {
        return find(namespace, name, version)
                .map(plan -> plan.workflow().execution().retention());
    }

    /** Called when it has become shorter; must be cheap. */
    public void onRetention(Runnable signal) {
        retentionChanged = signal;
    }

    private void note(@Nullable Duration retention) {
        boolean shorter;
        synchronized (this) {
            Duration shortest = shortestRetention;
            shorter = retention != null && (shortest == null || retention.compareTo(shortest) < 0);
            shortestRetention = shorter ? retention : shortest;
        }
        if (shorter) {
            retentionChanged.run();
        }
    }

    public void add(String namespace, Workflow workflow) {
        note(workflow.execution().retention());
        Plan plan = Plan.of(workflow);
        plans.put(new Key(namespace, workflow.name(), workflow.version()), plan);
        latest.merge(
                new Key(namespace, workflow.name(), 0),
                plan,
                (one, other) -> one.workflow().version() > other.workflow().version() ? one : other);
    }

    /** One version. Looks into the store if it is not known, because another node may have deployed it. */
    public Optional<Plan> find(String namespace, String name, int version) {
        Key key = new Key(namespace, name, version);
        Plan plan = plans.get(key);
        if (plan == null) {
            refresh(namespace);
            plan = plans.get(key);
        }
        return Optional.ofNullable(plan);
    }

    /**
     * The versions of a workflow.
     *
     * @return throws {@link IllegalStateException} for one that is not in the store
     */
    public IntFunction<Plan> versions(String namespace, String name) {
        return version -> find(namespace, name, version)
                .orElseThrow(() -> new IllegalStateException(
                        "workflow %s version %d is not in the store".formatted(name, version)));
    }

    /** The highest version. */
    public Optional<Plan> findLatest(String namespace, String name) {
        Key key = new Key(namespace, name, 0);
        Plan plan = latest.get(key);
        if (plan == null) {
            refresh(namespace);
            plan = latest.get(key);
        }
        return Optional.ofNullable(plan);
    }
}
