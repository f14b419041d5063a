package dev.reeve.simulation.planted;

import java.util.List;

/** Executions that begin later than they are started. */
final class DelayMutants {

    private DelayMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "what is to begin later begins at once",
                        "S8",
                        "core/src/main/java/dev/reeve/internal/core/rules/Decider.java",
                        "        draft.emit(new Event.ExecutionDelayed(begin));\n",
                        "        draft.emit(new Event.ExecutionDelayed(begin));\n        StepActivation.begin(draft, plan.mainRoots());\n"),
                new Mutant(
                        "the complete-by of what begins later counts from its start",
                        "S8 I13",
                        "engine/src/main/java/dev/reeve/internal/engine/client/execution/StartRequests.java",
                        "Times.plus(delayedUntil == null ? now : later(delayedUntil, now), completeBy)",
                        "Times.plus(later(now, now), completeBy)"),
                new Mutant(
                        "nobody begins after reloading what is to begin later",
                        "S8 L1 (F1)",
                        "engine/src/main/java/dev/reeve/internal/engine/scheduler/recovery/ExecutionRestorer.java",
                        "        Instant dueAt = state.dueAt();\n",
                        "        Instant dueAt = state.completeBy();\n"));
    }
}
