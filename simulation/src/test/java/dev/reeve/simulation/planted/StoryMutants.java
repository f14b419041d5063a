package dev.reeve.simulation.planted;

import java.util.List;
import java.util.Map;

/** Planted bugs for stories, by the class of the story. */
final class StoryMutants {

    private static final String CORE = "core/src/main/java/dev/reeve/internal/core/";
    private static final String ENGINE = "engine/src/main/java/dev/reeve/internal/engine/";
    private static final String STORE_TIME = ENGINE + "runtime/StoreTime.java";
    private static final String SQL_REFUSALS = ENGINE + "inbox/SqlRefusals.java";
    private static final String STORY = "dev.reeve.simulation.story.";

    private StoryMutants() {}

    static Map<String, List<Mutant>> all() {
        return Map.ofEntries(
                Map.entry("dev.reeve.simulation.schedule.ScheduleStory", ScheduleMutants.all()),
                Map.entry(STORY + "OwnScheduleStory", ScheduleMutants.ofDefinitions()),
                Map.entry(STORY + "LossStory", loss()),
                Map.entry(STORY + "ClockStory", clock()),
                Map.entry(STORY + "JumpStory", jumps()),
                Map.entry(STORY + "SlowReadingStory", slowReadings()),
                Map.entry(STORY + "RetentionStory", retention()),
                Map.entry(STORY + "OfferStory", offers()),
                Map.entry(STORY + "HeldStory", held()),
                Map.entry(STORY + "ShareStory", shares()),
                Map.entry(STORY + "SlotStory", slots()),
                Map.entry(STORY + "WideningStory", widening()),
                Map.entry(STORY + "HoldStory", holds()),
                Map.entry(STORY + "BulkStory", bulk()),
                Map.entry(STORY + "KeyStory", keys()),
                Map.entry(STORY + "PermitStory", permits()),
                Map.entry(STORY + "UndeployStory", undeploying()),
                Map.entry(STORY + "LoanStory", loans()),
                Map.entry(STORY + "LetterStory", letters()),
                Map.entry(STORY + "AllowanceStory", allowances()),
                Map.entry(STORY + "WireStory", WireMutants.documents()),
                Map.entry(STORY + "ClaimStory", WireMutants.claims()),
                Map.entry(STORY + "TransportStory", WireMutants.transports()),
                Map.entry(STORY + "LostEndStory", lostEnds()),
                Map.entry(STORY + "StaleStory", stale()),
                Map.entry(STORY + "NumberStory", numbers()),
                Map.entry(STORY + "OutageStory", outages()),
                Map.entry(STORY + "CartStory", carts()),
                Map.entry(STORY + "FamilyStory", families()),
                Map.entry(STORY + "CodeStory", codes()),
                Map.entry(STORY + "LoserStory", losers()),
                Map.entry(STORY + "OverlapStory", overlaps()),
                Map.entry(STORY + "GroupMoveStory", groups()),
                Map.entry(STORY + "CollectStory", lists()),
                Map.entry(STORY + "RequestStory", requests()),
                Map.entry(STORY + "RerunStory", reruns()));
    }

    private static List<Mutant> stale() {
        return List.of(
                new Mutant(
                        "a result is refused because another engine wrote about its execution",
                        "I5 (F22)",
                        ENGINE + "scheduler/batch/Repeats.java",
                        "            batch.stale();\n            return null;",
                        "            return new dev.reeve.spi.store.StoreException(dev.reeve.spi.store.StoreException.Kind.DATA, \"stale\", cause);"),
                new Mutant(
                        "an execution is quarantined when another engine has written about it once",
                        "L1 (F22)",
                        ENGINE + "scheduler/batch/Repeats.java",
                        "STALE_MAX = 3;",
                        "STALE_MAX = 0;"));
    }

    private static List<Mutant> numbers() {
        return List.of(new Mutant(
                "a message that has the number of a lost one is removed in its place",
                "L1 (S5, F22)",
                "store/src/main/java/dev/reeve/internal/store/ModelInbox.java",
                "return row != null && row.key().equals(key);",
                "return row != null;"));
    }

    private static List<Mutant> outages() {
        String membership = ENGINE + "cluster/membership/Membership.java";
        String extra = "            reconnecting = Math.min(gap, RECONNECTING_MAX_NANOS);\n";
        return List.of(
                new Mutant(
                        "after an outage engines have no more time than usual to connect again",
                        "H3",
                        membership,
                        extra,
                        ""),
                new Mutant(
                        "after a long outage an engine that is gone is kept for as long again",
                        "H3",
                        membership,
                        extra,
                        "            reconnecting = gap;\n"));
    }

