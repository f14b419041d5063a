package dev.reeve.simulation.planted;

import java.util.List;

/**
 * A bug to plant.
 *
 * @param rule that it breaks
 * @param file from the root of the repository
 * @param text that is in the file exactly once
 * @param instead what is put in its place
 */
record Mutant(String name, String rule, String file, String text, String instead) {

    private static final String SCHEDULER = "engine/src/main/java/dev/reeve/engine/scheduler/";
    private static final String DISPATCH = "engine/src/main/java/dev/reeve/engine/dispatch/";
    private static final String NOTIFICATION = "engine/src/main/java/dev/reeve/engine/notification/";
    private static final String CORE = "core/src/main/java/dev/reeve/core/";

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "the fence is found and ignored",
                        "I1 I9",
                        SCHEDULER + "Lane.java",
                        "case CommitOutcome.Fenced fenced -> fenced(batch);",
                        "case CommitOutcome.Fenced fenced -> next.run();"),
                new Mutant(
                        "a commit in doubt is taken for a commit",
                        "I1 (F17)",
                        SCHEDULER + "Lane.java",
                        "case CommitOutcome.InDoubt doubt -> suspect(\"committing failed\", doubt.cause(), batch);",
                        "case CommitOutcome.InDoubt doubt -> next.run();"),
                new Mutant(
                        "a batch that landed is taken for one that did not",
                        "I2 (F15)",
                        SCHEDULER + "LaneRecovery.java",
                        "found == Reacquired.LANDED && batch.isHandedOver()",
                        "batch.messages() == null"),
                new Mutant(
                        "a batch that did not land is taken for one that did",
                        "I1 (F17)",
                        SCHEDULER + "LaneRecovery.java",
                        "found == Reacquired.LANDED && batch.isHandedOver()",
                        "batch.isHandedOver()"),
                new Mutant(
                        "a plain read after an unknown commit",
                        "I2 I7 (F16)",
                        SCHEDULER + "LaneRecovery.java",
                        "        this.acquired = false;\n        this.busy = false;",
                        "        this.acquired = true;\n        this.doubt = null;\n        lane.notLanded(batch, poison);\n        this.busy = false;"),
                new Mutant(
                        "the answer before the commit",
                        "I1 (F2)",
                        SCHEDULER + "Lane.java",
                        "        write(batch, () -> committed(batch));",
                        "        answer(batch);\n        write(batch, () -> committed(batch));"),
                new Mutant(
                        "the request before the commit",
                        "I7 (F1)",
                        SCHEDULER + "Lane.java",
                        "        batch.handOver();",
                        "        batch.handOver();\n        dispatcher.deliver(batch.deliveries());\n        batch.deliveries().clear();"),
                new Mutant(
                        "what was not stored is not decided again",
                        "L1 (F17)",
                        SCHEDULER + "Lane.java",
                        "                again.addFirst(message);\n            }\n        }",
                        "                LOG.debug(\"dropped\");\n            }\n        }"),
                new Mutant(
                        "no rest between commits that fail",
                        "L1 (F33, seed 65)",
                        SCHEDULER + "LaneRecovery.java",
                        "boolean again = inTrouble && poison == null;",
                        "boolean again = false;"),
                new Mutant(
                        "slots of attempts closed by a batch in doubt leak",
                        "L1 (F15, seed 57)",
                        SCHEDULER + "Lane.java",
                        "        closeAttempts(batch);\n        answer(batch);",
                        "        answer(batch);"),
                new Mutant(
                        "unused slots leak",
                        "L1",
                        SCHEDULER + "Lane.java",
                        "        dispatcher.release(batch.unusedSlots());",
                        ""),
                new Mutant(
                        "a history follows the store's clock back",
                        "I4 (F26, seed 398)",
                        SCHEDULER + "LiveExecution.java",
                        "return now.isBefore(lastAt) ? lastAt : now;",
                        "return now;"),
                new Mutant(
                        "those who wait for an end are not told",
                        "L1",
                        SCHEDULER + "Lane.java",
                        "memory.takeWaiting(ended.id()).forEach(promise -> promise.complete(ended));",
                        "memory.takeWaiting(ended.id());"),
                new Mutant(
                        "the token of an attempt is not compared",
                        "I5 I6 (F8)",
                        CORE + "Reports.java",
                        "                && running.attempt() == token.attempt()\n                && running.nonce() == token.nonce();",
                        "                && running.attempt() >= 1;"),
                new Mutant(
                        "the nonce of a token is not compared",
                        "I5 (F10)",
                        CORE + "Reports.java",
                        "                && running.nonce() == token.nonce();",
                        ";"),
                new Mutant(
                        "the execution of a token is not compared, nor its nonce",
                        "I5 I15 (F10)",
                        CORE + "Reports.java",
                        "        if (!token.execution().equals(draft.state().id())) {\n            return false;\n        }\n",
                        "        if (draft.step(node(draft, token)).open() instanceof Open.Running) {\n            return true;\n        }\n"),
                new Mutant(
                        "a cancel is only a message",
                        "I1 (F52)",
                        SCHEDULER + "Deciding.java",
                        "        Closing closing = Closing.by(command, live.state());",
                        "        if (command instanceof Command.Cancel) {\n            cancelRunning(live.state(), batch);\n            return null;\n        }\n        Closing closing = Closing.by(command, live.state());"),
                new Mutant(
                        "undone in forward order",
                        "I10",
                        CORE + "UndoOrder.java",
                        "                blockers[i] = next.plan.node(i).successors.length;",
                        "                blockers[i] = 0;"),
                new Mutant(
                        "a step of unknown outcome is not undone",
                        "I10 (F54)",
                        CORE + "UndoOrder.java",
                        "(step.output() != null || step.inDoubt())",
                        "step.output() != null"),
                new Mutant(
                        "an unknown outcome is tried again, whatever onUnknown says",
                        "V5",
                        CORE + "Recovery.java",
                        "policy.onUnknown() != OnUnknown.RETRY",
                        "policy.probe()"),
                new Mutant(
                        "given up without asking about an earlier attempt",
                        "V5",
                        CORE + "Recovery.java",
                        "attempt.doubt() != Doubt.NONE;",
                        "attempt.doubt() == Doubt.THIS_ATTEMPT;"),
                new Mutant(
                        "no wake time in the row",
                        "I11",
                        SCHEDULER + "Parking.java",
                        "return new Place(due.at(), leaves ? null : due.at(), leaves);",
                        "return new Place(now.plus(lookAgain), leaves ? null : due.at(), leaves);"),
                new Mutant(
                        "a wait is not registered after reloading",
                        "I11 (F1)",
                        SCHEDULER + "LaneRecovery.java",
                        "case Open.Waiting waiting -> live.dues().add(new DueHeap.Due.OfWait(waiting.until(), path));",
                        "case Open.Waiting waiting -> {}"),
                new Mutant(
                        "a ready step is not queued after reloading",
                        "L1 (F1)",
                        SCHEDULER + "LaneRecovery.java",
                        "                    batch.ready().add(new ReadyStep(state.id(), path, work.action(), work.priority(), retry));",
                        "                    LOG.debug(\"{} {}\", work, retry);"),
                new Mutant(
                        "complete-by of an attempt is not registered after reloading",
                        "L1 (F1)",
                        SCHEDULER + "LaneRecovery.java",
                        "        live.dues().add(new DueHeap.Due.OfAttempt(running.completeBy(), path, running.nonce()));",
                        ""),
                new Mutant(
                        "no sweep",
                        "L1",
                        "engine/src/main/java/dev/reeve/engine/supervisor/Supervisor.java",
                        "            lanes.sweep();",
                        ""),
                new Mutant(
                        "inputs are not compared when a key is used again",
                        "I2 I18",
                        SCHEDULER + "Handling.java",
                        "if (digest == request.digest()) {",
                        "if (digest != 0) {"),
                new Mutant(
                        "an execution goes on with the latest version",
                        "I4 (F57)",
                        SCHEDULER + "LaneRecovery.java",
                        ".find(row.namespace(), row.workflow(), row.version())",
                        ".findLatest(row.namespace(), row.workflow())"),
                new Mutant(
                        "attempts of agents that are gone are forgotten",
                        "L1 (F7)",
                        SCHEDULER + "LaneRecovery.java",
                        "} else if (presence != Presence.HELD) {",
                        "} else if (presence == Presence.NOT_DELIVERED) {"),
                new Mutant(
                        "a full memory takes in no attempts in flight",
                        "L1 (F14, seed 1378)",
                        SCHEDULER + "LaneRecovery.java",
                        "(isInFlight(next) || memory.size() < options.activeMax())",
                        "memory.size() < options.activeMax()"),
                new Mutant(
                        "an idle lane does not notice that it was taken over",
                        "L1 (seed 3811)",
                        SCHEDULER + "Lane.java",
                        "if (nothing && !(batch.sweepsNext() && silent)) {",
                        "if (nothing) {"),
                new Mutant(
                        "held: what is paused is handed out",
                        "I7 (O2)",
                        CORE + "Attempts.java",
                        "        if (hold != null) {",
                        "        if (hold != null && hold.by().isEmpty()) {"),
                new Mutant(
                        "held: resuming forgets what waits",
                        "L1 (O2)",
                        SCHEDULER + "Deciding.java",
                        "                live.dues().add(new DueHeap.Due.OfWait(waiting.until(), path));\n            } else {",
                        "            } else {"),
                new Mutant(
                        "held: complete-by of the execution is not moved by a pause",
                        "I13 (O2)",
                        CORE + "ExecutionEdit.java",
                        "if (escalated > 0 || paused != null) {",
                        "if (escalated > 0) {"),
                new Mutant(
                        "edited: the attempts get the old input",
                        "A2 (O2)",
                        CORE + "StepEvolution.java",
                        "series == null ? Series.ready(input) : series.edited(input)",
                        "series == null ? Series.ready(input) : series.refreshed()"),
                new Mutant(
                        "edited: while the old input may have had its effect",
                        "A2 (O2)",
                        CORE + "StepState.java",
                        "return which == Purpose.FORWARD ? inDoubt() : series != null && series.inDoubt();",
                        "return series == null && inDoubt;"),
                new Mutant(
                        "bulk: acts twice after a crash",
                        "O5 (F1)",
                        "engine/src/main/java/dev/reeve/engine/bulk/BulkWork.java",
                        "            deeds.removeIf(deed -> name(deed.step()).equals(step));\n",
                        ""),
                new Mutant(
                        "a message is removed before it is delivered",
                        "S10",
                        NOTIFICATION + "Courier.java",
                        "        flights.put(flight.execution(), flight);",
                        "        flights.put(flight.execution(), flight);\n        unsettled.add(Settlement.delivered(claimed, clock.now()));"),
                new Mutant(
                        "a message that failed is skipped when it is its turn again",
                        "S10",
                        "engine/src/main/java/dev/reeve/engine/store/Settlement.java",
                        "claimed.until(), nextAt, error);",
                        "claimed.until(), nextAt, null);"),
                new Mutant(
                        "the messages of one transition are sent in reverse order",
                        "S10",
                        SCHEDULER + "Announcing.java",
                        "PER_TRANSITION) + messages.size(),",
                        "PER_TRANSITION) + PER_TRANSITION - messages.size(),"),
                new Mutant(
                        "what was told is forgotten when an execution is loaded again",
                        "S10",
                        SCHEDULER + "Announcing.java",
                        "waits ? RECEIVED : word(state.status());",
                        "waits ? RECEIVED : null;"),
                new Mutant(
                        "a receiver that answered is still waited for",
                        "L1",
                        NOTIFICATION + "Courier.java",
                        "        reach.answered();",
                        ""),
                new Mutant(
                        "an open breaker lets steps use up their attempts",
                        "R3",
                        DISPATCH + "Breaker.java",
                        "            case OPEN, PAUSED -> false;",
                        "            case OPEN -> true;\n            case PAUSED -> false;"),
                new Mutant(
                        "a ramp lets everything through at once",
                        "R3",
                        DISPATCH + "Breaker.java",
                        "case RAMPING -> underWay < limit;",
                        "case RAMPING -> true;"),
                new Mutant(
                        "a person's pause is known to one engine only",
                        "R3",
                        "engine/src/main/java/dev/reeve/engine/cluster/Node.java",
                        "            dispatcher.paused(store.pauses());",
                        "            LOG.debug(\"{}\", store.pauses());"),
                new Mutant(
                        "what was undone is taken over by who does it again",
                        "O2",
                        CORE + "Reruns.java",
                        "case Event.StepCompensated e -> null;",
                        "case Event.StepCompensated e -> before;"),
                new Mutant(
                        "what comes after the step is taken over as well",
                        "O2",
                        CORE + "Reruns.java",
                        "                    anew[node.index] = true;\n                    for (int successor : node.successors) {",
                        "                    anew[node.index] = true;\n                    for (int successor : new int[0]) {"));
    }
}
