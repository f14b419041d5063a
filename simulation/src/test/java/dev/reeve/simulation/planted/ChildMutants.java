package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;
import java.util.stream.Stream;

/** Steps that are executions of their own. */
final class ChildMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";
    private static final String LANES = "engine/src/main/java/dev/reeve/internal/engine/scheduler/";

    private ChildMutants() {}

    static List<Mutant> all() {
        return Stream.concat(worked().stream(), undone().stream()).toList();
    }

    private static List<Mutant> worked() {
        return Stream.of(
                        new Mutant(
                                "a child is an orphan once its parent is cancelled",
                                "S7",
                                CORE + "state/StepState.java",
                                "return open instanceof Open.Running || open instanceof Open.Child;",
                                "return open instanceof Open.Running;"),
                        new Mutant(
                                "a child does not hear that its parent is undone",
                                "S7",
                                LANES + "decision/DecisionApplier.java",
                                "CompensationStarted started -> stop(live.state(), UnneededSteps.underWay(live.state()), batch);",
                                "CompensationStarted started -> {}"),
                        new Mutant(
                                "a child is started again by a message from before a crash",
                                "S7 (F1)",
                                LANES + "decision/ChildSteps.java",
                                "step == null || !(step.open() instanceof Open.Ready) || state.paused() != null",
                                "step == null || state.paused() != null"),
                        new Mutant(
                                "the end of a child that ends at once is not reported",
                                "S7",
                                LANES + "decision/ChildSteps.java",
                                "        memory.put(child);\n        ended(child, batch);\n",
                                "        memory.put(child);\n"),
                        new Mutant(
                                "the parent of a child that ends is not loaded",
                                "S7 (F1)",
                                LANES + "decision/MessageHandler.java",
                                "next = parent == null ? null : parent.execution();",
                                "next = null;"),
                        new Mutant(
                                "a child that had completed is not undone",
                                "S7 C1",
                                CORE + "state/PlanNode.java",
                                "                new ActionCall(name, null, ActionCall.DEFAULT_COMPLETE_BY, null, Retry.NONE),\n",
                                "                null,\n"))
                .map(mutant -> mutant.in(Emphasis.CHILDREN))
                .toList();
    }

    private static List<Mutant> undone() {
        return Stream.of(
                        new Mutant(
                                "items of a child that was completed early are forgotten when it is undone",
                                "S7 (C3)",
                                CORE + "start/Reversal.java",
                                "if (items == null || (output == null && !isUnfinished)) {",
                                "if (items == null || output == null) {"),
                        new Mutant(
                                "only the last round of children is undone",
                                "C3",
                                LANES + "decision/ChildSteps.java",
                                "above == null ? null : above.previous()",
                                "null"),
                        new Mutant(
                                "a child does not know the round before a failed attempt",
                                "C3",
                                LANES + "decision/ChildSteps.java",
                                "wanted.undone() != null ? null : rounds.child();",
                                "wanted.undone() != null ? null : Objects.requireNonNull(state.step(path)).child();"),
                        new Mutant(
                                "the child of a failed round is undone in place of the last round that was done",
                                "C3",
                                CORE + "state/StepState.java",
                                "return output == null && !inDoubt && rounds != null ? rounds.child() : child;",
                                "return child;"),
                        new Mutant(
                                "items of a child are forgotten when it is undone",
                                "S7 (C3)",
                                CORE + "start/Reversal.java",
                                "for (int i = 0; i < items.size(); i++) {",
                                "for (int i = 0; i < 0; i++) {"),
                        new Mutant(
                                "what is in doubt in a child is forgotten when it is undone",
                                "S7 (C5)",
                                CORE + "start/Reversal.java",
                                "output == null && step.hasEffect()",
                                "output == null && step.isUnderWay()"),
                        new Mutant(
                                "a child that is past its point of no return is undone",
                                "S7 C6",
                                CORE + "start/Reversal.java",
                                "if (isPastPivot(state)) {",
                                "if (state.outcome == null) {"))
                .map(mutant -> mutant.in(Emphasis.UNDOING))
                .toList();
    }
}
