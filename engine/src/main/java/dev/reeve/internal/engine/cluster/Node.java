package dev.reeve.internal.engine.cluster;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.engine.audit.Auditor;
import dev.reeve.internal.engine.audit.KnownDefinitions;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.dispatch.SessionPrefix;
import dev.reeve.internal.engine.inbox.InboxReceiver;
import dev.reeve.internal.engine.notification.Alerts;
import dev.reeve.internal.engine.notification.Channels;
import dev.reeve.internal.engine.notification.Courier;
import dev.reeve.internal.engine.retention.Remover;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.Interruption;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.StoreClock;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.engine.scheduler.Arrivals;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.supervisor.Supervisor;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.transport.AgentTransport;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running engine: a store, its lanes, the supervisor, the dispatcher and the auditor, with the loops that drive
 * them. Thread-safe.
 *
 * <p>Opening a store takes it over from the node that owned it. The last node to open the store is its owner. The
 * previous owner is fenced and reports that.
 */
public final class Node implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /** The namespace of everything that names none. */
    public static final String DEFAULT_NAMESPACE = Namespaces.DEFAULT;

    /** How often a node looks whether it has to do the work that one node does for all. */
    private static final long STEWARD_CHECK_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    private final Store store;
    private final NodeOptions options;
    private final Surroundings surroundings;
    private final DeploymentWatch deployments;
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
    private final ServicePauses pauses;
    private final StoreSync sync;
    private final AsideLoops asides;

    /** Ends after all others, so that the alert about the end of the engine is sent too. */
    private final AsideLoops alerting;

    private @Nullable Loop watching;

    /** The registration, and the exchange with other nodes; null if this node owns the store alone. */
    private final @Nullable ClusterAccess access;

    private final NodeFigures figures;

    /** The node that owns the store alone; null if it shares the store. */
    private volatile @Nullable NodeId alone;

    private @Nullable NodeLanes laneMaking;

    /** Why this node accepts nothing more; null while it does. */
    private final AtomicReference<@Nullable ReeveException> ended = new AtomicReference<>();

    private final AtomicBoolean closing = new AtomicBoolean();

    private Node(Store store, NodeOptions options, Surroundings surroundings, RandomGenerator secret) {
        this.store = store;
        this.options = options;
        this.surroundings = surroundings;
        this.asides = new AsideLoops(surroundings, this::died);
        this.alerting = new AsideLoops(surroundings, this::died);
        ClusterOptions cluster = cluster(store, options);
        PulseReader pulse = new PulseReader(store);
        this.deployments = new DeploymentWatch(pulse);
        this.clock = new StoreClock(pulse::now, surroundings::nanos, StoreSync.freeze(cluster));
        this.held = new HeldBytes(options.memory().heldBytesMax());
        this.lanes = new Lanes(held);
        long sessions = secret.nextLong();
        this.dispatcher = new Dispatcher(
                clock,
                lanes,
                options.services(),
                surroundings.random(),
                cluster == null ? sessions >>> 1 : SessionPrefix.seed(sessions),
                held);
        this.pauses = new ServicePauses(store, dispatcher, clock);
        this.definitions = new Definitions(store, held);
        this.sync = new StoreSync(
                pulse,
                clock,
                pauses,
                deployments,
                definitions,
                surroundings,
                cluster != null || store.requests().isPresent());
        this.transport = new InProcessTransport(dispatcher, Namespaces.DEFAULT, store.schema());
        this.supervisor = new Supervisor(clock, lanes, dispatcher, options.supervisor());
        this.figures = new NodeFigures(lanes, supervisor, clock);
        this.arrivals = new Arrivals(clock, lanes);
        KnownDefinitions known = KnownDefinitions.of(definitions::compiled, definitions::shared);
        this.auditor = new Auditor(store, known, clock, options.audit());
        this.remover = new Remover(
                store,
                definitions,
                clock,
                options.retention(),
                options.archive(),
                options.archive() == null ? "" : Long.toHexString(secret.nextLong()),
                () -> others() > 0);
        this.channels = new Channels(options.notification().channels());
        this.courier = new Courier(store.outbox(), clock, surroundings.random(), channels, options.notification());
        this.alerts = new Alerts(clock, surroundings.random(), channels, options.notification());
        this.alarms = new Alarms(alerts);
        this.watchdog = new Watchdog(
                lane -> surroundings.loop("reeve-lane-" + lane.number(), lane::runOnce, this::died),
                why -> broken(ReeveException.of(ErrorCode.INTERNAL, why)));
        this.access = cluster == null
                ? null
                : new ClusterAccess(
                        store,
                        cluster,
                        clock,
                        surroundings,
                        secret,
                        sessions,
                        lanes,
                        dispatcher,
                        definitions,
                        remover::kept,
                        figures,
                        new Registration());
        this.offers = new Offers(clock, dispatcher, store, alarms, surroundings, options.unofferedAfter());
    }

    private static @Nullable ClusterOptions cluster(Store store, NodeOptions options) {
        ClusterOptions chosen = options.cluster();
        return chosen == null && !options.alone() && store.isShared() ? ClusterOptions.defaults() : chosen;
    }

    /** Takes the store over and starts to run its executions. Closing the node closes the store. */
    public static Node open(Store store, NodeOptions options, Surroundings surroundings) {
        RandomGenerator secret = surroundings.secret();
        Node node = null;
        try {
            node = new Node(store, options, surroundings, secret);
            node.start(new NodeId(surroundings.processName(), secret.nextLong()));
            return node;
        } catch (RuntimeException e) {
            if (node != null && node.access != null) {
                node.stop(); // nobody has to wait until the registration ends by itself
            }
            store.close();
            throw e;
        }
    }

    /** Synchronized: a node that is taken over meanwhile must not stop loops before all of them have started. */
    private synchronized void start(NodeId id) {
        int count = options.lanes() > 0
                ? Math.min(options.lanes(), store.lanesMax())
                : Math.min(surroundings.processors() + 2, store.lanesByDefault());
        NodeLanes making = new NodeLanes(
                clock,
                dispatcher,
                supervisor,
                definitions,
                Room.of(options.lane(), options.memory(), options.sharing(), held, count),
                this::over,
                this::prepare);
        laneMaking = making;
        alone = access == null ? id : null;
        List<LaneStore> joined = access == null ? store.join(id, count) : access.join(count);
        // From here on the previous owner removes no version any more.
        deployments.read(definitions);
        if (access == null) {
            offers.open();
        } else {
            access.onClaimed(offers::shardsTaken);
        }
        // Before anything is handed out: paused actions stay paused, and attempts under way are counted.
        pauses.sync(store.pauses(), pauses.changes());
        making.open(joined, lanes);
        Loop supervising = surroundings.loop("reeve-supervisor", this::supervise, this::died);
        supervisor.onUrgent(supervising::wake);
        arrivals.onExpected(supervising::wake);
        dispatcher.onSooner(supervising::wake);
        watching = supervising;
        watchdog.start();
        supervising.start();
        if (!options.audit().isOff()) {
            asides.start("reeve-auditor", this::audit, wake -> {});
        }
        definitions.onRetention(remover::look);
        asides.start("reeve-remover", () -> steward(remover::runOnce), remover::onWork, remover::close);
        dispatcher.listen(alarms);
        dispatcher.onOffline(agent -> {
            if (ended.get() == null) {
                offers.offline(agent);
            }
        });
        auditor.onIncident(alarms::incident);
        courier.onLost(alarms::lost);
        if (!alerts.isLogOnly()) {
            alerting.start("reeve-alerts", alerts::runOnce, alerts::onWork);
        }
        if (!options.notification().isOff()) {
            asides.start("reeve-courier", this::deliver, courier::onWork, courier::close);
        }
        if (access != null) {
            access.start(this::died);
            sync.onMessages(access::hinted);
        }
        LOG.info("node {} runs {} lanes on {}", id, count, store.describe());
    }

    private void prepare(Lane lane) {
        watchdog.add(lane);
        lane.observedBy(options.observer());
        lane.onPosted(courier::posted);
        lane.onEscalated(alarms::escalated);
        lane.onShunned(alarms::leftAlone);
    }

    private long supervise() {
        sync.look();
        alarms.look(lanes.all(), store.describe(), clock.jump());
        if (ended.get() == null) {
            watchdog.look(clock.nanos());
            offers.runOnce();
            if (access != null) {
                access.judge();
            }
        }
        return Math.min(supervisor.runOnce(), arrivals.runOnce());
    }

    /**
     * Does nothing once the node has ended: the new owner of the store audits it, and may write events that this
     * release cannot read.
     */
    private long audit() {
        return steward(auditor::runOnce);
    }

    /** A turn of work that one node does for all nodes. */
    private long steward(Loop.Turn turn) {
        if (ended.get() != null) {
            return Loop.UNTIL_WOKEN;
        }
        return access == null || access.isSteward() ? turn.runOnce() : STEWARD_CHECK_NANOS;
    }

    /** Does nothing once the node is fenced or broken: the new owner of the store sends its messages. */
    private long deliver() {
        ReeveException cause = ended.get();
        boolean goesOn = cause == null || cause.code() == ErrorCode.CLOSED;
        return goesOn ? courier.runOnce() : Loop.UNTIL_WOKEN;
    }

    /**
     * Runs a turn that starts executions, such as the schedules of a namespace, until this node ends. To be called once
     * for each namespace.
     */
    public void schedule(String namespace, Loop.Turn turn, Consumer<Runnable> wakers) {
        asides.start(Namespaces.qualified(namespace, "reeve-schedules"), () -> steward(turn), wakers);
    }

    /** Looks for schedules that other nodes registered, until this node ends. Does nothing on a node that is alone. */
    public void watchSchedules(Loop.Turn turn) {
        if (access != null) {
            asides.start("reeve-schedule-watch", () -> steward(turn), wake -> {});
        }
    }

    /** Looks for bulk operations that other engines began, until this node ends. To be called once. */
    public void watchBulks(Loop.Turn turn) {
        asides.start("reeve-bulk-watch", turn, wake -> {});
    }

    /** Applies requests to this node's executions, until this node ends. To be called once. */
    public void receive(InboxReceiver requests) {
        sync.onMessages(requests::hinted);
        asides.start(
                "reeve-requests", () -> ended.get() == null ? requests.runOnce() : Loop.UNTIL_WOKEN, requests::onWork);
    }

    /** How many other nodes share the store. */
    public int others() {
        return access == null ? 0 : Math.max(0, access.view().members().size() - 1);
    }

    /** The current registration; another one after the node has registered again. */
    public NodeId self() {
        return access == null ? Objects.requireNonNull(alone, "started") : access.self();
    }

    /** The namespaces that callers of this node use; empty for all. */
    public List<String> namespaces() {
        return options.namespaces();
    }

    /** The figures of this node. */
    public NodeFigures figures() {
        return figures;
    }

    /** How long ago the registration was renewed. */
    public Duration sinceRenewal() {
        return access == null ? Duration.ZERO : access.sinceRenewal();
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

    /** Executions that callers start in their own transactions. */
    public Arrivals arrivals() {
        return arrivals;
    }

    public Auditor auditor() {
        return auditor;
    }

    Remover remover() {
        return remover;
    }

    public Courier courier() {
        return courier;
    }

    /** The channels to the receivers of messages. */
    public Channels channels() {
        return channels;
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** The actions that people have paused. */
    public ServicePauses pauses() {
        return pauses;
    }

    /**
     * Actions that no agent has offered for a while although steps wait for them, ordered by action. Those of other
     * nodes are read from the store.
     */
    public List<UnofferedAction> unoffered() {
        return access == null ? offers.lasting() : offers.everywhere();
    }

    /** The transport of agents of the default namespace in this process. */
    public AgentTransport transport() {
        return transport;
    }

    /** The transport of agents of a namespace in this process. */
    public AgentTransport transport(String namespace) {
        return namespace.equals(Namespaces.DEFAULT)
                ? transport
                : new InProcessTransport(dispatcher, namespace, transport.schema());
    }

    /**
     * @throws ReeveException if the node is closed, fenced or broken
     */
    public void check() {
        ReeveException cause = ended.get();
        if (cause != null) {
            throw ReeveException.of(cause.code(), String.valueOf(cause.getMessage()), cause);
        }
    }

    /**
     * Handles a lane that has ended. If another node has the store, that node continues. Otherwise no node does, so
     * this one ends all of its lanes.
     */
    private void over(ReeveException cause) {
        if (cause.code() == ErrorCode.FENCED && access != null) {
            access.renewSoon(); // finds out whether the node has to register again
        } else if (cause.code() == ErrorCode.FENCED) {
            end(cause);
        } else {
            broken(cause);
        }
    }

    private void died(String loop, Throwable error) {
        broken(ReeveException.of(
                ErrorCode.INTERNAL, "%s died of %s; restart this engine".formatted(loop, error), error));
    }

    /** Accepts nothing from here on, and raises an alert. Returns false if that has happened before. */
    private boolean end(ReeveException cause) {
        boolean first = ended.compareAndSet(null, cause);
        if (first) {
            alarms.ended(String.valueOf(cause.getMessage()));
        }
        return first;
    }

    private void broken(ReeveException cause) {
        if (end(cause)) {
            // Not on the calling thread: stopping waits for all loops, and the caller may be one of them.
            surroundings.aside("reeve-undertaker", this::stop);
        }
    }

    /**
     * Hands out nothing more and waits for the attempts under way, up to the drain time of the options. Then waits two
     * seconds at most for answers to the messages that were sent, and stops. Idempotent.
     *
     * <p>An interrupted thread does not wait. It still stops everything, and is interrupted again at the end.
     */
    @Override
    public void close() {
        if (!beginClosing()) {
            return;
        }
        try (Interruption interruption = new Interruption()) {
            waitUntil(this::isQuiet, options.drain(), interruption);
            courier.drain();
            if (!options.notification().isOff()) {
                waitUntil(courier::isDrained, AsideLoops.STOP_PATIENCE, interruption);
            }
            finishClosing();
        }
    }

    /** Returns early if the thread is interrupted. */
    private void waitUntil(BooleanSupplier done, Duration patience, Interruption interruption) {
        long untilNanos = clock.nanos() + patience.toNanos();
        while (!interruption.isFound() && clock.nanos() - untilNanos < 0 && !done.getAsBoolean()) {
            surroundings.pause(Duration.ofMillis(1));
        }
    }

    /**
     * The first half of {@link #close}: from here on nothing is accepted or handed out.
     *
     * @return false if closing had begun before
     */
    public boolean beginClosing() {
        ReeveException closed =
                ReeveException.of(ErrorCode.CLOSED, "this engine is closed; open the store again to continue");
        if (!closing.compareAndSet(false, true)) {
            return false;
        }
        ended.compareAndSet(null, closed);
        dispatcher.drain();
        if (access != null) {
            access.drain();
        }
        return true;
    }

    /** Whether nothing is under way. */
    public boolean isQuiet() {
        boolean settled = lanes.all().stream().allMatch(lane -> lane.isIdle() || lane.isOver());
        return settled && dispatcher.unfinished() == 0 && (access == null || access.isAnswered());
    }

    /** The second half of {@link #close}, whether or not the node is quiet. */
    public void finishClosing() {
        int left = dispatcher.outstanding();
        if (left > 0) {
            LOG.warn(
                    "closing with {} attempts under way; they count as lost and are repeated when the store is opened",
                    left);
        }
        stop();
        alerting.stop();
        channels.close();
        store.close();
    }

    private synchronized void stop() {
        dispatcher.close();
        if (watching != null) {
            watching.stop(STOP_PATIENCE);
        }
        if (access != null) {
            access.stop(AsideLoops.STOP_PATIENCE);
        }
        watchdog.stop(STOP_PATIENCE);
        if (access != null) {
            access.leave();
        }
        asides.stop();
    }

    /** Reacts to the registration of a node that shares the store. */
    private final class Registration implements Registrar.Listener {

        @Override
        public void removed() {
            dispatcher.rest(true);
            lanes.drop(watchdog.drop(STOP_PATIENCE)::contains);
            dispatcher.reset();
        }

        @Override
        public void notRenewed(NodeId node) {
            alarms.notRenewed(node.name());
        }

        @Override
        public void forgotten() {
            deployments.doubt();
            alarms.workLost();
        }

        @Override
        public void joined(List<LaneStore> joined) {
            Objects.requireNonNull(laneMaking).open(joined, lanes);
            watchdog.start();
            dispatcher.rest(false);
        }

        @Override
        public void over(ReeveException cause) {
            if (end(cause)) {
                LOG.error("{}", cause.getMessage());
                surroundings.aside("reeve-undertaker", Node.this::stop);
            }
        }
    }
}
