package dev.reeve.internal.engine.cluster;

import dev.reeve.UnofferedAction;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.OfflineAgent;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices actions that no agent offers although steps wait for them. Such steps would wait forever, so an alert is
 * raised, and so is one of slow attempts whose steps ask for it. An incident begins after a while, or at once if an
 * agent went offline while it performed the action. It ends when an agent offers the action, or when no step waits for
 * it any more. Open incidents are kept in the store for read-only clients and for other nodes.
 *
 * <p>Nodes that share a store have one list. Each writes the incidents of its own steps, again every minute, and
 * removes what has ended for it. If steps of another node still wait, that node writes the incident again within a
 * minute. A node that takes shards inherits all incidents, since their steps may be its own soon. It removes those
 * whose steps do not appear.
 *
 * <p>{@link #offline}, {@link #shardsTaken} and {@link #lasting} may be called by any thread, {@link #runOnce} by one.
 */
final class Offers {

    private static final Logger LOG = LoggerFactory.getLogger(Offers.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** How often the numbers of waiting steps are updated, and open incidents are stored again. */
    private static final Duration COUNTED_AGAIN = Duration.ofMinutes(1);

    private static final int OFFLINE_MAX = 10_000;

    private final Clock clock;
    private final Dispatcher dispatcher;
    private final Store store;
    private final Alarms alarms;
    private final Surroundings surroundings;
    private final long afterNanos;
    private final Mailbox<OfflineAgent> offline = new Mailbox<>(OFFLINE_MAX);

    /** Since when steps have waited for an action that no agent offers. */
    private final Map<String, Long> sinceNanos = new HashMap<>();

    /**
     * The agent that offered an action and went offline while it performed it; removed once another agent offers the
     * action.
     */
    private final Map<String, String> left = new HashMap<>();

    private final SortedMap<String, UnofferedAction> incidents = new TreeMap<>();

    /** Incidents that come from the store and whose steps this node has not seen, and since when it knows them. */
    private final Map<String, Long> inherited = new HashMap<>();

    /** Incidents that have ended and may still be in the store. */
    private final Set<String> over = ConcurrentHashMap.newKeySet();

    private volatile List<UnofferedAction> lasting = List.of();
    private volatile List<UnofferedAction> own = List.of();
    private volatile @Nullable List<UnofferedAction> stored;
    private volatile boolean untaken;
    private volatile boolean unkept;
    private final AtomicBoolean keeping = new AtomicBoolean();
    private long lookedNanos;
    private long countedNanos;

    Offers(
            Clock clock,
            Dispatcher dispatcher,
            Store store,
            Alarms alarms,
            Surroundings surroundings,
            Duration unofferedAfter) {
        this.clock = clock;
        this.dispatcher = dispatcher;
        this.store = store;
        this.alarms = alarms;
        this.surroundings = surroundings;
        this.afterNanos = unofferedAfter.toNanos();
        this.lookedNanos = clock.nanos();
        this.countedNanos = lookedNanos;
    }

    /** Continues the incidents that were open when the previous owner ended: their steps will be loaded soon. */
    void open() {
        inherit(store.unoffered(), clock.nanos());
        lasting = List.copyOf(incidents.values());
    }

    /** Notes that this node owns more shards: steps that wait for actions without agents may come with them. */
    void shardsTaken() {
        untaken = true;
    }

    private boolean inherit(List<UnofferedAction> found, long nanos) {
        boolean changed = false;
        for (UnofferedAction incident : found) {
            // The list may have been read before what has ended was removed from it.
            boolean isOver = over.contains(incident.action());
            if (!isOver && incidents.putIfAbsent(incident.action(), incident) == null) {
                inherited.put(incident.action(), nanos);
                changed = true;
            }
        }
        return changed;
    }

    /** Notes that an agent went offline while it held attempts. */
    void offline(OfflineAgent agent) {
        offline.offer(agent);
    }

    /** Open incidents, ordered by action. */
    List<UnofferedAction> lasting() {
        return lasting;
    }

    /** Open incidents of this node and of others, ordered by action. Reads the store. */
    List<UnofferedAction> everywhere() {
        SortedMap<String, UnofferedAction> all = new TreeMap<>();
        store.unoffered().forEach(incident -> all.put(incident.action(), incident));
        lasting.forEach(incident -> all.put(incident.action(), incident));
        return List.copyOf(all.values());
    }

    /** One turn. Cheap if nothing is to be done. */
    void runOnce() {
        long nanos = clock.nanos();
        if (nanos - lookedNanos < INTERVAL.toNanos()) {
            return;
        }
        lookedNanos = nanos;
        takeOffline();
        dispatcher.slow().forEach(alarms::slow);
        SortedMap<String, Integer> waiting = dispatcher.unoffered();
        boolean changed = takeStored(nanos);
        changed |= inherited.keySet().removeAll(waiting.keySet());
        changed |= begin(waiting, nanos);
        changed |= end(waiting, nanos);
        changed |= count(waiting, nanos);
        if (changed) {
            lasting = List.copyOf(incidents.values());
            own = lasting.stream()
                    .filter(incident -> !inherited.containsKey(incident.action()))
                    .toList();
            unkept = true;
        }
        if ((unkept || untaken) && keeping.compareAndSet(false, true)) {
            unkept = false;
            // On a separate thread: a store that hangs must not keep the supervisor from its timers.
            surroundings.aside("reeve-offers", this::exchange);
        }
    }

    private boolean takeStored(long nanos) {
        List<UnofferedAction> found = stored;
        if (found == null) {
            return false;
        }
        stored = null;
        return inherit(found, nanos);
    }

    private void takeOffline() {
        List<OfflineAgent> gone = new ArrayList<>();
        offline.drainTo(gone, OFFLINE_MAX);
        for (OfflineAgent agent : gone) {
            LOG.warn(
                    "agent={} went offline with attempts under way, by action: {}; they count as lost",
                    agent.name(),
                    agent.held());
            alarms.offline(agent);
            agent.held().keySet().forEach(action -> left.put(action, agent.name()));
        }
        left.keySet().removeIf(dispatcher::isOffered);
    }

    private boolean begin(SortedMap<String, Integer> waiting, long nanos) {
        boolean changed = false;
        sinceNanos.keySet().retainAll(waiting.keySet());
        for (Map.Entry<String, Integer> entry : waiting.entrySet()) {
            String action = entry.getKey();
            long since = sinceNanos.computeIfAbsent(action, first -> nanos);
            boolean isDue = nanos - since >= afterNanos || left.containsKey(action);
            if (isDue && !incidents.containsKey(action)) {
                Instant from = clock.now().minusNanos(nanos - since);
                UnofferedAction incident = new UnofferedAction(action, from, entry.getValue(), left.get(action));
                incidents.put(action, incident);
                over.remove(action);
                LOG.warn("{}", incident);
                alarms.unoffered(incident);
                changed = true;
            }
        }
        return changed;
    }

    private boolean end(SortedMap<String, Integer> waiting, long nanos) {
        return incidents.keySet().removeIf(action -> {
            boolean isOffered = dispatcher.isOffered(action);
            Long since = inherited.get(action);
            // Steps of an inherited incident may not be loaded yet.
            boolean isLoaded = since == null || nanos - since >= afterNanos;
            boolean ends = isOffered || (isLoaded && !waiting.containsKey(action));
            if (ends) {
                inherited.remove(action);
                over.add(action);
                LOG.info(
                        "action={} {}; no step waits for it in vain any more",
                        action,
                        isOffered ? "is offered again" : "is not waited for any more");
            }
            return ends;
        });
    }

    private boolean count(SortedMap<String, Integer> waiting, long nanos) {
        if (nanos - countedNanos < COUNTED_AGAIN.toNanos()) {
            return false;
        }
        countedNanos = nanos;
        // Another node may have removed what it did not wait for itself.
        boolean changed = !own.isEmpty();
        for (Map.Entry<String, UnofferedAction> entry : incidents.entrySet()) {
            UnofferedAction known = entry.getValue();
            Integer now = waiting.get(entry.getKey());
            if (now != null && now != known.waiting()) {
                entry.setValue(new UnofferedAction(known.action(), known.since(), now, known.agent()));
                changed = true;
            }
        }
        return changed;
    }

    private void exchange() {
        boolean inherits = untaken;
        untaken = false;
        try {
            keep();
            if (inherits) {
                stored = store.unoffered();
            }
        } catch (StoreException e) {
            LOG.warn("the actions that no agent offers cannot be stored now: {}", e.getMessage());
            unkept = true;
            if (inherits) {
                untaken = true;
            }
        } finally {
            keeping.set(false);
        }
    }

    private void keep() {
        List<UnofferedAction> lastingNow = own;
        Set<String> gone = new HashSet<>(over);
        lastingNow.forEach(incident -> gone.remove(incident.action()));
        store.keepUnoffered(lastingNow, gone);
        over.removeAll(gone);
    }
}
