package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;
import java.util.stream.Stream;

/** Errors as data, and what their codes decide. */
final class CodeMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";

    private CodeMutants() {}

    static List<Mutant> all() {
        return Stream.concat(decisions().stream(), errors().stream()).toList();
    }

    private static List<Mutant> decisions() {
        return List.of(
                new Mutant(
                                "a failure with a code that is never retried is retried",
                                "I16 (S7)",
                                CORE + "recovery/RecoveryPolicy.java",
                                "if (retry.never().contains(failure.code())) {",
                                "if (failure.code().isEmpty()) {")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                        "a failure is retried because another code is retried",
                        "I16 (S7)",
                        CORE + "recovery/RecoveryPolicy.java",
                        "case BUSINESS -> retry.on().contains(failure.code()) && !EngineFailures.isNotTaken(failure);",
                        "case BUSINESS -> !retry.on().isEmpty() && !EngineFailures.isNotTaken(failure);"),
                new Mutant(
                                "a lost attempt counts as a failure whose code is not retried",
                                "I16 (S7)",
                                CORE + "recovery/RecoveryPolicy.java",
                                "            case LOST -> true;",
                                "            case LOST -> retry.on().isEmpty();")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "where a delay is computed, the code of a failure decides nothing",
                                "S7",
                                CORE + "recovery/RecoveryPolicy.java",
                                "retry(times.backoff(), times.maxBackoff()), probe, onUnknown, pause, rounds, then, byCode);",
                                "retry(times.backoff(), times.maxBackoff()), probe, onUnknown, pause, rounds, then, Map.of());")
                        .in(Emphasis.CONSTRUCTS));
    }

    private static List<Mutant> errors() {
        return List.of(
                new Mutant(
                                "the code with which a child ended decides nothing",
                                "S7",
                                CORE + "recovery/RecoveryPolicy.java",
                                "String ofChild = named == null ? EngineFailures.codeOfChild(failure) : null;",
                                "String ofChild = null;")
                        .in(Emphasis.UNDOING),
                new Mutant(
                                "a parent keeps the error of its child where nothing reads it",
                                "S7",
                                CORE + "rules/Reports.java",
                                "return ofChild && !draft.plan().usesErrors() ?",
                                "return ofChild && draft.plan().usesErrors() ?")
                        .in(Emphasis.CHILDREN),
                new Mutant(
                                "the last failure of an attempt counts as the error of a step that is done",
                                "S7",
                                CORE + "state/ExecutionScope.java",
                                "Failure error = step.error();",
                                "Failure error = step.failure();")
                        .in(Emphasis.CONSTRUCTS),
                new Mutant(
                                "finally does not learn which step ended the execution",
                                "S7",
                                CORE + "state/StepEvolution.java",
                                "            next.failedStep = node.path; // the execution is undone for it\n",
                                "")
                        .in(Emphasis.CONSTRUCTS));
    }
}
