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
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices actions that no agent offers although steps wait for them. Such steps would wait forever, so an alert is
 * raised. An incident begins after a while, or at once if an agent went offline while it performed the action. It ends
 * when an agent offers the action, or when no step waits for it any more. Open incidents are kept in the store for
 * read-only clients.
 *
 * <p>{@link #offline} and {@link #lasting} may be called by any thread, {@link #runOnce} by one.
 */
final class Offers {

    private static final Logger LOG = LoggerFactory.getLogger(Offers.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** How often the numbers of waiting steps are updated. */
    private static final Duration COUNTED_AGAIN = Duration.ofMinutes(1);

    private static final int OFFLINE_MAX = 10_000;

    private final Clock clock;
    private final Dispatcher dispatcher;
    private final Store store;
    private final Alarms alarms;
    private final Surroundings surroundings;
    private final long afterNanos;
    private final long openedNanos;
    private final Mailbox<OfflineAgent> offline = new Mailbox<>(OFFLINE_MAX);

    /** Since when steps have waited for an action that no agent offers. */
    private final Map<String, Long> sinceNanos = new HashMap<>();

    /**
     * The agent that offered an action and went offline while it performed it; removed once another agent offers the
     * action.
     */
    private final Map<String, String> left = new HashMap<>();

    private final SortedMap<String, UnofferedAction> incidents = new TreeMap<>();
    private volatile List<UnofferedAction> lasting = List.of();
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
        this.openedNanos = clock.nanos();
        this.lookedNanos = openedNanos;
        this.countedNanos = openedNanos;
    }

    /** Continues the incidents that were open when the previous engine ended: their steps will be loaded soon. */
    void open() {
        store.unoffered().forEach(action -> incidents.put(action.action(), action));
        lasting = List.copyOf(incidents.values());
    }

    /** Notes that an agent went offline while it held attempts. */
    void offline(OfflineAgent agent) {
        offline.offer(agent);
    }

    /** Open incidents, ordered by action. */
    List<UnofferedAction> lasting() {
        return lasting;
    }

    /** One turn. Cheap if nothing is to be done. */
    void runOnce() {
        long nanos = clock.nanos();
        if (nanos - lookedNanos < INTERVAL.toNanos()) {
            return;
        }
        lookedNanos = nanos;
        takeOffline();
        SortedMap<String, Integer> waiting = dispatcher.unoffered();
        boolean changed = begin(waiting, nanos);
        changed |= end(waiting, nanos);
        changed |= count(waiting, nanos);
        if (changed) {
            lasting = List.copyOf(incidents.values());
            unkept = true;
        }
        if (unkept && keeping.compareAndSet(false, true)) {
            unkept = false;
            // On a separate thread: a store that hangs must not keep the supervisor from its timers.
            surroundings.aside("reeve-offers", this::keep);
        }
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
                LOG.warn("{}", incident);
                alarms.unoffered(incident);
                changed = true;
            }
        }
        return changed;
    }

    private boolean end(SortedMap<String, Integer> waiting, long nanos) {
        // Right after the engine was opened, steps that wait may not be loaded yet.
        boolean isLoaded = nanos - openedNanos >= afterNanos;
        return incidents.keySet().removeIf(action -> {
            boolean isOffered = dispatcher.isOffered(action);
            boolean ends = isOffered || (isLoaded && !waiting.containsKey(action));
            if (ends) {
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
        boolean changed = false;
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

    private void keep() {
        try {
            store.keepUnoffered(lasting);
        } catch (StoreException e) {
            LOG.warn("the actions that no agent offers cannot be stored now: {}", e.getMessage());
            unkept = true;
        } finally {
            keeping.set(false);
        }
    }
}
