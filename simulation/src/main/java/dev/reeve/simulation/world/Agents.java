package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.values.Namespaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The agents of a world, and the faults that hit them. */
final class Agents {

    private final Scene scene;
    private final ServiceWatch services;
    private final List<SimAgent> all = new ArrayList<>();

    Agents(Scene scene, ServiceWatch services) {
        this.scene = scene;
        this.services = services;
    }

    List<SimAgent> all() {
        return all;
    }

    /** Starts the agents of the profile, in each namespace. */
    void begin() {
        for (int i = 0; i < scene.profile.agents(); i++) {
            Set<String> actions = actions(i);
            int slots = 1 + scene.random.nextInt(scene.profile.slotsMax());
            start("agent" + i, Namespaces.DEFAULT, actions, slots, null);
            if (scene.neighbourhood.isShared()) {
                start(Neighbourhood.NEIGHBOUR + i, Neighbourhood.NEIGHBOUR, actions, slots, null);
            }
        }
    }

    private void start(String name, String namespace, Set<String> actions, int slots, @Nullable SimNode home) {
        SimAgent agent = new SimAgent(scene, services, name, namespace, actions, slots, home);
        all.add(agent);
        agent.start();
    }

    /** The first agent can do everything, the others some of it. */
    private Set<String> actions(int agent) {
        Set<String> actions = new TreeSet<>();
        for (String service : ServiceNames.ALL) {
            if (agent == 0 || scene.random.nextBoolean()) {
                actions.addAll(List.of(service + ".do", service + ".undo", service + ".ask"));
            }
        }
        return actions;
    }

    /** Starts an agent that can do everything, beside a node. */
    void serve(SimNode node) {
        int slots = 1 + scene.random.nextInt(scene.profile.slotsMax());
        start("agent of node" + node.number(), Namespaces.DEFAULT, actions(0), slots, node);
    }

    /** Attempts at the agents of this node may be given up at any time. */
    void disturb(SimNode node) {
        all.forEach(agent -> agent.disturb(node));
    }

    /** Lets all agents beside a node die with it. */
    void crashAt(SimNode node) {
        all.stream().filter(agent -> agent.isAlive() && agent.livesAt(node)).forEach(SimAgent::crash);
    }

    void removeRetired() {
        all.removeIf(SimAgent::isRetired);
    }

    /** Whether an agent performs the attempt, in spite of the decision that the agent is gone; null if not. */
    @Nullable String isHeld(AttemptToken token) {
        boolean clear = Stream.of(WorldFault.NET_LOSS, WorldFault.NET_CUT, WorldFault.NET_DELAY)
                .noneMatch(scene.profile.faults()::containsKey);
        return !clear
                ? null
                : all.stream()
                        .filter(agent -> agent.holds(token))
                        .map(SimAgent::name)
                        .findFirst()
                        .orElse(null);
    }

    void trouble() {
        all.forEach(this::troubleFor);
    }

    private void troubleFor(SimAgent agent) {
        if (agent.isAlive() && scene.happens(WorldFault.AGENT_CRASH)) {
            agent.die();
        }
        if (scene.happens(WorldFault.AGENT_PAUSE)) {
            scene.story.tell(() -> agent.name() + " stands still");
            agent.disturb(null);
            agent.pause();
            scene.timeline.after(Duration.ofMillis(scene.random.nextInt(60_000)), "resume", agent::resume);
        }
        if (scene.happens(WorldFault.NET_CUT)) {
            long until = scene.timeline.nanos() + scene.random.nextLong(60_000_000_000L);
            scene.story.tell(() -> agent.name() + " is cut off");
            (scene.random.nextBoolean() ? agent.toNode : agent.toAgent).cut(until);
        }
    }

    void heal() {
        for (SimAgent agent : all) {
            agent.toNode.cut(0);
            agent.toAgent.cut(0);
            agent.resume();
        }
    }
}
