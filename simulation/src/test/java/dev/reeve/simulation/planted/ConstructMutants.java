package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;
import java.util.stream.Stream;

/** Items, rounds, choices, joins, signals and points of no return. */
final class ConstructMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private ConstructMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "a signal is taken by all who wait for such a one",
                                "S7",
                                CORE + "state/StepEvolution.java",
                                "        next.signals = next.signals.without(e.signal());\n",
                                ""),
                        new Mutant(
                                "a signal that comes early is lost",
                                "S7",
                                CORE + "rules/AwaitSteps.java",
                                "        Signals.Signal earlier = draft.state().signals.firstOf(await.signals());",
                                "        Signals.Signal earlier = null;"),
                        new Mutant(
                                "a signal that is sent again counts again",
                                "S7",
                                CORE + "rules/ReceivedSignals.java",
                                "command.id() != null && state.signals.ids().contains(command.id())",
                                "command.id() != null && command.id().isEmpty()"),
                        new Mutant(
                                "items are undone in the order in which they were done",
                                "I10 (C3)",
                                CORE + "state/UndoTurns.java",
                                "        for (PlanNode undone : items.reversed()) {",
                                "        for (PlanNode undone : items) {"),
                        new Mutant(
                                "all items are undone at once",
                                "I10 (C3)",
                                CORE + "state/UndoTurns.java",
                                "item = items.size() < free ? nextItem(next, node) : null;",
                                "item = nextItem(next, node);"),
                        new Mutant(
                                "one item more may fail than is tolerated",
                                "S7",
                                CORE + "rules/StepFailures.java",
                                "return items.failed() < forEach(node)",
                                "return items.failed() <= forEach(node)"),
                        new Mutant(
                                "one item more is under way than may be",
                                "S7",
                                CORE + "rules/ForEachItems.java",
                                "                    && items.begun() - items.settled() < forEach(node).concurrency();",
                                "                    && items.begun() - items.settled() <= forEach(node).concurrency();"),
                        new Mutant(
                                "the last batch of a list is left out if it is not full",
                                "S7",
                                CORE + "state/Items.java",
                                "        for (int from = 0; from < elements.size(); from += batch) {",
                                "        for (int from = 0; from + batch <= elements.size(); from += batch) {"),
                        new Mutant(
                                "one round more than there may be",
                                "I16 (S7)",
                                CORE + "rules/StepResults.java",
                                "round - forgiven >= repeat.max()",
                                "round - forgiven > repeat.max()"),
                        new Mutant(
                                "the rounds of a step have one idempotency key",
                                "A2 (S7)",
                                CORE + "recovery/Series.java",
                                "edition + 1,",
                                "edition,"),
                        new Mutant(
                                "what was done in a round and was to be done again is not undone",
                                "I10 (C5)",
                                CORE + "state/StepState.java",
                                "return output != null || inDoubt || rounds != null;",
                                "return output != null || inDoubt;"),
                        new Mutant(
                                "a signal moves the end of a wait to where its older data would",
                                "I4 (S7)",
                                CORE + "rules/TimerUpdates.java",
                                "ExecutionScope.ofUpdate(draft.state(), node, command.data())",
                                "ExecutionScope.of(draft.state(), node)"),
                        new Mutant(
                                "of several signals the first name counts, not the oldest signal",
                                "I4 (S7)",
                                CORE + "state/Signals.java",
                                "            if (names.contains(signal.name())) {",
                                "            if (names.getFirst().equals(signal.name())) {"),
                        new Mutant(
                                "a computed complete-by is forgotten",
                                "I8",
                                CORE + "recovery/Series.java",
                                "return times == null || times.completeBy() == null ? call.completeBy() : times.completeBy();",
                                "return call.completeBy();"),
                        new Mutant(
                                "a choice leads to all its cases",
                                "S7",
                                CORE + "state/PlanNode.java",
                                "(name == null || chosen.equals(\"\\\"\" + name + \"\\\"\"))",
                                "(name == null || !chosen.isEmpty())"),
                        new Mutant(
                                "a step begins when one fewer is done than it needs",
                                "S7",
                                CORE + "rules/StepActivation.java",
                                "        return step.reached >= needed ? Turn.BEGIN",
                                "        return step.reached >= Math.max(1, needed - 1) ? Turn.BEGIN"),
                        new Mutant(
                                "the point of no return is passed and forgotten",
                                "C6",
                                CORE + "state/StepEvolution.java",
                                "        next.pastPivot |= node.step.pivot() && step.status == StepStatus.COMPLETED;\n",
                                ""))
                .map(mutant -> mutant.in(Emphasis.CONSTRUCTS))
                .toList();
    }
}
