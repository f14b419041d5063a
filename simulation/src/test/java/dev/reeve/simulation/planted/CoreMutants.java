package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Decisions of the core. */
final class CoreMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private CoreMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "the token of an attempt is not compared",
                        "I5 I6 (F8)",
                        CORE + "rules/Reports.java",
                        "case Open.Running open -> open.attempt() == token.attempt() && open.nonce() == token.nonce();",
                        "case Open.Running open -> open.attempt() >= 1;"),
                new Mutant(
                        "the nonce of a token is not compared",
                        "I5 (F10)",
                        CORE + "rules/Reports.java",
                        "case Open.Running open -> open.attempt() == token.attempt() && open.nonce() == token.nonce();",
                        "case Open.Running open -> open.attempt() == token.attempt();"),
                new Mutant(
                        "the execution of a token is not compared, nor its nonce",
                        "I5 I15 (F10)",
                        CORE + "rules/Reports.java",
                        "        if (!token.execution().equals(draft.state().id())) {\n            return false;\n        }\n",
                        "        if (draft.step(node(draft, token)).open() instanceof Open.Running) {\n            return true;\n        }\n"),
                new Mutant(
                        "undone in forward order",
                        "I10",
                        CORE + "state/UndoOrder.java",
                        "                blockers[i] = node.successors.length;",
                        "                blockers[i] = 0;"),
                new Mutant(
                        "a step of unknown outcome is not undone",
                        "I10 (F54)",
                        CORE + "state/UndoTurns.java",
                        "asksFor && step.hasEffect()",
                        "asksFor && step.output() != null"),
                new Mutant(
                        "an unknown outcome is retried, regardless of onUnknown",
                        "V5",
                        CORE + "recovery/Recovery.java",
                        "policy.onUnknown() != OnUnknown.RETRY",
                        "policy.probe()"),
                new Mutant(
                        "what is in doubt is given up without asking when there would be nothing to undo",
                        "V5",
                        CORE + "rules/Compensation.java",
                        "return node.probe != null && draft.step(node).inDoubt();",
                        "return node.probe != null && node.compensate != null && draft.step(node).inDoubt();"),
                new Mutant(
                                "given up without asking about an earlier attempt",
                                "V5",
                                CORE + "recovery/Recovery.java",
                                "attempt.doubt() != Doubt.NONE;",
                                "attempt.doubt() == Doubt.THIS_ATTEMPT;")
                        .in(Emphasis.DOUBT),
                new Mutant(
                        "a compensation gets another input",
                        "A2 C1",
                        CORE + "state/Work.java",
                        "case COMPENSATION -> inputAndOutput(forwardInput(state, node, step), step.lastOutput());",
                        "case COMPENSATION -> inputAndOutput(state.input(), step.lastOutput());"));
    }
}
