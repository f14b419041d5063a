package dev.reeve.engine.cluster;

import dev.reeve.agent.transport.AgentTransport;
import dev.reeve.core.Plan;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.audit.Auditor;
import dev.reeve.engine.audit.KnownDefinitions;
import dev.reeve.engine.dispatch.Dispatcher;
import dev.reeve.engine.dispatch.InProcessTransport;
import dev.reeve.engine.notification.Alerts;
import dev.reeve.engine.notification.Channels;
import dev.reeve.engine.notification.Courier;
import dev.reeve.engine.retention.Remover;
import dev.reeve.engine.runtime.HeldBytes;
import dev.reeve.engine.runtime.Interruption;
import dev.reeve.engine.runtime.Loop;
import dev.reeve.engine.runtime.StoreClock;
import dev.reeve.engine.runtime.Surroundings;
import dev.reeve.engine.scheduler.Arrivals;
import dev.reeve.engine.scheduler.Definitions;
import dev.reeve.engine.scheduler.Lane;
import dev.reeve.engine.scheduler.Lanes;
import dev.reeve.engine.scheduler.Room;
import dev.reeve.engine.store.LaneStore;
import dev.reeve.engine.store.NodeId;
import dev.reeve.engine.store.ServiceChange;
import dev.reeve.engine.store.ServicePause;
import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreException;
import dev.reeve.engine.store.StoredWorkflow;
import dev.reeve.engine.store.UnofferedAction;
import dev.reeve.engine.supervisor.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running engine: a store, its lanes, the supervisor, the dispatcher and the auditor, with the loops that drive them.
 * Thread-safe.
 *
 * <p>Opening a store takes it over from whichever node had it: the last one to come is the owner, the one before is fenced
 * and says so.
 */
