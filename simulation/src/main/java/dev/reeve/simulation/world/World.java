package dev.reeve.simulation.world;

import dev.reeve.ReeveException;
import dev.reeve.internal.engine.inbox.SqlRefusals;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.simulation.check.Milestone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything around the database: nodes, agents, clients, operators, and the faults among them. */
public final class World {

    private static final Duration CHAOS = Duration.ofSeconds(10);
    private static final Duration REOPEN = Duration.ofSeconds(1);

    /** Maximum time that a transaction stays open, or a node stays paused, after everything was healed. */
    private static final Duration TRANSACTION_MAX = Duration.ofSeconds(60);

    private final Scene scene;
    private final Agents agents;
    private final Machines machines;
    private final List<Client> clients = new ArrayList<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final ServiceWatch services;
    private final Sender sender;
    private final Operator operator;
    private final Flows flows;
    private final Revisions revisions;
    private final @Nullable Places places;
    private boolean opening;
    private Instant storeTime = Instant.MIN;

    public World(Scene scene) {
        this.scene = scene;
        Profile profile = scene.profile;
        Fate fate = scene.fate;
        SimDatabase database = scene.database;
        if (!profile.storeFaults().containsKey(StoreFault.OFFENCE)) {
            database.takeRequests(); // an offence would be taken for a mistake of the request
        }
        scene.judge.knows(SqlRefusals.DEFINITION);
        boolean groups = profile.constructs() + profile.children() > 0;
        Constructs constructs = new Constructs(fate.source("constructs"), profile.constructs(), groups);
        NestedFlows children = new NestedFlows(fate.source("children"), profile.children(), profile.workflows());
        this.flows = new Flows(fate.source("flows"), constructs, children, profile.patient(), database.permits());
        this.revisions = new Revisions(fate.source("revisions"));
        this.sender = new Sender(scene);
        this.operator = new Operator(scene);
        this.services = new ServiceWatch(scene);
        this.agents = new Agents(scene, services);
        this.machines = new Machines(scene, agents, new Receivers(scene));
        ClusterPlan cluster = profile.cluster();
        Registrations registrations = scene.registrations;
        if (cluster == null || registrations == null) {
            this.places = null;
            machines.whenEnded(node -> reopenIfNoneLives());
        } else {
            Places joined = new Places(scene, machines, agents, registrations, cluster);
            this.places = joined;
            machines.whenEnded(joined::gone);
        }
    }

    /** Starts all participants and the faults. */
    public void begin() {
        if (places == null) {
            openNode();
        } else {
            places.begin();
            scene.judge.losses().holders(agents::isHeld);
        }
        agents.begin();
        for (int i = 0; i < scene.profile.workflows(); i++) {
            Definition workflow = flows.next(NestedFlows.workflow(i), 1);
            versions.put(workflow.name(), workflow.version());
            scene.judge.knows(workflow);
            deploy(workflow);
        }
        long span = scene.profile.trouble().toNanos() * 2 / 3;
        for (int i = 0; i < scene.profile.executions(); i++) {
            Client client = new Client(scene, sender, i);
            clients.add(client);
            scene.timeline.after(Duration.ofNanos(scene.random.nextLong(span)), "client", client::begin);
        }
        chaos();
    }

    private void openNode() {
        SimNode node = machines.newNode();
        opening = false;
        if (!machines.open(node, it -> scene.database.open(it::run), machines.options(node))) {
            reopenLater();
        }
    }

    private void reopenIfNoneLives() {
        if (scene.nodes.isEmpty()) {
            reopenLater();
        }
    }

    private void reopenLater() {
        if (!opening) {
            opening = true;
            scene.timeline.after(REOPEN.plusMillis(scene.random.nextInt(3_000)), "open", () -> {
                if (opening) {
                    openNode();
                }
            });
        }
    }

    // Trouble

