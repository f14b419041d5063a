package dev.reeve.simulation.world;

import dev.reeve.Reeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.values.Namespaces;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The namespaces of a world: one, or two whose names collide. In a world with two, each workflow is
 * deployed in both. For each agent there is another one with the same actions in the second namespace. Two clients, one
 * in each namespace, start with the same key.
 */
final class Neighbourhood {

    static final String NEIGHBOUR = "neighbour";

    private final boolean isShared;

    Neighbourhood(boolean isShared) {
        this.isShared = isShared;
    }

    boolean isShared() {
        return isShared;
    }

    private List<String> namespaces() {
        return isShared ? List.of(Namespaces.DEFAULT, NEIGHBOUR) : List.of(Namespaces.DEFAULT);
    }

    /** Any of the namespaces. */
    String some(RandomGenerator chance) {
        return isShared && chance.nextBoolean() ? NEIGHBOUR : Namespaces.DEFAULT;
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
}
