package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Signals that come early, late or in vain, and what persons give instead of them. */
final class SignalMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private SignalMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "a signal that gives no time counts as if it gave one",
                                "S7",
                                CORE + "rules/TimerUpdates.java",
                                "unusable.add(computed(draft, node, each.data()) == null);",
                                "unusable.add(false);")
                        .in(Emphasis.CONSTRUCTS),
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
                        .in(Emphasis.CONSTRUCTS));
    }
}