    private void chaos() {
        machines.askAuditors();
        scene.nodes.forEach(services::look);
        watchStoreClock();
        if (places == null) {
            machines.closeFenced();
        } else {
            places.closeReplaced();
        }
        if (!scene.fate.isHealed()) {
            machines.trouble();
            agents.removeRetired();
            if (places == null) {
                machines.moveShards();
                if (scene.nodes.size() == 1 && scene.happens(WorldFault.NODE_TAKEOVER)) {
                    openNode();
                }
            } else {
                places.trouble();
            }
            agents.trouble();
            deploySome();
            if (scene.happens(WorldFault.OPERATOR_ACTS)) {
                operator.act();
            }
            if (scene.happens(WorldFault.OPERATOR_MOVES)) {
                operator.move();
            }
            services.trouble();
        }
        scene.timeline.after(Duration.ofNanos(scene.random.nextLong(CHAOS.toNanos() * 2)), "chaos", this::chaos);
    }

    private void deploySome() {
        if (scene.happens(WorldFault.DEPLOY)) {
            Definition old = scene.someWorkflow(scene.random);
            if (old != null) {
                Definition next = nextVersion(old, versions.merge(old.name(), 1, Integer::sum));
                scene.judge.knows(next);
                scene.sometimes.saw(Milestone.DEPLOYED_WHILE_RUNNING);
                deploy(next);
            }
        }
    }

    /** A version to move executions to, in most cases one to which they can move. */
    private Definition nextVersion(Definition old, int version) {
        return scene.profile.faults().containsKey(WorldFault.OPERATOR_MOVES)
                        && scene.fate.source("versions").nextInt(4) > 0
                ? revisions.next(old, version)
                : flows.next(old.name(), version);
    }

    private void watchStoreClock() {
        Instant now = scene.database.now();
        if (now.isBefore(storeTime)) {
            scene.sometimes.saw(Milestone.STORE_CLOCK_BACK);
        }
        if (scene.nodes.stream()
                .map(node -> node.node().clock())
                .anyMatch(it -> it.isDoubtful() && it.jump() != null)) {
            scene.sometimes.saw(Milestone.STORE_CLOCK_FROZEN);
        }
        storeTime = now;
    }

    private void deploy(Definition workflow) {
        SimNode node = scene.node();
        if (node == null || node.isPaused()) {
            scene.timeline.after(REOPEN, "deploy", () -> deploy(workflow));
            return;
        }
        node.run(() -> {
            try {
                scene.neighbourhood.deploy(node, workflow);
                scene.deployed.add(workflow);
                scene.story.tell(() -> "%s version %d is deployed".formatted(workflow.name(), workflow.version()));
            } catch (ReeveException e) {
                scene.timeline.after(REOPEN, "deploy", () -> deploy(workflow));
            }
        });
    }

    // Healing

    /** Repairs everything, and stops new faults. */
    public void heal() {
        scene.story.tell(() -> "everything is healed");
        scene.fate.heal();
        scene.database.heal();
        agents.heal();
        if (places != null) {
            places.heal();
        }
        clients.forEach(Client::healed);
        services.heal();
        sender.heal();
        operate();
        scene.timeline.after(TRANSACTION_MAX, "lookout", () -> new Lookout(scene, agents.all()).look());
    }

    private void operate() {
        operator.act();
        scene.timeline.after(Duration.ofSeconds(30), "operator", this::operate);
    }

    /** Whether all clients are content and nothing is under way. */
    public boolean isQuiet() {
        return clients.stream().allMatch(Client::isContent)
                && scene.judge.isSettled()
                && scene.judge.mailroom().isSettled()
                && (places == null ? isOnlyNodeQuiet() : places.unrest() == null);
    }

    private boolean isOnlyNodeQuiet() {
        SimNode node = scene.onlyNode();
        return node != null && !node.isPaused() && node.node().isQuiet();
    }

    /** Number of content clients plus number of ended executions, without children. It only grows in a healed world. */
    public int finished() {
        return (int) clients.stream().filter(Client::isContent).count() + scene.judge.ended();
    }

    /** Why the world is not quiet, for the verdict. */
    public String unrest() {
        return "nodes %d, clients %s, executions settled %s, messages missing %s, node quiet %s, cluster %s, agents busy %s"
                .formatted(
                        scene.nodes.size(),
                        clients.stream().filter(client -> !client.isContent()).toList(),
                        scene.judge.isSettled(),
                        scene.judge.mailroom().missing(),
                        isOnlyNodeQuiet(),
                        places == null ? "none" : places.unrest(),
                        agents.all().stream()
                                .filter(agent -> !agent.isIdle())
                                .map(SimAgent::name)
                                .toList());
    }
}
