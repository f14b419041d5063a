package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.DeliveryOptions;
import dev.reeve.ExecutionId;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.inbox.SqlRefusals;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.check.Coverage;
import dev.reeve.simulation.check.EffectLedger;
import dev.reeve.simulation.check.Judge;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything around the database: nodes, agents, clients, operators, and the faults among them. */
public final class World {

    private static final Duration CHAOS = Duration.ofSeconds(10);
    private static final Duration REOPEN = Duration.ofSeconds(1);
    private static final int TOKENS_MAX = 50;

    /** Maximum time that a transaction stays open, or a node stays paused, after everything was healed. */
    private static final Duration TRANSACTION_MAX = Duration.ofSeconds(60);

    final Timeline timeline;
    final Fate fate;
    final WorldStory story;
    final Coverage sometimes;
    final Judge judge;
    final EffectLedger ledger;
    final Network network;
    final SimDatabase database;
    final Profile profile;
    final ServiceWatch services;
    final Sender sender;

    private final RandomGenerator random;
    private final List<SimNode> nodes = new ArrayList<>();
    final List<SimAgent> agents = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final List<Definition> deployed = new ArrayList<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final List<AttemptToken> tokens = new ArrayList<>();
    private final Operator operator;
    final Neighbourhood neighbourhood;
    private final Flows flows;
    private final Revisions revisions;
    private final Receivers receivers;
    final @Nullable Places places;
    private int nodesMade;
    private boolean opening;
    private Instant storeTime = Instant.MIN;

    public World(
            Profile profile,
            Timeline timeline,
            Fate fate,
            WorldStory story,
            Coverage sometimes,
            EffectLedger ledger,
            Judge judge,
            SimDatabase database) {
        this.profile = profile;
        this.timeline = timeline;
        this.fate = fate;
        this.story = story;
        this.sometimes = sometimes;
        this.ledger = ledger;
        this.judge = judge;
        this.database = database;
        if (!profile.storeFaults().containsKey(StoreFault.OFFENCE)) {
            database.takeRequests(); // an offence would be taken for a mistake of the request
        }
        judge.knows(SqlRefusals.DEFINITION);
        this.network = new Network(timeline, fate, profile.faults());
        this.random = fate.source("world");
        Constructs constructs = new Constructs(fate.source("constructs"), profile.constructs());
        NestedFlows children = new NestedFlows(fate.source("children"), profile.children(), profile.workflows());
        this.flows = new Flows(fate.source("flows"), constructs, children, profile.patient(), database.permits());
        this.revisions = new Revisions(fate.source("revisions"));
        this.sender = new Sender(this);
        this.operator = new Operator(this);
        this.neighbourhood = new Neighbourhood(this);
        this.receivers = new Receivers(this);
        this.services = new ServiceWatch(this);
        ClusterPlan cluster = profile.cluster();
        this.places = cluster == null ? null : new Places(this, cluster);
    }

    /** Starts all participants and the faults. */
    public void begin() {
        if (places == null) {
            openNode();
        } else {
            places.begin();
            judge.losses().holders(this::isHeld);
        }
        for (int i = 0; i < profile.agents(); i++) {
            Set<String> actions = actions(i);
            int slots = 1 + random.nextInt(profile.slotsMax());
            SimAgent agent = new SimAgent(this, "agent" + i, actions, slots, null);
            agents.add(agent);
            agent.start();
            neighbourhood.neighbourOf(i, actions, slots);
        }
        for (int i = 0; i < profile.workflows(); i++) {
            Definition workflow = flows.next(NestedFlows.workflow(i), 1);
            versions.put(workflow.name(), workflow.version());
            judge.knows(workflow);
            deploy(workflow);
        }
        long span = profile.trouble().toNanos() * 2 / 3;
        for (int i = 0; i < profile.executions(); i++) {
            Client client = new Client(this, i);
            clients.add(client);
            timeline.after(Duration.ofNanos(random.nextLong(span)), "client", client::begin);
        }
        chaos();
    }