public final class Node implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /** The only one there is until namespaces come. */
    public static final String DEFAULT_NAMESPACE = "default";

    private static final Duration CLOCK_SYNC = Duration.ofSeconds(10);

    /** How soon the store's clock is looked at again that seems to have jumped. */
    private static final Duration CLOCK_CHECK = Duration.ofSeconds(2);

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    /** The auditor only reads, and what the courier does is repeated, so they may be left behind in a store that hangs. */
    private static final Duration ASIDE_STOP_PATIENCE = Duration.ofSeconds(2);

    private final Store store;
    private final NodeOptions options;
    private final Surroundings surroundings;
    private final StoreClock clock;
    private final HeldBytes held;
    private final Lanes lanes;
    private final Dispatcher dispatcher;
    private final Definitions definitions;
    private final AgentTransport transport;
    private final Supervisor supervisor;
    private final Arrivals arrivals;
    private final Auditor auditor;
    private final Remover remover;
    private final Channels channels;
    private final Courier courier;
    private final Alerts alerts;
    private final Alarms alarms;
    private final Offers offers;
    private final Watchdog watchdog;
    private @Nullable Loop watching;
    private @Nullable Loop auditing;
    private @Nullable Loop removing;
    private @Nullable Loop delivering;
    private @Nullable Loop alerting;
    private @Nullable Loop scheduling;

    /** Why nothing is accepted any more; null while everything is. */
    private final AtomicReference<@Nullable ReeveException> ended = new AtomicReference<>();

    /** Held so that what the store and the dispatcher know of pauses is the same. */
    private final Object pausing = new Object();

    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicBoolean syncing = new AtomicBoolean();
    private long lastSyncNanos;

    private Node(Store store, NodeOptions options, Surroundings surroundings, RandomGenerator secret) {
        this.store = store;
        this.options = options;
        this.surroundings = surroundings;
        this.clock = new StoreClock(store::now, surroundings::nanos);
        this.lastSyncNanos = clock.nanos();
        this.held = new HeldBytes(options.memory().heldBytesMax());
        this.lanes = new Lanes(held);
        this.dispatcher =
                new Dispatcher(clock, lanes, options.services(), surroundings.random(), secret.nextLong() >>> 1, held);
        this.definitions = new Definitions(store);
        this.transport = new InProcessTransport(dispatcher);
        this.supervisor = new Supervisor(clock, lanes, dispatcher, options.supervisor());
        this.arrivals = new Arrivals(clock, lanes);
        this.auditor = new Auditor(store, known(definitions), DEFAULT_NAMESPACE, clock, options.audit());
        this.remover = new Remover(
                store,
                DEFAULT_NAMESPACE,
                definitions,
                clock,
                options.retention(),
                options.archive(),
                options.archive() == null ? "" : Long.toHexString(secret.nextLong()));
        this.channels = new Channels(options.notification().channels());
        this.courier = new Courier(store.outbox(), clock, surroundings.random(), channels, options.notification());
        this.alerts = new Alerts(clock, surroundings.random(), channels, options.notification());
        this.alarms = new Alarms(alerts);
        this.watchdog = new Watchdog(
                lane -> surroundings.loop("reeve-lane-" + lane.number(), lane::runOnce, this::died),
                why -> broken(new ReeveException(ErrorCode.INTERNAL, why)));
        this.offers = new Offers(clock, dispatcher, store, alarms, surroundings, options.unofferedAfter());
    }

    private static KnownDefinitions known(Definitions definitions) {
        return new KnownDefinitions() {
            @Override
            public Optional<Plan> compiled(StoredWorkflow stored) {
                return definitions.compiled(stored);
            }

            @Override
            public StoredWorkflow shared(StoredWorkflow stored) {
                return definitions.shared(stored);
            }
        };
    }

    /** Takes the store over and starts to run what is in it. Closing the node closes the store. */
    public static Node open(Store store, NodeOptions options, Surroundings surroundings) {
        RandomGenerator secret = surroundings.secret();
        try {
            Node node = new Node(store, options, surroundings, secret);
            node.start(new NodeId(surroundings.processName(), secret.nextLong()));
            return node;
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private void start(NodeId id) {
        int count = options.lanes() > 0
                ? Math.min(options.lanes(), store.lanesMax())
                : Math.min(surroundings.processors() + 2, store.lanesByDefault());
        List<Lane> opened = new ArrayList<>();
        Room room = Room.of(options.lane(), options.memory(), options.sharing(), held, count);
        List<LaneStore> joined = store.join(id, count);
        // From here on the one before us removes no version any more.
        definitions.refresh(DEFAULT_NAMESPACE);
        for (LaneStore laneStore : joined) {
            opened.add(
                    new Lane(opened.size(), laneStore, clock, dispatcher, supervisor, definitions, room, this::over));
        }
        offers.open();
        // Before anything is handed out: what a person has stopped stays so, and what is under way counts.
        syncPauses();
        dispatcher.expect(opened.size());
        lanes.open(opened);
        for (Lane lane : opened) {
            watchdog.add(lane);
            lane.observedBy(options.observer());
            lane.onPosted(courier::posted);
            lane.onEscalated(alarms::escalated);
            lane.onShunned(alarms::leftAlone);
        }
        Loop supervising = surroundings.loop("reeve-supervisor", this::supervise, this::died);
        supervisor.onUrgent(supervising::wake);
        arrivals.onExpected(supervising::wake);
        dispatcher.onSooner(supervising::wake);
        watching = supervising;
        watchdog.start();
        supervising.start();
        if (!options.audit().isOff()) {
            Loop reading = surroundings.loop("reeve-auditor", this::audit, this::died);
            auditing = reading;
            reading.start();
        }
        Loop forgetting = surroundings.loop("reeve-remover", this::remove, this::died);
        remover.onWork(forgetting::wake);
        definitions.onRetention(remover::look);
        removing = forgetting;
        forgetting.start();
        dispatcher.listen(alarms);
        dispatcher.onOffline(agent -> {
            if (ended.get() == null) {
                offers.offline(agent);
            }
        });
        auditor.onIncident(alarms::incident);
        courier.onLost(alarms::lost);
        if (!alerts.isLogOnly()) {
            Loop telling = surroundings.loop("reeve-alerts", alerts::runOnce, this::died);
            alerts.onWork(telling::wake);
            alerting = telling;
            telling.start();
        }
        if (!options.notification().isOff()) {
            Loop sending = surroundings.loop("reeve-courier", this::deliver, this::died);
            courier.onWork(sending::wake);
            delivering = sending;
            sending.start();
        }
        LOG.info("node {} runs {} lanes on {}", id, count, store.describe());
    }

    private long supervise() {
        Duration untilSync = clock.isDoubtful() ? CLOCK_CHECK : CLOCK_SYNC;
        if (clock.nanos() - lastSyncNanos > untilSync.toNanos() && syncing.compareAndSet(false, true)) {
            lastSyncNanos = clock.nanos();
            // On a thread of its own: a store that hangs must not keep the supervisor from its timers.
            surroundings.aside("reeve-clock", this::sync);
        }
        alarms.store(lanes.all().stream().anyMatch(Lane::isCutOff), store.describe());
        if (ended.get() == null) {
            watchdog.look(clock.nanos());
            offers.runOnce();
        }
        return Math.min(supervisor.runOnce(), arrivals.runOnce());
    }

    /** Whoever has taken the store over checks it, and may write events that this release cannot read. */
    private long audit() {
        return ended.get() == null ? auditor.runOnce() : Loop.UNTIL_WOKEN;
    }

    private long remove() {
        return ended.get() == null ? remover.runOnce() : Loop.UNTIL_WOKEN;
    }

    /** Whoever has taken the store over sends what is in it. */
    private long deliver() {
        ReeveException cause = ended.get();
        boolean goesOn = cause == null || cause.code() == ErrorCode.CLOSED;
        return goesOn ? courier.runOnce() : Loop.UNTIL_WOKEN;
    }

    private void sync() {
        try {
            clock.sync();
            syncPauses();
            definitions.settle();
        } catch (StoreException e) {
            LOG.warn(
                    "the store's clock cannot be read; going on by this machine's monotonic clock: {}", e.getMessage());
        } finally {
            syncing.set(false);
        }
    }

    /** People may have paused actions beside this engine. */
    private void syncPauses() {
        synchronized (pausing) {
            dispatcher.paused(store.pauses());
        }
    }

    /** Has something that starts executions go on for as long as this node does. Once. */
    public synchronized void schedule(Loop.Turn turn, Consumer<Runnable> wakers) {
        Loop starting = surroundings.loop(
                "reeve-schedules", () -> ended.get() == null ? turn.runOnce() : Loop.UNTIL_WOKEN, this::died);
        wakers.accept(starting::wake);
        scheduling = starting;
        starting.start();
    }

    public Lanes lanes() {
        return lanes;
    }

    /** How much memory executions, messages and attempts hold. */
    public HeldBytes held() {
        return held;
    }

    public Definitions definitions() {
        return definitions;
    }

    public Store store() {
        return store;
    }

    public StoreClock clock() {
        return clock;
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    public Supervisor supervisor() {
        return supervisor;
    }

    /** For starts that are part of transactions of others. */
    public Arrivals arrivals() {
        return arrivals;
    }

    public Auditor auditor() {
        return auditor;
    }

    public Remover remover() {
        return remover;
    }

    public Courier courier() {
        return courier;
    }

    /** The ways to whoever wants to be told. */
    public Channels channels() {
        return channels;
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /**
     * Has an action not be called until a person says otherwise, also after a restart.
     *
     * @throws StoreException if nobody knows whether that is stored; what is, counts within ten seconds
     */
    public void pauseService(String action, String by, String why) {
        synchronized (pausing) {
            dispatcher.pause(store.pause(new ServicePause(action, by, why, clock.now())));
        }
    }

    /**
     * Has an action be called again, whether a person or its breaker had stopped it.
     *
     * @throws StoreException if nobody knows whether that is stored; what is, counts within ten seconds
     */
    public void resumeService(String action, String by, String why) {
        synchronized (pausing) {
            store.resume(new ServiceChange(action, ServiceChange.Kind.RESUMED, by, why, clock.now()));
            LOG.info("action={} is to be called again, says {}: {}", action, by, why);
            dispatcher.resume(action);
        }
    }

    /** Actions that nobody has offered for a while although steps wait for them, by action. */
    public List<UnofferedAction> unoffered() {
        return offers.lasting();
    }

    /** For agents in this process. */
    public AgentTransport transport() {
        return transport;
    }

    /**
     * @throws ReeveException if the node is closed, fenced or broken
     */
    public void check() {
        ReeveException cause = ended.get();
        if (cause != null) {
            throw new ReeveException(cause.code(), String.valueOf(cause.getMessage()), cause);
        }
    }

    /** A lane has ended for good. If another node has the store, that one goes on; otherwise nobody does, so all lanes end. */
    private void over(ReeveException cause) {
        if (cause.code() == ErrorCode.FENCED) {
            ended.compareAndSet(null, cause);
        } else {
            broken(cause);
        }
    }

    private void died(String loop, Throwable error) {
        broken(new ReeveException(
                ErrorCode.INTERNAL, "%s died of %s; restart this engine".formatted(loop, error), error));
    }

    private void broken(ReeveException cause) {
        if (ended.compareAndSet(null, cause)) {
            alarms.ended(String.valueOf(cause.getMessage()));
            // Not on the thread that tells it: stopping waits for all of them.
            surroundings.aside("reeve-undertaker", this::stop);
        }
    }

    /**
     * Hands out nothing more, waits for the attempts under way as long as the options say, and a little for answers to the
     * messages that were sent, then stops. Idempotent.
     *
     * <p>A thread that is interrupted waits for neither, but stops everything all the same, and is interrupted afterwards.
     */
    @Override
    public void close() {
        if (!beginClosing()) {
            return;
        }
        try (Interruption interruption = new Interruption()) {
            waitUntil(this::isQuiet, options.drain(), interruption);
            courier.drain();
            if (delivering != null) {
                waitUntil(courier::isDrained, ASIDE_STOP_PATIENCE, interruption);
            }
            finishClosing();
        }
    }

    /** Who is interrupted waits no longer. */
    private void waitUntil(BooleanSupplier done, Duration patience, Interruption interruption) {
        long untilNanos = clock.nanos() + patience.toNanos();
        while (!interruption.isFound() && clock.nanos() - untilNanos < 0 && !done.getAsBoolean()) {
            surroundings.pause(Duration.ofMillis(1));
        }
    }

    /**
     * The first half of {@link #close}: nothing is accepted or handed out any more.
     *
     * @return false if it had begun before
     */
    public boolean beginClosing() {
        ReeveException closed = new ReeveException(
                ErrorCode.CLOSED, "this engine is closed; open the store again to go on with what is in it");
        if (!closing.compareAndSet(false, true)) {
            return false;
        }
        ended.compareAndSet(null, closed);
        dispatcher.drain();
        return true;
    }

    /** Whether nothing is under way. */
    public boolean isQuiet() {
        boolean settled = lanes.all().stream().allMatch(lane -> lane.isIdle() || lane.isOver());
        return settled && dispatcher.outstanding() == 0;
    }

    /** The second half of {@link #close}, whether or not the node is quiet. */
    public void finishClosing() {
        int left = dispatcher.outstanding();
        if (left > 0) {
            LOG.warn(
                    "closing with {} attempts under way; they count as lost and are tried again when the store is opened",
                    left);
        }
        stop();
        // Only now: that the engine has stopped is told, too.
        if (alerting != null && !alerting.stop(ASIDE_STOP_PATIENCE)) {
            LOG.warn("the alerts do not end; they are left behind");
        }
        channels.close();
        store.close();
    }

    private synchronized void stop() {
        dispatcher.close();
        if (watching != null) {
            watching.stop(STOP_PATIENCE);
        }
        watchdog.stop(STOP_PATIENCE);
        if (scheduling != null && !scheduling.stop(ASIDE_STOP_PATIENCE)) {
            LOG.warn("the schedules do not end, because the store does not answer them; they are left behind");
        }
        if (auditing != null && !auditing.stop(ASIDE_STOP_PATIENCE)) {
            LOG.warn("the auditor does not end, because the store does not answer it; it is left behind");
        }
        if (removing != null && removing.stop(ASIDE_STOP_PATIENCE)) {
            remover.close();
        } else if (removing != null) {
            LOG.warn("what removes executions does not end, because the store does not answer it; it is left behind");
        }
        if (delivering != null && delivering.stop(ASIDE_STOP_PATIENCE)) {
            courier.close();
        }
    }
}
