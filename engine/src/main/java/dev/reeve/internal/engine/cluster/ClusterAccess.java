package dev.reeve.internal.engine.cluster;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.dispatch.AllowanceDesk;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.inbox.AwaitedEnds;
import dev.reeve.internal.engine.inbox.InboxReceiver;
import dev.reeve.internal.engine.inbox.InboxSender;
import dev.reeve.internal.engine.inbox.OutgoingHints;
import dev.reeve.internal.engine.mail.Correspondence;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a node that exists only if it shares the store: keeps its registration, and exchanges messages with the
 * other nodes. Thread-safe.
 */
final class ClusterAccess {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterAccess.class);

    /** Closing waits for it, because nothing but a notification wakes a thread that waits for one. */
    private static final Duration HINT_PATIENCE = Duration.ofMillis(100);

    private static final long HINT_REST_NANOS = Duration.ofMillis(1).toNanos();
    private static final long HINT_RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    private final ClusterStore store;
    private final Surroundings surroundings;
    private final Registrar registrar;
    private final AwaitedEnds ends;
    private final InboxSender sender;
    private final InboxReceiver receiver;
    private final Correspondence correspondence;
    private final AllowanceDesk desk;
    private final AllowanceKeeper allowances;
    private final @Nullable ClusterHints hints;
    private final @Nullable OutgoingHints outgoing;
    private final List<Loop> loops = new ArrayList<>();
    private volatile @Nullable Runnable renewing;

    /**
     * @param sessions from which number the dispatcher counts the sessions of agents
     * @param kept how long an execution stays in the store after its end; null for indefinitely
     */
    ClusterAccess(
            Store store,
            ClusterOptions options,
            Clock clock,
            Surroundings surroundings,
            RandomGenerator secret,
            long sessions,
            Lanes lanes,
            Dispatcher dispatcher,
            Definitions definitions,
            Function<ExecutionRow, @Nullable Duration> kept,
            NodeFigures figures,
            Registrar.Listener listener) {
        this.store = store.cluster();
        this.surroundings = surroundings;
        this.hints = hints(this.store);
        this.outgoing = hints == null ? null : new OutgoingHints(hints);
        this.registrar =
                new Registrar(this.store, options, surroundings, secret, sessions, lanes, dispatcher, listener);
        registrar.reporting(figures::report);
        registrar.onReleased(() -> hint(new Hint(Subject.MEMBERSHIP)));

        this.ends = new AwaitedEnds(store, definitions, clock, kept);
        this.sender = new InboxSender(
                this.store.inbox(),
                registrar.self().toString(),
                clock,
                secret,
                ends,
                this::hint,
                shard -> owners().getOrDefault(shard, ""));
        this.receiver = new InboxReceiver(
                this.store.inbox(), store, definitions, clock, lanes::owned, lanes::deliver, this::hint);
        this.correspondence = new Correspondence(
                this.store.mail(), dispatcher.correspondent(), clock, registrar::others, this::hint, this::lettersLost);
        this.desk = dispatcher.share(registrar::isSilent);
        this.allowances = new AllowanceKeeper(this.store.allowances(), desk, registrar::self, this::hint);
        onClaimed(() -> {});
        lanes.elsewhere(sender);
        lanes.onceReceived(receiver::afterLook);
    }

    /** Sets a signal for shards that this node has taken. It must be cheap. */
    void onClaimed(Runnable signal) {
        registrar.onClaimed(() -> {
            receiver.hinted();
            signal.run();
        });
    }

    private static @Nullable ClusterHints hints(ClusterStore store) {
        try {
            return store.hints();
        } catch (StoreException e) {
            LOG.info("no notifications between nodes; messages are found at intervals: {}", e.getMessage());
            return null;
        }
    }

    private Map<Integer, String> owners() {
        return registrar.view().owners();
    }

    private void lettersLost(String registration) {
        registrar.lettersLost(registration);
        renewSoon();
    }

    private void hint(Hint hint) {
        if (outgoing != null) {
            outgoing.accept(hint);
        }
    }

    /** Registers the node, and returns its lanes, which own nothing yet. */
    List<LaneStore> join(int lanes) {
        return registrar.join(lanes);
    }

    /** Claims free shards, and begins to renew the registration. The lanes must be open. */
    void start(Loop.DeathWatch died) {
        registrar.runOnce();
        start("reeve-registrar", registrar::runOnce, died, wake -> renewing = wake);
        start("reeve-await", ends::runOnce, died, ends::onWork);
        start("reeve-inbox-sender", sender::runOnce, died, sender::onWork);
        start("reeve-inbox-receiver", receiver::runOnce, died, receiver::onWork);
        start("reeve-mail", correspondence::runOnce, died, correspondence::onWork);
        start("reeve-allowances", allowances::runOnce, died, desk::onSooner);
        if (outgoing != null && hints != null) {
            start("reeve-hints-sender", outgoing::runOnce, died, outgoing::onWork);
            start("reeve-hints", () -> listen(hints), died, wake -> {});
            hint(new Hint(Subject.MEMBERSHIP));
        }
    }

    /** @param wakers takes the signal for new work, before the first turn */
    private void start(String name, Loop.Turn turn, Loop.DeathWatch died, Consumer<Runnable> wakers) {
        Loop loop = surroundings.loop(name, turn, died);
        wakers.accept(loop::wake);
        loops.add(loop);
        loop.start();
    }

    /** Whether a notification is for this node. Any user of the database can send one. */
    private boolean isHere(String node) {
        try {
            return node.isEmpty() || registrar.isOwn(node);
        } catch (NumberFormatException e) {
            LOG.debug("a notification for '{}', which is no node", node, e);
            return false;
        }
    }

    private long listen(ClusterHints from) {
        try {
            for (Hint hint : from.await(HINT_PATIENCE)) {
                if (!isHere(hint.node())) {
                    continue;
                }
                switch (hint.subject()) {
                    case MEMBERSHIP -> renewSoon();
                    case INBOX -> receiver.hinted();
                    case REPLY -> sender.hinted();
                    case MAIL -> {
                        if (hint.node().equals(registrar.self().toString())) {
                            correspondence.hinted();
                        }
                    }
                    case ALLOWANCE -> desk.hinted();
                }
            }
            return HINT_REST_NANOS;
        } catch (StoreException e) {
            LOG.debug("waiting for notifications failed; messages are found at intervals", e);
            return HINT_RETRY_NANOS;
        }
    }

    /** Messages may wait for this node. */
    void hinted() {
        receiver.hinted();
    }

    /** Renews the registration at once, and so looks at the cluster. */
    void renewSoon() {
        Runnable wake = renewing;
        if (wake != null) {
            wake.run();
        }
    }

    /** Stops handing out work while the registration is not renewed. Called often, by one thread. */
    void judge() {
        registrar.judge();
    }

    /** Whether this node does the work that one node does for all. */
    boolean isSteward() {
        return registrar.isSteward();
    }

    ClusterView view() {
        return registrar.view();
    }

    NodeId self() {
        return registrar.self();
    }

    /** How long ago the registration was renewed. */
    Duration sinceRenewal() {
        return registrar.sinceRenewal();
    }

    /** Whether other nodes have answered everything, such as the reports of agents. */
    boolean isAnswered() {
        return sender.outstanding() == 0;
    }

    /** Hands all shards over, if there is another node for them. */
    void drain() {
        registrar.drain();
        renewSoon();
    }

    /** Ends the loops. Callers that wait for other nodes are told. */
    void stop(Duration patience) {
        for (Loop loop : loops) {
            if (!loop.stop(patience)) {
                LOG.warn("a loop of the cluster does not end because the store does not answer; it is left behind");
            }
        }
        ReeveException closed = ReeveException.of(
                ErrorCode.CLOSED, "this engine was closed before the engine that owns the execution answered");
        sender.close(closed);
        ends.close(closed);
    }

    /** Removes the registration. The lanes must have ended. */
    void leave() {
        registrar.leave();
        if (hints != null) {
            try {
                hints.send(List.of(new Hint(Subject.MEMBERSHIP)));
            } catch (StoreException e) {
                LOG.debug("the other nodes find the free shards at their next renewal", e);
            }
        }
    }
}