    /** The first agent can do everything, the others some of it. */
    private Set<String> actions(int agent) {
        Set<String> actions = new TreeSet<>();
        for (String service : Flows.SERVICES) {
            if (agent == 0 || random.nextBoolean()) {
                actions.addAll(List.of(service + ".do", service + ".undo", service + ".ask"));
            }
        }
        return actions;
    }

    boolean happens(WorldFault fault) {
        return fate.happens(fault.kind(), profile.faults().getOrDefault(fault, 0.0));
    }

    // Nodes

    /** The living node that was opened last; null if none lives. */
    @Nullable SimNode node() {
        return nodes.isEmpty() ? null : nodes.getLast();
    }

    /** The only living node; null if none lives, or several do. */
    @Nullable SimNode onlyNode() {
        return nodes.size() == 1 ? nodes.getLast() : null;
    }

    /** The nodes that take part in the work: those of a cluster, or the only one if no other lives. */
    List<SimNode> working() {
        return places != null || nodes.size() == 1 ? List.copyOf(nodes) : List.of();
    }

    /** Any living node, as chosen by a client that does not know which node owns the store. */
    @Nullable SimNode someNode(RandomGenerator chance) {
        if (nodes.isEmpty()) {
            return null;
        }
        boolean any = places != null || chance.nextInt(3) == 0;
        return nodes.get(any ? chance.nextInt(nodes.size()) : nodes.size() - 1);
    }

    private void openNode() {
        SimNode node = newNode();
        opening = false;
        if (!open(node, it -> database.open(it::run), options(node))) {
            reopenLater();
        }
    }

    SimNode newNode() {
        double drift = profile.drift() * (2 * random.nextDouble() - 1);
        return new SimNode(++nodesMade, timeline, fate.source("node" + nodesMade), drift, (where, error) -> {
            judge.breach("L1", "%s threw %s".formatted(where, error));
            story.tell(() -> where + " threw " + error + " at " + error.getStackTrace()[0]);
        });
    }

    /** Opens the store at a new node, and tells whether it could. */
    boolean open(SimNode node, Function<SimNode, Store> store, NodeOptions options) {
        try {
            node.open(store, options);
        } catch (StoreException | ReeveException e) {
            story.tell(() -> "node " + node.number() + " cannot open the store: " + e.getMessage());
            node.crash();
            return false;
        }
        story.tell(() -> "node " + node.number() + " opens the store");
        if (!nodes.isEmpty()) {
            sometimes.saw(Milestone.TWO_NODES);
        }
        nodes.add(node);
        return true;
    }

    /** Attempts at the agents of this node may be given up at any time. */
    void disturb(SimNode node) {
        agents.forEach(agent -> agent.disturb(node));
    }

    /** Starts an agent that can do everything, beside a node. */
    void serve(SimNode node) {
        int slots = 1 + random.nextInt(profile.slotsMax());
        SimAgent agent = new SimAgent(this, "agent of node" + node.number(), actions(0), slots, node);
        agents.add(agent);
        agent.start();
    }

    /** Whether an agent performs the attempt, in spite of the decision that the agent is gone; null if not. */
    private @Nullable String isHeld(AttemptToken token) {
        boolean clear = Stream.of(WorldFault.NET_LOSS, WorldFault.NET_CUT, WorldFault.NET_DELAY)
                .noneMatch(profile.faults()::containsKey);
        return !clear
                ? null
                : agents.stream()
                        .filter(agent -> agent.holds(token))
                        .map(SimAgent::name)
                        .findFirst()
                        .orElse(null);
    }

    /** A node tells the end of an execution. */
    void tellsEnd(SimNode node, ExecutionId id) {
        NodeId registration = places == null ? null : places.registration(node);
        if (registration != null
                && !registration.toString().equals(judge.cluster().owner(id))) {
            sometimes.saw(Milestone.END_TOLD_ELSEWHERE);
        }
    }

