package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Signals that come early, late or in vain; and what persons give and do instead of signals and children. */
final class SignalMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private SignalMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "a signal that gives no time counts as if it gave one",
                                "S7",
                                CORE + "rules/TimerUpdates.java",
                                "boolean unusable = computed(draft, node, data) == null;",
                                "boolean unusable = false;")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                        "a timeout that a version makes movable counts from the signal",
                        "I4 (S9)",
                        CORE + "state/StepEvolution.java",
                        "        if (signal || node.step.task().updateOn() != null) {\n",
                        "        if (node.step.task().updateOn() != null) {\n"),
                new Mutant(
                        "signals that are there are forgotten when a version makes a wait movable",
                        "I11 (S9)",
                        CORE + "rules/OperatorCommands.java",
                        "            TimerUpdates.lookAgain(draft);\n",
                        ""),
                new Mutant(
                                "a person gives what no signal could have given",
                                "S12",
                                CORE + "rules/OperatorCommands.java",
                                "DataChecks.ofResolution(node, command.output())",
                                "DataChecks.ofOutput(node, command.output())")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "a signal is kept for a step that will not begin any more",
                                "I7",
                                CORE + "rules/ReceivedSignals.java",
                                "            awaiting = DataChecks.awaitingInFinally(draft.plan(), command.signal());\n",
                                "")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "the round that a person did is left when the step is undone",
                                "C3 (C4)",
                                CORE + "state/StepEvolution.java",
                                "        step.byHand = node.undoesRounds() && before.isBetweenChildren();\n",
                                "")
                        .in(Emphasis.UNDOING));
    }
}