    private static List<Mutant> codes() {
        String policy = CORE + "recovery/RecoveryPolicy.java";
        return List.of(
                new Mutant(
                        "a code with a decision of its own has further rounds",
                        "I16 (S7)",
                        policy,
                        "return round < rounds && ofCode(failure) == null;",
                        "return round < rounds;"),
                new Mutant(
                        "after a probe the code of a failure decides nothing",
                        "S7 (V5)",
                        policy,
                        "new RecoveryPolicy(retry, false, onUnknown, pause, rounds, then, byCode)",
                        "new RecoveryPolicy(retry, false, onUnknown, pause, rounds, then)"));
    }

    private static List<Mutant> groups() {
        return List.of(new Mutant(
                "a group that is done may give more where it is moved to",
                "S9",
                CORE + "rules/Compatibility.java",
                "        lookAtGroup(was, will, step);\n",
                ""));
    }

    private static List<Mutant> losers() {
        return List.of(new Mutant(
                "what a list that is not needed has done is kept",
                "I10",
                CORE + "state/EarlyUndo.java",
                "            next.put(node, step, UndoTurns.countItems(next, node, step));\n            over(next, node);",
                "            over(next, node);"));
    }

    private static List<Mutant> overlaps() {
        return List.of(new Mutant(
                "a step whose undoing began while its execution went on frees the steps before it twice",
                "I10",
                CORE + "state/UndoOrder.java",
                "if (next.step(whole).blockers == 0) {",
                "if (next.step(whole).blockers >= 0) {"));
    }

    private static List<Mutant> lists() {
        return List.of(new Mutant(
                "a list of signals has the last one alone",
                "S7",
                CORE + "state/StepEvolution.java",
                "step.collected = before.collected().with(",
                "step.collected = SignalList.EMPTY.with("));
    }

    private static List<Mutant> families() {
        return List.of(new Mutant(
                "nobody tells a child after a crash that its parent is undone",
                "S7 (F1)",
                ENGINE + "scheduler/recovery/ExecutionRestorer.java",
                "        DecisionApplier.stop(state, UnneededSteps.underWay(state), batch);\n",
                ""));
    }

    private static List<Mutant> reruns() {
        return List.of(new Mutant(
                "done again with the old key and another input",
                "A2 O2",
                CORE + "start/Reruns.java",
                "return changed != null || comesAboutAgain(node, input)",
                "return changed != null || node.step.pivot() || !node.step.pivot()"));
    }

    private static List<Mutant> lostEnds() {
        return List.of(new Mutant(
                "a start that follows an end that was read does not look whether it is still there",
                "S2 (F21)",
                ENGINE + "scheduler/decision/MessageHandler.java",
                "key != null && StartRequest.startsAnew(request.keyPolicy())",
                "key != null && key.isEmpty()"));
    }

    private static List<Mutant> carts() {
        String signalled = ENGINE + "client/execution/SignalledStart.java";
        return List.of(
                new Mutant(
                        "a signal that comes when its execution has ended starts no other one",
                        "S7",
                        signalled,
                        "        refusing = isOpen ? id : null;\n        again();",
                        "        refusing = isOpen ? id : null;\n        result.complete(handle.apply(id));"),
                new Mutant(
                        "a signal is lost if another caller's start was faster",
                        "S7",
                        signalled,
                        "            if (started.existing()) {\n                again();",
                        "            if (started.existing()) {\n                result.complete(handle.apply(started.id()));"),
                new Mutant(
                        "a repeated signal starts another execution after the end of the one that has it",
                        "S2 S7",
                        signalled,
                        "        if (taker != null) {",
                        "        if (taker != null && newest.status().isTerminal() && tries > TRIES_MAX) {"),
                new Mutant(
                        "a repeated signal counts again once another execution of the key has begun",
                        "S2 S7",
                        ENGINE + "client/execution/TakenSignal.java",
                        "return id == null ? null",
                        "return id == null || newest.endedAt() == null ? null"),
                new Mutant(
                        "a repeated signal is acknowledged for an end that a failover loses",
                        "S7 (F21)",
                        signalled,
                        "            repeated(taker);",
                        "            result.complete(handle.apply(taker));"),
                new Mutant(
                        "an execution begins without the signal that started it",
                        "S7",
                        ENGINE + "scheduler/message/StartRequest.java",
                        "        if (signal != null) {\n            return Decider.startWith(",
                        "        if (signal != null && delayedUntil != null) {\n            return Decider.startWith("));
    }