    NodeOptions options(SimNode node) {
        NodeOptions options = node.number() == 1 ? profile.node() : profile.laterNodes();
        DeliveryOptions delivery = profile.delivery();
        return delivery == null
                ? options
                : options.withNotification(NotificationOptions.defaults()
                        .withChannel(receivers.channel(node))
                        .withDelivery(delivery));
    }

    private void reopenLater() {
        if (!opening) {
            opening = true;
            timeline.after(REOPEN.plusMillis(random.nextInt(3_000)), "open", () -> {
                if (opening) {
                    openNode();
                }
            });
        }
    }

    private void crash(SimNode node) {
        story.tell(() -> "node " + node.number() + " dies");
        if (judge.executions().stream().anyMatch(state -> state.inFlight() > 0)) {
            sometimes.saw(Milestone.CRASH_WITH_WORK);
        }
        if (judge.executions().stream()
                .anyMatch(state -> state.isUndoing() && !state.status().isTerminal())) {
            sometimes.saw(Milestone.CRASH_DURING_UNDO);
        }
        if (judge.executions().stream().anyMatch(state -> state.children() > 0)) {
            sometimes.saw(Milestone.CRASH_WITH_CHILD);
        }
        judge.died(node.processName());
        gone(node);
        node.crash();
        if (places != null && random.nextBoolean()) {
            agents.stream()
                    .filter(agent -> agent.isAlive() && agent.livesAt(node))
                    .forEach(SimAgent::crash);
        }
    }

    private void gone(SimNode node) {
        askAuditor(node);
        nodes.remove(node);
        if (places != null) {
            places.gone(node);
        } else if (nodes.isEmpty()) {
            reopenLater();
        }
    }

    private void pause(SimNode node, Duration length) {
        story.tell(() -> "node " + node.number() + " stands still for " + length);
        if (length.toSeconds() > 20) {
            sometimes.saw(Milestone.PAUSED_PAST_COMPLETE_BY);
        }
        node.pause();
        disturb(node);
        timeline.after(length, "resume", () -> {
            if (node.isAlive()) {
                if (places == null && node() != node) {
                    sometimes.saw(Milestone.BATCH_OF_OLD_OWNER_REFUSED);
                }
                story.tell(() -> "node " + node.number() + " goes on");
                node.resume();
            }
        });
    }

    void close(SimNode node) {
        story.tell(() -> "node " + node.number() + " is closed");
        if (!node.node().isQuiet()) {
            sometimes.saw(Milestone.CLOSED_IN_GOOD_ORDER);
        }
        node.run(() -> node.node().beginClosing());
        waitQuiet(node, timeline.nanos() + Duration.ofSeconds(10).toNanos());
    }

    private void waitQuiet(SimNode node, long until) {
        if (!node.isAlive()) {
            return;
        }
        if (!node.isPaused() && (node.node().isQuiet() || timeline.nanos() > until)) {
            node.run(() -> node.node().finishClosing());
            timeline.after(Duration.ofMillis(100), "exit", () -> {
                gone(node);
                node.crash();
            });
        } else {
            timeline.after(Duration.ofMillis(100), "drain", () -> waitQuiet(node, until));
        }
    }

    /** Closes a node that refuses everything, as an operator would. */
    private void closeFenced() {
        if (places != null) {
            places.closeReplaced();
            return;
        }
        for (SimNode node : List.copyOf(nodes)) {
            if (!node.isPaused() && node.node().lanes().all().stream().anyMatch(lane -> lane.isFenced())) {
                sometimes.saw(Milestone.FENCED);
                close(node);
            }
        }
    }

    // Trouble

