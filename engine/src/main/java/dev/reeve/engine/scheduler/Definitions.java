package dev.reeve.engine.scheduler;

import dev.reeve.core.Plan;
import dev.reeve.engine.store.StoreReader;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The deployed definitions. Of each the text is held, and it is compiled when it is first used; what is compiled is shared by all
 * executions and by the auditor. It is kept while any of them uses it; what nobody uses is kept as far as its text fits into a
 * share of the heap, those used last. So no version costs more than its text for having been deployed once. Thread-safe.
 *
 * <p>The text, and not only where it is: a lane that decides must not wait for the store, nor fail because of it.
 */
public final class Definitions {

    /** A compiled definition takes about twelve times the heap of its text, so this is a sixteenth of the heap. */
    private static final long HEAP_PER_IDLE_TEXT = 200;

    private static final long IDLE_TEXT_MIN = 1 << 20;

    private record Key(String namespace, String name, int version) {}

    /** One version; equal only to itself. */
    private static final class Version {

        private final Key key;
        private final Json content;
        private final @Nullable Duration retention;
        private WeakReference<Plan> plan;

        Version(Key key, Json content, @Nullable Duration retention, @Nullable Plan plan) {
            this.key = key;
            this.content = content;
            this.retention = retention;
            this.plan = new WeakReference<>(plan);
        }

        /** Two threads compile it once. */
        synchronized Plan plan() {
            Plan compiled = plan.get();
            if (compiled == null) {
                compiled = Plan.of(Workflow.restore(content));
                plan = new WeakReference<>(compiled);
            }
            return compiled;
        }
    }

    private final StoreReader store;
    private final long idleTextMax;
    private final Map<Key, Version> versions = new ConcurrentHashMap<>();
    /** The highest version of each workflow; the key has version 0. */
    private final Map<Key, Version> latest = new ConcurrentHashMap<>();
    /** Those that are kept though nobody may use them, the one used longest ago first. Guarded by itself. */
    private final Map<Version, Plan> recent = new LinkedHashMap<>(16, 0.75f, true);

    private long recentText;
    /** Versions that are about to be removed: nothing new begins with them. */
    private final Set<Key> withdrawn = ConcurrentHashMap.newKeySet();
    /** Versions that were removed since this engine was opened. A start that found one before may still be waiting for its lane. */
    private final Set<Key> removed = ConcurrentHashMap.newKeySet();

    private volatile @Nullable Duration shortestRetention;
    private volatile Runnable retentionChanged = () -> {};

    public Definitions(StoreReader store) {
        this(store, Math.max(IDLE_TEXT_MIN, Runtime.getRuntime().maxMemory() / HEAP_PER_IDLE_TEXT));
    }

    /** @param idleTextMax how many characters of text the compiled definitions have that are kept though nobody uses them */
    Definitions(StoreReader store, long idleTextMax) {
        this.store = store;
        this.idleTextMax = idleTextMax;
    }

    /** Reads what is in the store and not known yet. */
    public void refresh(String namespace) {
        for (StoredWorkflow stored : store.workflows(namespace)) {
            Key key = new Key(namespace, stored.name(), stored.version());
            if (!versions.containsKey(key)) {
                add(new Version(key, stored.content(), Workflow.retentionOf(stored.content()), null));
            }
        }
    }

    /** How long executions are kept of the workflow that keeps its own for the shortest time; null if none says. */
    public @Nullable Duration shortestRetention() {
        return shortestRetention;
    }

