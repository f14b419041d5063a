package dev.reeve.simulation.world;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.StoreLine;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The machines of a cluster. Each one runs a node and starts it again when it has ended. */
final class Places implements Witness {

    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final int AGAIN_MAX_MILLIS = 40_000;
    private static final int CUT_MAX_MILLIS = 45_000;

    /** The nodes that join in addition are not started again. */
    private static final int ADDED_MAX = 2;

    /** @param name the configured name; null for a new one at each start */
    private record Place(int number, @Nullable String name, boolean owns) {}

    private record Running(Place place, StoreLine line) {}

    private final Scene scene;
    private final Machines machines;
    private final Agents agents;
    private final Registrations registrations;
    private final ClusterPlan plan;
    private final RandomGenerator random;
    private final List<Place> places = new ArrayList<>();
    private final Map<SimNode, Running> running = new LinkedHashMap<>();
    private final Set<Place> starting = new HashSet<>();

    Places(Scene scene, Machines machines, Agents agents, Registrations registrations, ClusterPlan plan) {
        this.scene = scene;
        this.machines = machines;
        this.agents = agents;
        this.registrations = registrations;
        this.plan = plan;
        this.random = scene.fate.source("cluster");
        for (int i = 0; i < plan.nodes(); i++) {
            places.add(new Place(i, i < plan.named() ? "place" + i : null, true));
        }
        scene.database.witness(this);
        if (plan.onlooker()) {
            places.add(new Place(plan.nodes(), null, false));
        }
    }

    /** Starts all nodes, some of them later. */
    void begin() {
        start(places.getFirst());
        for (Place place : places.subList(1, places.size())) {
            startLater(place, Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(AGAIN_MAX_MILLIS)));
        }
    }

    private void startLater(Place place, Duration when) {
        if (starting.add(place)) {
            scene.timeline.after(when, "start", () -> {
                starting.remove(place);
                if (running.values().stream().noneMatch(each -> each.place().equals(place))) {
                    start(place);
                }
            });
        }
    }

    private void start(Place place) {
        StoreLine line = new StoreLine();
        SimNode node = machines.newNode();
        NodeOptions options = machines.options(node).withCluster(options(place));
        if (!machines.open(node, it -> scene.database.open(it::run, line), options)) {
            startLater(place, AGAIN.plusMillis(random.nextInt(3_000)));
            return;
        }
        if (place.name() != null
                && running.values().stream().anyMatch(each -> each.place().equals(place))) {
            scene.sometimes.saw(Milestone.REPLACED_BY_NAME);
        }
        running.put(node, new Running(place, line));
        registrations.opened(node, line);
        if (place.owns() != plan.apart()) {
            agents.serve(node);
        }
    }

    private ClusterOptions options(Place place) {
        ClusterOptions options = ClusterOptions.defaults().withTtl(plan.ttl()).withOwns(place.owns());
        return place.name() == null ? options : options.withName(place.name());
    }

    /** A node has ended. */
    void gone(SimNode node) {
        Running was = running.remove(node);
        registrations.gone(node);
        if (was != null && places.contains(was.place())) {
            int wait = random.nextInt(scene.fate.isHealed() ? 3_000 : AGAIN_MAX_MILLIS);
            startLater(was.place(), AGAIN.plusMillis(wait));
        }
    }

    /** Starts one more node, or one whose predecessor of the same name still lives. */
    void trouble() {
        if (scene.happens(WorldFault.NODE_TAKEOVER)) {
            long added = running.values().stream()
                    .filter(each -> !places.contains(each.place()))
                    .count();
            if (added < ADDED_MAX) {
                start(new Place(places.size() + random.nextInt(1_000), null, true));
            }
        }
        for (Running each : List.copyOf(running.values())) {
            if (each.place().name() != null && scene.happens(WorldFault.NODE_TWIN)) {
                start(each.place());
            }
            if (scene.happens(WorldFault.NODE_CUT)) {
                cut(each);
            }
        }
    }

    private void cut(Running node) {
        StoreLine.Cut how = random.nextInt(3) == 0 ? StoreLine.Cut.ANSWERS : StoreLine.Cut.BOTH_WAYS;
        Duration length = Duration.ofMillis(random.nextInt(CUT_MAX_MILLIS));
        Duration hang = random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(random.nextInt(10_000));
        scene.story.tell(() ->
                "%s is cut off from the store for %s (%s)".formatted(node.line().node(), length, how));
        node.line().cut(how, scene.timeline.nanos() + length.toNanos(), hang);
    }

    /** Attempts of a node that others consider dead may be given up. */
    @Override
    public void removed(String registration, boolean silent) {
        running.forEach((node, each) -> {
            if (registration.equals(String.valueOf(each.line().node()))) {
                agents.disturb(node);
            }
        });
    }

    @Override
    public void applied(NodeId node, int lane, long join, Batch batch) {}

    @Override
    public void undone(NodeId node, int lane, long join, Batch batch) {}

    void heal() {
        running.values().forEach(each -> each.line().cut(StoreLine.Cut.BOTH_WAYS, 0, Duration.ZERO));
        for (SimNode node : List.copyOf(running.keySet())) {
            if (!places.contains(place(node)) && random.nextBoolean()) {
                machines.close(node);
            }
        }
    }

    private @Nullable Place place(SimNode node) {
        Running found = running.get(node);
        return found == null ? null : found.place();
    }

    /** Closes nodes that another node of the same name has replaced. */
    void closeReplaced() {
        for (SimNode node : List.copyOf(running.keySet())) {
            if (node.isAlive() && !node.isPaused() && isFenced(node)) {
                scene.sometimes.saw(Milestone.FENCED);
                machines.close(node);
            }
        }
    }

    private static boolean isFenced(SimNode node) {
        try {
            node.node().check();
            return false;
        } catch (ReeveException e) {
            return e.code() == ErrorCode.FENCED;
        }
    }

    /** Why the cluster is not at rest; null if it is. */
    @Nullable String unrest() {
        for (Place place : places) {
            if (running.values().stream().noneMatch(each -> each.place().equals(place))) {
                return "no node at " + place;
            }
        }
        Set<String> living = new HashSet<>();
        for (Map.Entry<SimNode, Running> each : running.entrySet()) {
            Node node = each.getKey().node();
            if (each.getKey().isPaused() || !node.isQuiet()) {
                return "node %d has %d attempts under way, idle lanes: %s"
                        .formatted(
                                each.getKey().number(),
                                node.dispatcher().outstanding(),
                                node.lanes().all().stream().map(Lane::isIdle).toList());
            }
            living.add(String.valueOf(each.getValue().line().node()));
        }
        return scene.judge.cluster().unrest(living, scene.database);
    }
}