    private void chaos() {
        nodes.forEach(this::askAuditor);
        nodes.forEach(services::look);
        watchStoreClock();
        closeFenced();
        if (!fate.isHealed()) {
            for (SimNode node : List.copyOf(nodes)) {
                if (happens(WorldFault.NODE_CRASH)) {
                    crash(node);
                } else if (!node.isPaused() && happens(WorldFault.NODE_PAUSE)) {
                    pause(node, Duration.ofMillis(10 + random.nextInt(random.nextBoolean() ? 3_000 : 60_000)));
                } else if (!node.isPaused() && happens(WorldFault.NODE_CLOSE)) {
                    close(node);
                }
            }
            agents.removeIf(SimAgent::isRetired);
            for (SimNode node : nodes) {
                if (places == null && happens(WorldFault.SHARDS_MOVE)) {
                    moveShards(node, 1 + random.nextInt(20));
                }
            }
            if (places != null) {
                places.trouble();
            } else if (nodes.size() == 1 && happens(WorldFault.NODE_TAKEOVER)) {
                openNode();
            }
            for (SimAgent agent : agents) {
                troubleFor(agent);
            }
            if (happens(WorldFault.DEPLOY)) {
                Definition old = deployed.isEmpty() ? null : deployed.get(random.nextInt(deployed.size()));
                if (old != null) {
                    Definition next = nextVersion(old, versions.merge(old.name(), 1, Integer::sum));
                    judge.knows(next);
                    sometimes.saw(Milestone.DEPLOYED_WHILE_RUNNING);
                    deploy(next);
                }
            }
            if (happens(WorldFault.OPERATOR_ACTS)) {
                operator.act();
            }
            if (happens(WorldFault.OPERATOR_MOVES)) {
                operator.move();
            }
            services.trouble();
        }
        timeline.after(Duration.ofNanos(random.nextLong(CHAOS.toNanos() * 2)), "chaos", this::chaos);
    }

    private void moveShards(SimNode node, int times) {
        List<Lane> lanes = node.node().lanes().all();
        if (!node.isAlive() || lanes.size() < 2) {
            return;
        }
        Lane from = lanes.get(random.nextInt(lanes.size()));
        Lane to = lanes.get(random.nextInt(lanes.size()));
        int stride = 1 + random.nextInt(3);
        ShardSet shards = ShardSet.ofLane(random.nextInt(stride), stride);
        if (judge.executions().stream().anyMatch(state -> state.inFlight() > 0)) {
            sometimes.saw(Milestone.SHARDS_MOVED);
        }
        node.run(() -> {
            if (!node.node().lanes().all().containsAll(List.of(from, to))) {
                return;
            }
            story.tell(() -> "node %d moves shards from lane %d to lane %d"
                    .formatted(node.number(), from.number(), to.number()));
            CompletionStage<Void> unused = node.node().lanes().move(shards, from, to);
        });
        if (times > 1) {
            timeline.after(Duration.ofMillis(random.nextInt(2_000)), "shards", () -> moveShards(node, times - 1));
        }
    }

    /** A version to move executions to, in most cases one to which they can move. */
    private Definition nextVersion(Definition old, int version) {
        return profile.faults().containsKey(WorldFault.OPERATOR_MOVES)
                        && fate.source("versions").nextInt(4) > 0
                ? revisions.next(old, version)
                : flows.next(old.name(), version);
    }

    /** The auditor must find nothing under any fault (V8). */
    private void askAuditor(SimNode node) {
        node.node().auditor().incidents().forEach(judge::alarmed);
        if (!fate.isHealed()
                && node.node().auditor().stats().passes() > 0
                && !judge.executions().isEmpty()) {
            sometimes.saw(Milestone.AUDITED);
        }
    }

    private void watchStoreClock() {
        Instant now = database.now();
        if (now.isBefore(storeTime)) {
            sometimes.saw(Milestone.STORE_CLOCK_BACK);
        }
        if (nodes.stream().map(node -> node.node().clock()).anyMatch(it -> it.isDoubtful() && it.jump() != null)) {
            sometimes.saw(Milestone.STORE_CLOCK_FROZEN);
        }
        storeTime = now;
    }

    private void troubleFor(SimAgent agent) {
        if (agent.isAlive() && happens(WorldFault.AGENT_CRASH)) {
            crash(agent);
        }
        if (happens(WorldFault.AGENT_PAUSE)) {
            story.tell(() -> agent.name() + " stands still");
            agent.disturb(null);
            agent.pause();
            timeline.after(Duration.ofMillis(random.nextInt(60_000)), "resume", agent::resume);
        }
        if (happens(WorldFault.NET_CUT)) {
            long until = timeline.nanos() + random.nextLong(60_000_000_000L);
            story.tell(() -> agent.name() + " is cut off");
            (random.nextBoolean() ? agent.toNode : agent.toAgent).cut(until);
        }
    }

