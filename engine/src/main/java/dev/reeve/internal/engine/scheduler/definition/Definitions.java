package dev.reeve.internal.engine.scheduler.definition;

import dev.reeve.Json;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.StoreReader;
import dev.reeve.spi.store.StoredWorkflow;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The deployed definitions. Holds the text of every version. A version is compiled when it is first used. All
 * executions and the auditor share the compiled form, which is kept while one of them uses it. Unused compiled forms
 * are kept, the last used first, as far as they fit into a share of the heap. So a version that is deployed and not
 * used costs no more than its text. Thread-safe.
 *
 * <p>The groups of a workflow have no text of their own: each is found in the compiled form of the workflow that it
 * belongs to, by a name such as {@code order.ship} (ADR 66).
 *
 * <p>The texts are counted, and {@link #hasRoom} says whether more may be deployed. Texts that are in the store are
 * added regardless of that. Compiled forms in use are counted by {@link PlansInUse}.
 *
 * <p>Holds the text itself, and not a reference to the store: a lane that decides must not wait for the store, nor fail
 * because of it.
 */
public final class Definitions {

    /** Unused compiled forms may take this part of the heap, and used ones as much before they are charged. */
    private static final long COMPILED_SHARE = 16;

    /** The texts may take this part of the memory for executions: a 16th of the heap by default. */
    private static final long TEXT_SHARE = 4;

    private static final long TEXT_MIN = 1 << 20;

    /** The memory of a version besides its text. */
    private static final long VERSION = 512;

    private static final Comparator<Version> BY_VERSION = Comparator.comparingInt(one -> one.key.version);

    /** Identifies a version of a workflow; for a group, of the workflow that it belongs to. */
    private record Key(String namespace, String name, int version) {
        static Key of(String namespace, String name, int version) {
            return new Key(namespace, Groups.deployed(name), version);
        }

        static Key of(String namespace, Plan plan) {
            Definition whole = plan.whole().workflow();
            return new Key(namespace, whole.name(), whole.version());
        }
    }

    /** One version; equal only to itself. */
    private static final class Version {

        private final Key key;
        private final Json content;
        private final @Nullable Duration retention;
        private final long compiledBytes;
        private WeakReference<Plan> plan;

        Version(Key key, Json content, @Nullable Duration retention, @Nullable Plan plan) {
            this.key = key;
            this.content = content;
            this.retention = retention;
            this.compiledBytes = CompiledSize.of(content.text());
            this.plan = new WeakReference<>(plan);
        }

        long bytes() {
            return VERSION + content.text().length();
        }

        /** Synchronized: two threads would compile it twice. */
        synchronized Plan plan() {
            Plan compiled = plan.get();
            if (compiled == null) {
                compiled = Plan.of(DefinitionReader.restore(content));
                plan = new WeakReference<>(compiled);
            }
            return compiled;
        }
    }

    private final StoreReader store;
    private final long idleMax;
    /** The texts of all versions. */
    private final HeldBytes texts;

    private final PlansInUse inUse;
    private final Map<Key, Version> versions = new ConcurrentHashMap<>();
    /** The highest version of each workflow; the key has version 0. */
    private final Map<Key, Version> latest = new ConcurrentHashMap<>();
    /** Compiled versions that are kept even if they are unused, the least recently used first. Guarded by itself. */
    private final Map<Version, Plan> recent = new LinkedHashMap<>(16, 0.75f, true);

    private long recentBytes;
    /** Versions with a removal under way. */
    private final Map<Key, Withdrawal> withdrawals = new ConcurrentHashMap<>();
    /** Versions that may or may not be removed, and how to ask the store. */
    private final Map<Withdrawal, BooleanSupplier> doubts = new ConcurrentHashMap<>();
    /**
     * Versions that were removed or replaced since this engine was opened. A start that found one before may still wait
     * for its lane.
     */
    private final Set<Key> removed = ConcurrentHashMap.newKeySet();
    /**
     * How many versions were removed. A read of the store that began before the last removal may contain removed
     * versions. Guarded by this.
     */
    private long removals;

    private volatile @Nullable Duration shortestRetention;
    private volatile Runnable retentionChanged = () -> {};

    /** Definitions whose memory is not limited. */
    public Definitions(StoreReader store) {
        this(store, HeldBytes.unbounded());
    }

    /** @param held the memory for executions, which is charged for compiled forms in use beyond their share */
    public Definitions(StoreReader store, HeldBytes held) {
        this(store, held, Runtime.getRuntime().maxMemory() / COMPILED_SHARE);
    }

    /** @param compiledMax maximum size of the unused compiled forms, and of the used ones that are not charged */
    public Definitions(StoreReader store, HeldBytes held, long compiledMax) {
        this.store = store;
        this.idleMax = compiledMax;
        this.texts = new HeldBytes(Math.max(TEXT_MIN, held.max() / TEXT_SHARE));
        this.inUse = new PlansInUse(held, compiledMax, this::compiledBytes);
    }

    /** The compiled forms that executions in memory use. */
    public PlansInUse inUse() {
        return inUse;
    }

    /** The size of a compiled form; 0 if its version is not known any more. */
    private long compiledBytes(String namespace, Plan plan) {
        Version version = versions.get(Key.of(namespace, plan));
        return version == null ? 0 : version.compiledBytes;
    }

    /** Whether these texts may be deployed in addition to all that are. */
    public boolean hasRoom(List<Json> more) {
        return texts.held()
                        + more.stream()
                                .mapToLong(one -> VERSION + one.text().length())
                                .sum()
                <= texts.max();
    }

    /** The memory that the texts of all versions take. */
    public long textBytes() {
        return texts.held();
    }

    /** How much memory they may take before {@link #hasRoom} refuses. */
    public long textBytesMax() {
        return texts.max();
    }

    /**
     * Reads definitions from the store. Reads again if one was removed meanwhile, because the read may contain it.
     *
     * <p>A version that is in the store with another content is replaced: a failover has lost it, and its number was
     * deployed again (F22). Versions that the store does not have stay; they are stored again when a lane is taken
     * again.
     */
    public void refresh(String namespace) {
        refresh(() -> store.workflows(namespace));
    }

    /** As {@link #refresh(String)}, for all namespaces. */
    public void refresh() {
        store.namespaces().forEach(this::refresh);
    }

    /**
     * As {@link #refresh()}, for the definitions that were deployed since {@link Pulse#deployments} had this value.
     */
    public void refresh(long after) {
        refresh(() -> store.newWorkflows(after));
    }

    private void refresh(Supplier<List<StoredWorkflow>> reading) {
        boolean read = false;
        while (!read) {
            long before = removals();
            read = add(reading.get(), before);
        }
    }

    private synchronized long removals() {
        return removals;
    }

    private synchronized boolean add(List<StoredWorkflow> found, long removalsBefore) {
        if (removals != removalsBefore) {
            return false;
        }
        for (StoredWorkflow stored : found) {
            Key key = new Key(stored.namespace(), stored.name(), stored.version());
            Version known = versions.get(key);
            if (known == null || !known.content.equals(stored.content())) {
                if (known != null) {
                    removed.add(key);
                }
                add(new Version(key, stored.content(), DefinitionReader.retentionOf(stored.content()), null));
            }
        }
        return true;
    }

    /** The shortest retention of any definition; null if none sets one. */
    public @Nullable Duration shortestRetention() {
        return shortestRetention;
    }

    /** The retention of this version; empty if its definition does not set one. */
    public Optional<Duration> retention(String namespace, String name, int version) {
        return known(Key.of(namespace, name, version)).map(found -> found.retention);
    }

    /** Sets the signal for a shorter {@link #shortestRetention()}. The signal must be cheap. */
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

    /** Adds a definition that is in the store. */
    public void add(String namespace, Definition workflow) {
        Key key = new Key(namespace, workflow.name(), workflow.version());
        Version version =
                new Version(key, workflow.toJson(), workflow.execution().retention(), Plan.of(workflow));
        add(version);
        used(version);
    }

    private synchronized void add(Version version) {
        note(version.retention);
        Version before = versions.put(version.key, version);
        texts.add(version.bytes() - (before == null ? 0 : before.bytes()));
        latest.merge(
                new Key(version.key.namespace, version.key.name, 0),
                version,
                (one, other) -> one.key.version > other.key.version ? one : other);
    }

    /** Compiles the version if it is not compiled, and keeps the compiled form for a while. */
    private Plan used(Version version) {
        Plan plan = version.plan();
        synchronized (recent) {
            if (recent.put(version, plan) == null) {
                recentBytes += version.compiledBytes;
            }
            var oldest = recent.keySet().iterator();
            // The version that was just used stays, regardless of its size.
            while (recentBytes > idleMax && recent.size() > 1) {
                recentBytes -= oldest.next().compiledBytes;
                oldest.remove();
            }
        }
        return plan;
    }

    /**
     * A version for a new use. Reads the store if the version is not known, because another node may have deployed it.
     */
    public Optional<Plan> find(String namespace, String name, int version) {
        Key key = Key.of(namespace, name, version);
        return isClosed(key) ? Optional.empty() : part(known(key), name);
    }

    /** A version for reading existing executions, even while it is being removed. */
    public Optional<Plan> stored(String namespace, String name, int version) {
        return part(known(Key.of(namespace, name, version)), name);
    }

    /** The workflow itself, or one of its groups; empty if the version has no such group. */
    private Optional<Plan> part(Optional<Version> found, String name) {
        return found.map(this::used).flatMap(plan -> Optional.ofNullable(plan.part(name)));
    }

    /** The highest stored version, even while it is being removed: the next version has a higher number. */
    public OptionalInt highest(String namespace, String name) {
        Version version = highest(Key.of(namespace, name, 0));
        return version == null ? OptionalInt.empty() : OptionalInt.of(version.key.version);
    }

    private @Nullable Version highest(Key workflow) {
        if (!latest.containsKey(workflow)) {
            refresh(workflow.namespace);
        }
        return latest.get(workflow);
    }

    private boolean isClosed(Key key) {
        Withdrawal withdrawal = withdrawals.get(key);
        return withdrawal != null && withdrawal.isClosed();
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
     * The versions of a workflow, for existing executions.
     *
     * @return a function that throws {@link IllegalStateException} for a version that is not in the store
     */
    public IntFunction<Plan> versions(String namespace, String name) {
        return version -> stored(namespace, name, version)
                .orElseThrow(() -> new IllegalStateException(
                        "workflow %s version %d is not in the store".formatted(name, version)));
    }

    /** The highest version for a new use. */
    public Optional<Plan> findLatest(String namespace, String name) {
        Key key = Key.of(namespace, name, 0);
        Version version = highest(key);
        if (version != null && isClosed(version.key)) {
            version = versions(key).stream()
                    .filter(one -> !isClosed(one.key))
                    .max(BY_VERSION)
                    .orElse(null);
        }
        return part(Optional.ofNullable(version), name);
    }

    private List<Version> versions(Key workflow) {
        return versions.values().stream()
                .filter(one -> one.key.namespace.equals(workflow.namespace) && one.key.name.equals(workflow.name))
                .toList();
    }

    /**
     * The compiled form of a definition that was read from the store; empty if the known definition differs.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public Optional<Plan> compiled(StoredWorkflow stored) {
        Version version = versions.get(new Key(stored.namespace(), stored.name(), stored.version()));
        return version != null && version.content.equals(stored.content())
                ? Optional.of(version.plan())
                : Optional.empty();
    }

    /** Replaces the text by the one in memory, if it is the same, so that it is not held twice. */
    public StoredWorkflow shared(StoredWorkflow stored) {
        Version version = versions.get(new Key(stored.namespace(), stored.name(), stored.version()));
        return version != null && version.content.equals(stored.content())
                ? new StoredWorkflow(stored.namespace(), stored.name(), stored.version(), version.content)
                : stored;
    }

    /** Whether this version of a workflow exists, or any version if it is null. Compiles nothing. */
    public boolean contains(String namespace, String name, @Nullable Integer version) {
        Key key = new Key(namespace, name, version == null ? 0 : version);
        Map<Key, Version> where = version == null ? latest : versions;
        if (!where.containsKey(key)) {
            refresh(namespace);
        }
        return where.containsKey(key);
    }

    /** The namespaces with known definitions, and the default one. */
    public Set<String> namespaces() {
        Set<String> names = new TreeSet<>();
        names.add(Namespaces.DEFAULT);
        latest.keySet().forEach(key -> names.add(key.namespace));
        return names;
    }

    /** All known versions of all workflows. */
    public List<StoredWorkflow> all() {
        return versions.values().stream()
                .map(one -> new StoredWorkflow(one.key.namespace, one.key.name, one.key.version, one.content))
                .toList();
    }

    /** All known versions of all workflows of a namespace. */
    public List<StoredWorkflow> all(String namespace) {
        return all().stream().filter(one -> one.namespace().equals(namespace)).toList();
    }

    /**
     * Begins the removal of a version. New uses go on as before, but are noted from now on.
     *
     * @return empty if another removal of it is under way
     */
    public Optional<Withdrawal> withdraw(String namespace, String name, int version) {
        Withdrawal withdrawal = new Withdrawal(namespace, name, version);
        return withdrawals.putIfAbsent(key(withdrawal), withdrawal) == null
                ? Optional.of(withdrawal)
                : Optional.empty();
    }

    private static Key key(Withdrawal withdrawal) {
        return new Key(withdrawal.namespace, withdrawal.name, withdrawal.version);
    }

    /**
     * Ends a removal that has not happened, so that the version can be used again. Has no effect while its outcome is
     * in doubt.
     */
    public void readmit(Withdrawal withdrawal) {
        if (!doubts.containsKey(withdrawal)) {
            withdrawals.remove(key(withdrawal), withdrawal);
        }
    }

    /**
     * Notes that the outcome of a removal is unknown. The version cannot be used until {@link #settle} knows the
     * outcome.
     *
     * @param isThere asks the store, once no removal of the version is under way any more
     */
    public void doubt(Withdrawal withdrawal, BooleanSupplier isThere) {
        doubts.put(withdrawal, isThere);
    }

    /** Asks the store about removals whose outcome is unknown. Throws what the store throws. */
    public void settle() {
        doubts.forEach((withdrawal, isThere) -> {
            boolean there = isThere.getAsBoolean();
            if (doubts.remove(withdrawal) != null) {
                if (there) {
                    readmit(withdrawal);
                } else {
                    remove(withdrawal);
                }
            }
        });
    }

    /** Forgets a version that was removed from the store. */
    public void remove(Withdrawal withdrawal) {
        Key key = key(withdrawal);
        Version gone;
        synchronized (this) {
            removals++;
            removed.add(key);
            gone = versions.remove(key);
            texts.remove(gone == null ? 0 : gone.bytes());
            Key workflow = new Key(key.namespace, key.name, 0);
            latest.compute(
                    workflow,
                    (any, highest) ->
                            versions(workflow).stream().max(BY_VERSION).orElse(null));
        }
        synchronized (recent) {
            if (gone != null && recent.remove(gone) != null) {
                recentBytes -= gone.compiledBytes;
            }
        }
        withdrawals.remove(key, withdrawal);
    }

    /** As {@link #find} or {@link #findLatest}, in the lane that uses the version at once. */
    public Optional<Plan> admitted(String namespace, String name, @Nullable Integer version) {
        Optional<Plan> found;
        do {
            found = version == null ? findLatest(namespace, name) : find(namespace, name, version);
        } while (found.isPresent() && !admits(found.get(), namespace));
        return found;
    }

    /**
     * Whether a definition may be used for a new execution, or an execution may leave it. A removal that has not
     * decided yet is notified and cancelled. Called in the lane that starts or moves the execution.
     */
    public boolean admits(Plan plan, String namespace) {
        if (withdrawals.isEmpty() && removed.isEmpty()) {
            return true;
        }
        Key key = Key.of(namespace, plan);
        Withdrawal withdrawal = withdrawals.get(key);
        if (withdrawal != null) {
            return withdrawal.use();
        }
        if (!removed.contains(key)) {
            return true;
        }
        Version again = versions.get(key);
        return again != null && again.plan().workflow().equals(plan.whole().workflow());
    }
}