    private static List<Mutant> loans() {
        return List.of(new Mutant(
                "a slot that was lent once is used twice",
                "L1 (R21)",
                ENGINE + "dispatch/BorrowedSlots.java",
                "unused--;",
                "unused -= 0;"));
    }

    private static List<Mutant> letters() {
        return List.of(
                new Mutant(
                        "what lanes offer before the first look for letters is dropped",
                        "L1 (R21)",
                        ENGINE + "mail/Correspondence.java",
                        "        read.begin();\n",
                        "        read.begin();\n        correspondent.round(node, Map.of(), List.of());\n"),
                new Mutant(
                        "a node does not notice that letters to it were lost",
                        "L1 (F22)",
                        ENGINE + "mail/ReadLetters.java",
                        "return notices == before;",
                        "return notices >= 0;"));
    }

    private static List<Mutant> allowances() {
        return List.of(
                new Mutant(
                        "an attempt whose execution has moved keeps its slot",
                        "L1 (H2)",
                        ENGINE + "dispatch/AgentSession.java",
                        "if (shards.contains(token.execution())) {",
                        "if (shards.isEmpty()) {"),
                new Mutant(
                        "a node does not count the calls that it takes over",
                        "S8 (H3)",
                        ENGINE + "dispatch/queue/HeldCalls.java",
                        "        used++;\n        forced++;\n",
                        ""),
                new Mutant(
                        "a call at an agent of another node counts only until it is sent",
                        "S8 (R21)",
                        ENGINE + "dispatch/Handout.java",
                        "            counting.delivered(delivery.token(), delivery.slot().claim, nanos);\n",
                        "            if (session.isBorrowed() && delivery.slot().claim != null) {\n                delivery.slot().claim.giveBack(nanos);\n            } else {\n                counting.delivered(delivery.token(), delivery.slot().claim, nanos);\n            }\n"),
                new Mutant(
                        "what a node may call for shards that it lost is free before the next owner has counted",
                        "S8 (H3)",
                        "store/src/main/java/dev/reeve/spi/store/AllowanceRule.java",
                        "context.marked().contains(left.getKey()) ? 0 : left.getValue()",
                        "left.getValue()"),
                new Mutant(
                        "a late letter begins an attempt again that is over",
                        "R21",
                        ENGINE + "dispatch/AgentSession.java",
                        "return held.containsKey(token) || over.containsKey(token);",
                        "return held.containsKey(token);"));
    }

    private static List<Mutant> bulk() {
        return List.of(
                new Mutant(
                        "a command of a bulk operation that comes again acts again",
                        "O5",
                        CORE + "rules/OperatorCommands.java",
                        "case Command.Pause c -> state.bulkDeeds.contain(c.reason(), null);",
                        "case Command.Pause c -> false;"),
                new Mutant(
                        "what a bulk operation has done is forgotten with the next event",
                        "O5",
                        CORE + "state/ExecutionState.java",
                        "        next.bulkDeeds = bulkDeeds;\n",
                        "        next.bulkDeeds = BulkDeeds.NONE;\n"));
    }

    private static List<Mutant> holds() {
        return List.of(
                new Mutant(
                        "the time for which a person holds it counts for startBy",
                        "I13",
                        CORE + "state/QueueTimes.java",
                        "resumedAt.isAfter(ready.since()) ? resumedAt",
                        "resumedAt.isBefore(ready.since()) ? resumedAt"),
                new Mutant(
                        "a step is given up while a person holds it",
                        "I13",
                        CORE + "state/QueueTimes.java",
                        "if (state.paused() != null || !(state.at(node)",
                        "if (!(state.at(node)"));
    }

