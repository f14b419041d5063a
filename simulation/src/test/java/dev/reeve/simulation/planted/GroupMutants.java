package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Groups of steps, which belong to the definition that they are in. */
final class GroupMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";
    private static final String ENGINE = "engine/src/main/java/dev/reeve/internal/engine/";

    private GroupMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "a group is of the newest version, and not of that of its parent",
                                "S7 S9",
                                ENGINE + "scheduler/decision/ChildSteps.java",
                                "? Optional.ofNullable(parent.state().plan().part(child.workflow()))",
                                "? definitions.findLatest(namespace, child.workflow())")
                        .in(Emphasis.CHILDREN),
                new Mutant(
                                "a group sees the input of its parent, and not its own",
                                "S7",
                                ENGINE + "scheduler/decision/ChildSteps.java",
                                "        Json input = Work.of(parent.state(), path).input();\n",
                                "        Json input = child.group() != null ? parent.state().input() : Work.of(parent.state(), path).input();\n")
                        .in(Emphasis.CHILDREN),
                new Mutant(
                                "the auditor takes a group for its workflow",
                                "I4",
                                ENGINE + "audit/Versions.java",
                                "return plan == null ? null : plan.part(version.workflow);",
                                "return plan;")
                        .in(Emphasis.CHILDREN),
                new Mutant(
                        "a group that has begun may be a call where it is moved to",
                        "S9",
                        CORE + "rules/Compatibility.java",
                        "case Task.Child child when child.group() != null -> \"a group of steps\";",
                        "case Task.Child child when child.group() != null -> \"a call of 'mail.do'\";"));
    }
}
