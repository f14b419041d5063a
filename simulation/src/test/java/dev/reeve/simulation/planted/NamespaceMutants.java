package dev.reeve.simulation.planted;

import java.util.List;
import java.util.stream.Stream;

/** Two namespaces whose names collide. */
final class NamespaceMutants {

    private static final String ENGINE = "engine/src/main/java/dev/reeve/internal/engine/";

    private NamespaceMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "a step is handed to agents of any namespace",
                                "I15",
                                ENGINE + "scheduler/decision/DecisionApplier.java",
                                "return Namespaces.qualified(state.started().namespace(), action);",
                                "return action;"),
                        new Mutant(
                                "an agent is registered without its namespace",
                                "I15",
                                ENGINE + "dispatch/InProcessTransport.java",
                                ".map(action -> Namespaces.qualified(namespace, action))",
                                ".map(action -> action)"),
                        new Mutant(
                                "a key is the same key in all namespaces",
                                "I2 I15",
                                ENGINE + "runtime/Ids.java",
                                "return of(sha256(namespace, key));",
                                "return of(sha256(\"default\", key));"),
                        new Mutant(
                                "an execution is found in any namespace",
                                "I15",
                                ENGINE + "client/reading/DirectReader.java",
                                "                .filter(row -> row.namespace().equals(namespace))\n                .isPresent();",
                                "                .isPresent();"),
                        new Mutant(
                                "a request of an SQL function loses its namespace",
                                "I15",
                                ENGINE + "client/execution/SqlRequests.java",
                                "named == null ? Node.DEFAULT_NAMESPACE : Arguments.namespace(named);",
                                "Node.DEFAULT_NAMESPACE;"))
                .map(Mutant::withNeighbours)
                .toList();
    }
}