    void crash(SimAgent agent) {
        agent.crash();
        timeline.after(Duration.ofMillis(200 + random.nextInt(20_000)), "agent", () -> {
            if (!agent.isAlive() && !agent.isRetired()) {
                agent.start();
            }
        });
    }

    private void deploy(Definition workflow) {
        SimNode node = node();
        if (node == null || node.isPaused()) {
            timeline.after(REOPEN, "deploy", () -> deploy(workflow));
            return;
        }
        node.run(() -> {
            try {
                neighbourhood.deploy(node, workflow);
                deployed.add(workflow);
                story.tell(() -> "%s version %d is deployed".formatted(workflow.name(), workflow.version()));
            } catch (ReeveException e) {
                timeline.after(REOPEN, "deploy", () -> deploy(workflow));
            }
        });
    }

    // For clients and handlers

    @Nullable Definition someWorkflow(RandomGenerator chance) {
        return deployed.isEmpty() ? null : deployed.get(chance.nextInt(deployed.size()));
    }

    /** The deployed versions of a workflow. */
    List<Integer> versions(String workflow) {
        return deployed.stream()
                .filter(each -> each.name().equals(workflow))
                .map(Definition::version)
                .toList();
    }

    void remember(AttemptToken token) {
        if (tokens.size() < TOKENS_MAX) {
            tokens.add(token);
        } else {
            tokens.set(random.nextInt(TOKENS_MAX), token);
        }
    }

    AttemptToken someToken(RandomGenerator chance) {
        return tokens.get(chance.nextInt(tokens.size()));
    }

    // Healing

    /** Repairs everything, and stops new faults. */
    public void heal() {
        story.tell(() -> "everything is healed");
        fate.heal();
        database.heal();
        for (SimAgent agent : agents) {
            agent.toNode.cut(0);
            agent.toAgent.cut(0);
            agent.resume();
        }
        if (places != null) {
            places.heal();
        }
        clients.forEach(Client::healed);
        services.heal();
        sender.heal();
        operate();
        timeline.after(TRANSACTION_MAX, "lookout", () -> new Lookout(this, agents).look());
    }

    private void operate() {
        operator.act();
        timeline.after(Duration.ofSeconds(30), "operator", this::operate);
    }

    boolean hasBeenHealedFor(Duration time) {
        return fate.isHealed() && timeline.nanos() - profile.trouble().toNanos() >= time.toNanos();
    }

    /** Whether all clients are content and nothing is under way. */
    public boolean isQuiet() {
        return clients.stream().allMatch(Client::isContent)
                && judge.isSettled()
                && judge.mailroom().isSettled()
                && (places == null ? isOnlyNodeQuiet() : places.unrest() == null);
    }

    private boolean isOnlyNodeQuiet() {
        SimNode node = onlyNode();
        return node != null && !node.isPaused() && node.node().isQuiet();
    }

    /** Number of content clients plus number of ended executions, without children. It only grows in a healed world. */
    public int finished() {
        return (int) clients.stream().filter(Client::isContent).count() + judge.ended();
    }

    /** Why the world is not quiet, for the verdict. */
    public String unrest() {
        return "nodes %d, clients %s, executions settled %s, messages missing %s, node quiet %s, cluster %s, agents busy %s"
                .formatted(
                        nodes.size(),
                        clients.stream().filter(client -> !client.isContent()).toList(),
                        judge.isSettled(),
                        judge.mailroom().missing(),
                        isOnlyNodeQuiet(),
                        places == null ? "none" : places.unrest(),
                        agents.stream()
                                .filter(agent -> !agent.isIdle())
                                .map(SimAgent::name)
                                .toList());
    }
}
