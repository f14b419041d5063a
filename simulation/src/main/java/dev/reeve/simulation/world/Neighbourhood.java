package dev.reeve.simulation.world;

import dev.reeve.Reeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.values.Namespaces;
import java.util.List;
import java.util.Set;

/**
 * The namespaces of a world: one, or two whose names collide. In a world with two, every workflow is deployed in both,
 * each agent has a neighbour with the same actions, and two clients share a key, one in each namespace.
 */
final class Neighbourhood {

    private static final String NEIGHBOUR = "neighbour";

    private final World world;
    private final boolean isShared;

    Neighbourhood(World world) {
        this.world = world;
        this.isShared = world.profile.neighbours();
    }

    private List<String> namespaces() {
        return isShared ? List.of(Namespaces.DEFAULT, NEIGHBOUR) : List.of(Namespaces.DEFAULT);
    }

    /** The engine as the users of each namespace see it. */
    List<Reeve> views(SimNode node) {
        return namespaces().stream().<Reeve>map(node.reeve()::namespace).toList();
    }

    void deploy(SimNode node, Definition workflow) {
        views(node).forEach(view -> view.deploy(workflow));
    }

    /** The namespace of a client. */
    String ofClient(int number) {
        return isShared && number % 2 == 1 ? NEIGHBOUR : Namespaces.DEFAULT;
    }

    String keyOfClient(int number) {
        return "key-" + (isShared ? number / 2 * 2 : number);
    }

    /** Starts the neighbour of an agent. */
    void neighbourOf(int agent, Set<String> actions, int slots) {
        if (isShared) {
            SimAgent neighbour = new SimAgent(world, NEIGHBOUR + agent, NEIGHBOUR, actions, slots, null);
            world.agents.add(neighbour);
            neighbour.start();
        }
    }
}
