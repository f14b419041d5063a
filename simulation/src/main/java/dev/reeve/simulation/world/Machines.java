package dev.reeve.simulation.world;

import dev.reeve.DeliveryOptions;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Opens and closes the nodes of a world, and lets them crash and stand still. */
final class Machines {

    private final Scene scene;
    private final Agents agents;
    private final Receivers receivers;
    private Consumer<SimNode> ended = node -> {};
    private int made;

    Machines(Scene scene, Agents agents, Receivers receivers) {
        this.scene = scene;
        this.agents = agents;
        this.receivers = receivers;
    }

    /** @param listener receives each node that has ended */
    void whenEnded(Consumer<SimNode> listener) {
        ended = listener;
    }

    private boolean isCluster() {
        return scene.registrations != null;
    }

    SimNode newNode() {
        double drift = scene.profile.drift() * (2 * scene.random.nextDouble() - 1);
        return new SimNode(++made, scene.timeline, scene.fate.source("node" + made), drift, (where, error) -> {
            scene.judge.breach("L1", "%s threw %s".formatted(where, error));
            scene.story.tell(() -> where + " threw " + error + " at " + error.getStackTrace()[0]);
        });
    }

    NodeOptions options(SimNode node) {
        NodeOptions options = node.number() == 1 ? scene.profile.node() : scene.profile.laterNodes();
        DeliveryOptions delivery = scene.profile.delivery();
        return delivery == null
                ? options
                : options.withNotification(NotificationOptions.defaults()
                        .withChannel(receivers.channel(node))
                        .withDelivery(delivery));
    }

    /** Opens the store at a new node, and tells whether it could. */
    boolean open(SimNode node, Function<SimNode, Store> store, NodeOptions options) {
        try {
            node.open(store, options);
        } catch (StoreException | ReeveException e) {
            scene.story.tell(() -> "node " + node.number() + " cannot open the store: " + e.getMessage());
            node.crash();
            return false;
        }
        scene.story.tell(() -> "node " + node.number() + " opens the store");
        if (!scene.nodes.isEmpty()) {
            scene.sometimes.saw(Milestone.TWO_NODES);
        }
        scene.nodes.add(node);
        return true;
    }

    /** Causes what may happen to each node. */
    void trouble() {
        for (SimNode node : List.copyOf(scene.nodes)) {
            if (scene.happens(WorldFault.NODE_CRASH)) {
                crash(node);
            } else if (!node.isPaused() && scene.happens(WorldFault.NODE_PAUSE)) {
                pause(node, Duration.ofMillis(10 + scene.random.nextInt(scene.random.nextBoolean() ? 3_000 : 60_000)));
            } else if (!node.isPaused() && scene.happens(WorldFault.NODE_CLOSE)) {
                close(node);
            }
        }
    }

    private void crash(SimNode node) {
        scene.story.tell(() -> "node " + node.number() + " dies");
        if (scene.judge.executions().stream().anyMatch(state -> state.inFlight() > 0)) {
            scene.sometimes.saw(Milestone.CRASH_WITH_WORK);
        }
        if (scene.judge.executions().stream()
                .anyMatch(state -> state.isUndoing() && !state.status().isTerminal())) {
            scene.sometimes.saw(Milestone.CRASH_DURING_UNDO);
        }
        if (scene.judge.executions().stream().anyMatch(state -> state.children() > 0)) {
            scene.sometimes.saw(Milestone.CRASH_WITH_CHILD);
        }
        scene.judge.died(node.processName());
        gone(node);
        node.crash();
        if (isCluster() && scene.random.nextBoolean()) {
            agents.crashAt(node);
        }
    }

    private void gone(SimNode node) {
        askAuditor(node);
        scene.nodes.remove(node);
        ended.accept(node);
    }

    private void pause(SimNode node, Duration length) {
        scene.story.tell(() -> "node " + node.number() + " stands still for " + length);
        if (length.toSeconds() > 20) {
            scene.sometimes.saw(Milestone.PAUSED_PAST_COMPLETE_BY);
        }
        node.pause();
        agents.disturb(node);
        scene.timeline.after(length, "resume", () -> {
            if (node.isAlive()) {
                if (!isCluster() && scene.node() != node) {
                    scene.sometimes.saw(Milestone.BATCH_OF_OLD_OWNER_REFUSED);
                }
                scene.story.tell(() -> "node " + node.number() + " goes on");
                node.resume();
            }
        });
    }

    void close(SimNode node) {
        scene.story.tell(() -> "node " + node.number() + " is closed");
        if (!node.node().isQuiet()) {
            scene.sometimes.saw(Milestone.CLOSED_IN_GOOD_ORDER);
        }
        node.run(() -> node.node().beginClosing());
        waitQuiet(node, scene.timeline.nanos() + Duration.ofSeconds(10).toNanos());
    }

    private void waitQuiet(SimNode node, long until) {
        if (!node.isAlive()) {
            return;
        }
        if (!node.isPaused() && (node.node().isQuiet() || scene.timeline.nanos() > until)) {
            node.run(() -> node.node().finishClosing());
            scene.timeline.after(Duration.ofMillis(100), "exit", () -> {
                gone(node);
                node.crash();
            });
        } else {
            scene.timeline.after(Duration.ofMillis(100), "drain", () -> waitQuiet(node, until));
        }
    }

    /** Closes nodes that refuse everything, as an operator would. */
    void closeFenced() {
        for (SimNode node : List.copyOf(scene.nodes)) {
            if (!node.isPaused() && node.node().lanes().all().stream().anyMatch(lane -> lane.isFenced())) {
                scene.sometimes.saw(Milestone.FENCED);
                close(node);
            }
        }
    }

    /** The auditors must find nothing under any fault (V8). */
    void askAuditors() {
        scene.nodes.forEach(this::askAuditor);
    }

    private void askAuditor(SimNode node) {
        node.node().auditor().incidents().forEach(scene.judge::alarmed);
        if (!scene.fate.isHealed()
                && node.node().auditor().stats().passes() > 0
                && !scene.judge.executions().isEmpty()) {
            scene.sometimes.saw(Milestone.AUDITED);
        }
    }

    /** Moves shards between the lanes of some nodes. */
    void moveShards() {
        for (SimNode node : scene.nodes) {
            if (scene.happens(WorldFault.SHARDS_MOVE)) {
                moveShards(node, 1 + scene.random.nextInt(20));
            }
        }
    }

    private void moveShards(SimNode node, int times) {
        List<Lane> lanes = node.node().lanes().all();
        if (!node.isAlive() || lanes.size() < 2) {
            return;
        }
        Lane from = lanes.get(scene.random.nextInt(lanes.size()));
        Lane to = lanes.get(scene.random.nextInt(lanes.size()));
        int stride = 1 + scene.random.nextInt(3);
        ShardSet shards = ShardSet.ofLane(scene.random.nextInt(stride), stride);
        if (scene.judge.executions().stream().anyMatch(state -> state.inFlight() > 0)) {
            scene.sometimes.saw(Milestone.SHARDS_MOVED);
        }
        node.run(() -> {
            if (!node.node().lanes().all().containsAll(List.of(from, to))) {
                return;
            }
            scene.story.tell(() -> "node %d moves shards from lane %d to lane %d"
                    .formatted(node.number(), from.number(), to.number()));
            CompletionStage<Void> unused = node.node().lanes().move(shards, from, to);
        });
        if (times > 1) {
            scene.timeline.after(
                    Duration.ofMillis(scene.random.nextInt(2_000)), "shards", () -> moveShards(node, times - 1));
        }
    }
}
