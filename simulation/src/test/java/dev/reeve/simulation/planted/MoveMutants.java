package dev.reeve.simulation.planted;

import java.util.List;

/** Executions that go on with another version of their workflow. */
final class MoveMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private MoveMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "a delayed execution begins when it is moved",
                        "S8 S9",
                        CORE + "rules/OperatorCommands.java",
                        "        if (draft.state().delayedUntil() == null) {\n",
                        "        if (draft.state().phase == Phase.FORWARD) {\n"),
                new Mutant(
                        "what was done is forgotten by a move",
                        "S9 I5",
                        CORE + "state/Relocation.java",
                        "steps[i] = step == null || step.status() == StepStatus.PENDING",
                        "steps[i] = step == null || step.open() instanceof Open.Idle"),
                new Mutant(
                        "what was done may mean something else where it is moved to",
                        "S9",
                        CORE + "rules/Compatibility.java",
                        "            if (step.status() != StepStatus.PENDING) {\n",
                        "            if (step.isUnderWay()) {\n"),
                new Mutant(
                        "what can begin where it is moved to does not",
                        "S9 I11",
                        CORE + "rules/OperatorCommands.java",
                        "            StepActivation.begin(draft, draft.plan().mainSteps());\n",
                        ""));
    }
}