    /** How long executions of this version are kept after their end, if it says so itself. */
    public Optional<Duration> retention(String namespace, String name, int version) {
        return known(new Key(namespace, name, version)).map(found -> found.retention);
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

    /** A definition that is in the store. */
    public void add(String namespace, Workflow workflow) {
        Key key = new Key(namespace, workflow.name(), workflow.version());
        Version version =
                new Version(key, workflow.toJson(), workflow.execution().retention(), Plan.of(workflow));
        add(version);
        used(version);
    }

    private void add(Version version) {
        note(version.retention);
        versions.put(version.key, version);
        latest.merge(
                new Key(version.key.namespace, version.key.name, 0),
                version,
                (one, other) -> one.key.version > other.key.version ? one : other);
    }

    /** Compiles it if nobody uses it, and keeps it for a while. */
    private Plan used(Version version) {
        Plan plan = version.plan();
        synchronized (recent) {
            if (recent.put(version, plan) == null) {
                recentText += version.content.text().length();
            }
            var oldest = recent.keySet().iterator();
            // the one that was just used stays, whatever its size
            while (recentText > idleTextMax && recent.size() > 1) {
                recentText -= oldest.next().content.text().length();
                oldest.remove();
            }
        }
        return plan;
    }

    /** One version, to begin something with. Looks into the store if it is not known, because another node may have deployed it. */
    public Optional<Plan> find(String namespace, String name, int version) {
        Key key = new Key(namespace, name, version);
        return withdrawn.contains(key) ? Optional.empty() : known(key).map(this::used);
    }

    private Optional<Version> known(Key key) {
        Version version = versions.get(key);
        if (version == null) {
            refresh(key.namespace);
            version = versions.get(key);
        }
        return Optional.ofNullable(version);
    }

    /**
     * The versions of a workflow, for what has begun with them.
     *
     * @return throws {@link IllegalStateException} for one that is not in the store
     */
    public IntFunction<Plan> versions(String namespace, String name) {
        return version -> known(new Key(namespace, name, version))
                .map(this::used)
                .orElseThrow(() -> new IllegalStateException(
                        "workflow %s version %d is not in the store".formatted(name, version)));
    }

    /** The highest version. */
    public Optional<Plan> findLatest(String namespace, String name) {
        Key key = new Key(namespace, name, 0);
        Version version = latest.get(key);
        if (version == null) {
            refresh(namespace);
            version = latest.get(key);
        }
        if (version != null && withdrawn.contains(version.key)) {
            version = versions(key, withdrawn).stream()
                    .max(Comparator.comparingInt(one -> one.key.version))
                    .orElse(null);
        }
        return Optional.ofNullable(version).map(this::used);
    }

    private List<Version> versions(Key workflow, Set<Key> without) {
        return versions.values().stream()
                .filter(one -> one.key.namespace.equals(workflow.namespace)
                        && one.key.name.equals(workflow.name)
                        && !without.contains(one.key))
                .toList();
    }

    /**
     * The compiled form of what somebody has read in the store; empty if what is known is something else.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public Optional<Plan> compiled(StoredWorkflow stored) {
        Version version = versions.get(new Key(stored.namespace(), stored.name(), stored.version()));
        return version != null && version.content.equals(stored.content())
                ? Optional.of(version.plan())
                : Optional.empty();
    }

    /** The text that is held already, if it is the same, so that it is not held twice. */
    public StoredWorkflow shared(StoredWorkflow stored) {
        Version version = versions.get(new Key(stored.namespace(), stored.name(), stored.version()));
        return version != null && version.content.equals(stored.content())
                ? new StoredWorkflow(stored.namespace(), stored.name(), stored.version(), version.content)
                : stored;
    }

    /** Whether there is such a version; any, if none is named. Compiles nothing. */
    public boolean contains(String namespace, String name, @Nullable Integer version) {
        Key key = new Key(namespace, name, version == null ? 0 : version);
        Map<Key, Version> where = version == null ? latest : versions;
        if (!where.containsKey(key)) {
            refresh(namespace);
        }
        return where.containsKey(key);
    }

    /** All versions of all workflows that are known. */
    public List<StoredWorkflow> all(String namespace) {
        return versions.values().stream()
                .filter(one -> one.key.namespace.equals(namespace))
                .map(one -> new StoredWorkflow(namespace, one.key.name, one.key.version, one.content))
                .toList();
    }

    /** From here on nothing new begins with a version, which is to be removed; what has begun goes on. */
    public void withdraw(String namespace, String name, int version) {
        withdrawn.add(new Key(namespace, name, version));
    }

    /** It was not removed after all. */
    public void readmit(String namespace, String name, int version) {
        withdrawn.remove(new Key(namespace, name, version));
    }

    /** A version is not in the store any more. */
    public void remove(String namespace, String name, int version) {
        Key key = new Key(namespace, name, version);
        removed.add(key);
        Version gone = versions.remove(key);
        Key workflow = new Key(namespace, name, 0);
        latest.compute(
                workflow,
                (any, highest) -> versions(workflow, withdrawn).stream()
                        .max(Comparator.comparingInt(one -> one.key.version))
                        .orElse(null));
        synchronized (recent) {
            if (gone != null && recent.remove(gone) != null) {
                recentText -= gone.content.text().length();
            }
        }
        withdrawn.remove(key);
    }

    /** Whether a definition is about to be removed, or was, so that nothing may begin with it. */
    boolean isWithdrawn(Plan plan, String namespace) {
        if (withdrawn.isEmpty() && removed.isEmpty()) {
            return false;
        }
        Key key = new Key(namespace, plan.workflow().name(), plan.workflow().version());
        if (withdrawn.contains(key)) {
            return true;
        }
        if (!removed.contains(key)) {
            return false;
        }
        Version again = versions.get(key);
        return again == null || !again.plan().workflow().equals(plan.workflow());
    }
}