    private static List<Mutant> permits() {
        String attempts = ENGINE + "scheduler/decision/TransactionalAttempts.java";
        return List.of(
                new Mutant(
                        "a permit is leaked: the batch that applies a stored output does not remove it",
                        "I8",
                        attempts,
                        "                batch.settled().add(token);\n",
                        ""),
                new Mutant(
                        "complete-by ends an attempt without its permit, and a late finish counts after undoing",
                        "I8",
                        attempts,
                        "            case Command.WakeStep c -> ifOverdue(c.step(), state, now);\n",
                        ""),
                new Mutant(
                        "a missed heartbeat ends an attempt without its permit",
                        "I8",
                        attempts,
                        "            case Command.GiveUpAttempt c -> ifOpen(c.token(), state);\n",
                        ""),
                new Mutant(
                        "a stored output is ignored when the agent reports a failure",
                        "I5",
                        attempts,
                        "                yield new Command.ApplyStoredOutput(token, output);",
                        "                yield command instanceof Command.FailAttempt ? command : new Command.ApplyStoredOutput(token, output);"),
                new Mutant(
                        "an open transaction of an agent does not defer the decision",
                        "I8",
                        attempts,
                        "                yield null;\n            }\n        };",
                        "                yield command;\n            }\n        };"));
    }

    private static List<Mutant> keys() {
        return List.of(
                new Mutant(
                        "a start with a locked key gets the answer that it is taken",
                        "S3",
                        ENGINE + "scheduler/batch/OwnFailures.java",
                        "                ErrorCode.STORE_UNAVAILABLE,",
                        "                ErrorCode.CONFLICT,"),
                new Mutant(
                        "a start without a key beside a locked one is refused",
                        "S3",
                        ENGINE + "scheduler/batch/OwnFailures.java",
                        "                || !begin.request().mayBeRepeated()) {",
                        "                || begin.request() == null) {"),
                new Mutant(
                        "a start goes on although its key is seen to be held",
                        "S3",
                        ENGINE + "scheduler/batch/LaneBatch.java",
                        "held.addAll(found);",
                        ""),
                new Mutant(
                        "a start waits forever for a held key",
                        "S3",
                        ENGINE + "scheduler/batch/HeldStarts.java",
                        "nanos - first >= PATIENCE.toNanos()",
                        "nanos < first"));
    }

    private static List<Mutant> held() {
        return List.of(
                new Mutant(
                        "what executions hold counts twice",
                        "L1",
                        ENGINE + "scheduler/memory/Memory.java",
                        "        shares.grow(change);",
                        "        shares.grow(2 * change);"),
                new Mutant(
                        "what a start holds that waits is never given back",
                        "L1",
                        ENGINE + "scheduler/Lanes.java",
                        "            held.remove(bytes);\n            if (error == null) {",
                        "            if (error == null) {"),
                new Mutant(
                        "halving drops a message",
                        "L1",
                        ENGINE + "scheduler/batch/Repeats.java",
                        "            int portion = portions.remove();",
                        "            int portion = portions.remove();\n            if (portion > 1 && portions.isEmpty()) {\n                messages.removeLast();\n            }"));
    }

    private static List<Mutant> shares() {
        return List.of(
                new Mutant(
                        "nobody is ever over their share of the room",
                        "L1",
                        ENGINE + "scheduler/admission/Shares.java",
                        ".filter(party -> party != null && isOver(party, usedBytes, usedExecutions))",
                        ".filter(party -> party != null && usedBytes < 0 && isOver(party, usedBytes, usedExecutions))"),
                new Mutant(
                        "a tenant keeps its turn",
                        "L1",
                        ENGINE + "dispatch/queue/Turns.java",
                        "            tenants.putLast(",
                        "            tenants.putFirst("));
    }

    private static List<Mutant> slots() {
        return List.of(new Mutant(
                "slots of attempts closed by a batch in doubt leak",
                "L1 (F15, seed 57)",
                ENGINE + "scheduler/batch/BatchEffects.java",
                "        closeAttempts(batch);\n        answer(batch);",
                "        answer(batch);"));
    }

    private static List<Mutant> widening() {
        return List.of(new Mutant(
                "more items could begin where it is moved to, and do not",
                "S7 S9 I11",
                CORE + "rules/OperatorCommands.java",
                "            ForEachItems.goOnAll(draft);\n",
                ""));
    }

    private static List<Mutant> undeploying() {
        return List.of(
                new Mutant(
                        "what begins while a removal looks is not noticed",
                        "I4",
                        ENGINE + "scheduler/definition/Withdrawal.java",
                        "        closed = !used;",
                        "        closed = used || !used;"),
                new Mutant(
                        "a removal does not wait for what is being decided",
                        "I4",
                        ENGINE + "client/deployment/Deployments.java",
                        "node.lanes().pass().thenApply(",
                        "java.util.concurrent.CompletableFuture.<Void>completedFuture(null).thenApply("),
                new Mutant(
                        "histories of what was moved are not looked at",
                        "I4",
                        ENGINE + "client/deployment/Deployments.java",
                        "            refuseIfPassed(name, version);\n",
                        ""),
                new Mutant(
                        "a version is offered again although nobody knows whether it is gone",
                        "I4",
                        ENGINE + "scheduler/definition/Definitions.java",
                        "        if (!doubts.containsKey(withdrawal)) {",
                        "        if (withdrawal.version > 0) {"),
                new Mutant(
                        "a version in doubt is never asked about",
                        "L1",
                        ENGINE + "cluster/StoreSync.java",
                        "            definitions.settle();\n",
                        ""));
    }

