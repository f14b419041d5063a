package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Actions of operators: pause, edit, and in bulk. */
final class OperatorMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";
    private static final String SCHEDULER = "engine/src/main/java/dev/reeve/internal/engine/scheduler/";

    private OperatorMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "held: what is paused is handed out",
                                "I7 (O2)",
                                CORE + "rules/Attempts.java",
                                "        if (hold != null) {",
                                "        if (hold != null && hold.actor().isEmpty()) {")
                        .in(Emphasis.OPERATORS),
                new Mutant(
                                "held: resuming forgets what waits",
                                "L1 (O2)",
                                SCHEDULER + "decision/DecisionApplier.java",
                                "                live.dues().add(new DueHeap.Due.OfWait(waiting.until(), path));\n            } else {",
                                "            } else {")
                        .in(Emphasis.OPERATORS),
                new Mutant(
                                "held: complete-by of the execution is not moved by a pause",
                                "I13 (O2)",
                                CORE + "state/ExecutionEdit.java",
                                "if (escalated > 0 || paused != null) {",
                                "if (escalated > 0) {")
                        .in(Emphasis.OPERATORS),
                new Mutant(
                                "edited: the attempts get the old input",
                                "A2 (O2)",
                                CORE + "state/StepEvolution.java",
                                "series == null ? Series.ready(input, null) : series.edited(input)",
                                "series == null ? Series.ready(input, null) : series.refreshed()")
                        .in(Emphasis.OPERATORS),
                new Mutant(
                                "edited: while the old input may have had its effect",
                                "A2 (O2)",
                                CORE + "state/StepState.java",
                                "return which == Purpose.FORWARD ? inDoubt() : series != null && series.inDoubt();",
                                "return series == null && inDoubt;")
                        .in(Emphasis.OPERATORS),
                new Mutant(
                                "what was undone is taken over by who does it again",
                                "O2",
                                CORE + "start/Reruns.java",
                                "case Event.StepCompensated e -> null;",
                                "case Event.StepCompensated e -> before;")
                        .in(Emphasis.OPERATORS),
                new Mutant(
                                "what comes after the step is taken over as well",
                                "O2",
                                CORE + "start/Reruns.java",
                                "                    anew[node.index] = true;\n                    for (int successor : node.successors) {",
                                "                    anew[node.index] = true;\n                    for (int successor : new int[0]) {")
                        .in(Emphasis.OPERATORS));
    }
}
