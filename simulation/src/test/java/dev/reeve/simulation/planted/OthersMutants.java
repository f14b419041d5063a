package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;
import java.util.stream.Stream;

/** Steps that are not needed any more, and lists of signals. */
final class OthersMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private OthersMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        new Mutant(
                                "an attempt that is not needed any more is retried",
                                "S7",
                                CORE + "rules/DecisionDraft.java",
                                "return state.phase == Phase.CLOSING || !state.isNeeded(node);",
                                "return state.phase == Phase.CLOSING;"),
                        new Mutant(
                                "what leads to a step that is not needed is not undone after it",
                                "I11",
                                CORE + "state/EarlyUndo.java",
                                "                blockers += isToUndo(next.step(successor)) ? 1 : 0;",
                                "                blockers += isToUndo(next.step(successor)) ? 0 : 0;"),
                        new Mutant(
                                "an execution ends before what is not needed is undone",
                                "I10",
                                CORE + "rules/Consequences.java",
                                "draft.state().unsettled == 0 && draft.state().undoPending == 0 && ExecutionEnd",
                                "draft.state().unsettled == 0 && ExecutionEnd"),
                        new Mutant(
                                "a step that is needed elsewhere is taken for one that is not needed",
                                "S7",
                                CORE + "rules/OthersEnd.java",
                                "                if (reached[index] == before.successors.length) {",
                                "                if (reached[index] == 1) {"),
                        new Mutant(
                                "a list of signals has one more than it may",
                                "I16",
                                CORE + "rules/CollectedSignals.java",
                                "        return list.counted() >= repeat.max()",
                                "        return list.counted() > repeat.max()"),
                        new Mutant(
                                "signals that came before a step collects them are left",
                                "S7",
                                CORE + "rules/CollectedSignals.java",
                                "            if (await.signals().contains(signal.name())) {",
                                "            if (list.size() > 0 && await.signals().contains(signal.name())) {"))
                .map(mutant -> mutant.in(Emphasis.CONSTRUCTS))
                .toList();
    }
}