    private static List<Mutant> loss() {
        return List.of(
                new Mutant(
                        "a caller that waits for a lost execution never gets an error",
                        "F22",
                        ENGINE + "scheduler/recovery/Waiters.java",
                        "                    lost(id);",
                        "                    LOG.debug(\"{}\", id);"),
                new Mutant(
                        "a caller that waits for a parked execution gets the error that it is lost",
                        "F22",
                        ENGINE + "scheduler/recovery/Waiters.java",
                        "if (row == null) {",
                        "if (row == null || !row.status().isTerminal()) {"));
    }

    private static List<Mutant> clock() {
        return List.of(
                new Mutant(
                        "a jump of the store's clock is believed at once",
                        "I13",
                        STORE_TIME,
                        "if (reading.agrees(store)) {",
                        "if (reading.agrees(store) || doubt == null) {"),
                new Mutant(
                        "a jump of the store's clock is never believed",
                        "L1",
                        STORE_TIME,
                        "if (reading.nanos - untilNanos >= 0) {",
                        "if (reading.nanos < 0) {"));
    }

    private static List<Mutant> jumps() {
        return List.of(
                new Mutant(
                        "judgement is not frozen after a jump of the store's clock",
                        "F26",
                        STORE_TIME,
                        "if (reading.nanos - untilNanos >= 0) {",
                        "if (reading.nanos - untilNanos >= -freeze.toNanos()) {"),
                new Mutant(
                        "the time of an engine goes back with the store's clock",
                        "F26",
                        STORE_TIME,
                        "ahead ? new Line(mine, reading.nanos, SLOWER) : now",
                        "ahead ? now : now"));
    }

    private static List<Mutant> requests() {
        return List.of(
                new Mutant(
                        "the failed execution of a request has the id of a key without the key",
                        "L1 (S3)",
                        SQL_REFUSALS,
                        "                isFree ? key : null,\n",
                        "                null,\n"),
                new Mutant(
                        "nothing is kept of a request that cannot be read",
                        "S3",
                        ENGINE + "inbox/SqlRequestReader.java",
                        "            return PartialRequest.read(row.post().content());",
                        "            return null;"));
    }

    private static List<Mutant> slowReadings() {
        return List.of(new Mutant(
                "a slow reading of the store's clock counts like a quick one",
                "I13",
                STORE_TIME,
                "new Line(line.at(nanos).plus(beyond(line)), nanos, 1)",
                "new Line(line.at(nanos).plus(Duration.between(line.at(nanos), time)), nanos, 1)"));
    }

    private static List<Mutant> retention() {
        return List.of(
                new Mutant(
                        "removed before its time",
                        "T4",
                        ENGINE + "retention/Remover.java",
                        "Times.minus(clock.now(), shelf.retention)",
                        "Times.minus(clock.now(), shelf.retention.dividedBy(2))"),
                new Mutant(
                        "a child is removed while its parent is open",
                        "C3",
                        ENGINE + "retention/Remover.java",
                        ".filter(row -> !needed.contains(row.id()))",
                        ".filter(row -> !needed.isEmpty() || store.find(row.id()).isPresent())"),
                new Mutant(
                        "what was passed over once is never removed",
                        "L1",
                        ENGINE + "retention/Remover.java",
                        "            shelf.held(after);",
                        "            LOG.debug(\"{}\", after);"));
    }

    private static List<Mutant> offers() {
        return List.of(
                new Mutant(
                        "an action without agents is never reported",
                        "L1",
                        ENGINE + "cluster/Offers.java",
                        "if (isDue && !incidents.containsKey(action)) {",
                        "if (left.containsKey(action) && isDue && !incidents.containsKey(action)) {"),
                new Mutant(
                        "an action that is offered again stays an incident",
                        "O5",
                        ENGINE + "cluster/Offers.java",
                        "            return ends;",
                        "            return ends && !isOffered;"));
    }
}
