package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Computed names of actions and workflows. */
final class NameMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private NameMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "a computed name that is not listed is called",
                                "S7",
                                CORE + "rules/StepNames.java",
                                "if (!computed.oneOf().contains(name)) {",
                                "if (name.isEmpty()) {")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "a step with a computed name calls the first that is listed",
                                "S7",
                                CORE + "state/StepState.java",
                                "return name == null || node.child == null ? name : PlanNode.actionOf(name);",
                                "return name == null || node.child == null ? node.call(named).names().getFirst() : PlanNode.actionOf(name);")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "the name of the round before is called again",
                                "S7",
                                CORE + "recovery/Series.java",
                                "                newTimes,\n                newName,\n",
                                "                newTimes,\n                name,\n")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "a child with a computed name is one of the first that is listed",
                                "S7",
                                CORE + "state/StepState.java",
                                "name == null ? started : started.named(name);",
                                "name == null ? started : started.named(started.names().getFirst());")
                        .in(Emphasis.CHILDREN),
                new Mutant(
                        "an execution moves where the name that it has begun with cannot come",
                        "S9",
                        CORE + "rules/Compatibility.java",
                        "if (!expected.contains(name)) {",
                        "if (expected.isEmpty()) {"));
    }
}
