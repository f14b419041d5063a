package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** A lane between its messages and the store, and its recovery. */
final class LaneMutants {

    private static final String SCHEDULER = "engine/src/main/java/dev/reeve/internal/engine/scheduler/";

    private LaneMutants() {}

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
                        "a start that refuses known keys is answered with the known execution",
                        "I2 (S2)",
                        SCHEDULER + "message/StartRequest.java",
                        "if (isRequest(started.labels().get(REQUEST), known.labels())) {",
                        "if (keyPolicy != null) {"),
                new Mutant(
                        "a request of an SQL function is removed and not applied",
                        "L1 (S3)",
                        SCHEDULER + "decision/MessageHandler.java",
                        "        StartRequest request = begin.request();\n        ExecutionRow row = batch.newest(sought(request));",
                        "        StartRequest request = begin.request();\n        if (request.started().labels().containsKey(\"database_user\")) {\n            begin.promise().complete(new Started(request.id(), false));\n            return;\n        }\n        ExecutionRow row = batch.newest(sought(request));"),
                new Mutant(
                        "a request of an SQL function is applied and not removed",
                        "L1 (S3)",
                        SCHEDULER + "batch/LaneBatch.java",
                        "        consumed.add(letter.key());\n",
                        "        if (letter.reply() != null) {\n            consumed.add(letter.key());\n        }\n"),
                new Mutant(
                        "a request that is refused leaves nothing",
                        "S3",
                        "engine/src/main/java/dev/reeve/internal/engine/inbox/SqlRequestReader.java",
                        "        return new Content.Begin(refusals.start(row, request(row), cause, isRefusal));",
                        "        return content;"),
                new Mutant(
                        "a signal of an SQL function is applied and stays",
                        "S7 (S3)",
                        SCHEDULER + "batch/LaneBatch.java",
                        "        consumed.add(letter.key());\n",
                        "        if (letter.reply() != null || letter.open() instanceof dev.reeve.internal.engine.scheduler.message.Message.Begin) {\n            consumed.add(letter.key());\n        }\n"),
                new Mutant(
                        "a request of an SQL function is applied under another id",
                        "I2 (S3)",
                        "engine/src/main/java/dev/reeve/internal/engine/client/execution/StartRequests.java",
                        "key != null ? idOf(key, how.keyPolicy(), wish, given) : given != null ? given : nextId(now)",
                        "key != null ? idOf(key, how.keyPolicy(), wish, given) : nextId(now)"),
                new Mutant(
                        "a key never begins another execution",
                        "I2 (S2)",
                        "engine/src/main/java/dev/reeve/internal/engine/client/execution/StartRequests.java",
                        "return isAnswer ? newest.id() : Succession.after(newest.id());",
                        "return newest.id();"),
                new Mutant(
                        "a key that has begun a second execution does not find it",
                        "I2 (S2)",
                        "store/src/main/java/dev/reeve/spi/store/Succession.java",
                        "return id(id, MARK | (number(id) + 1) << NUMBER_SHIFT);",
                        "return id(id, LAST);"),
                new Mutant(
                        "a transactional attempt ends while its transaction is open",
                        "I5 (I8)",
                        SCHEDULER + "decision/TransactionalAttempts.java",
                        "                yield null;\n            }\n        };",
                        "                yield command;\n            }\n        };"),
                new Mutant(
                        "complete-by ends a transactional attempt whose permit is valid",
                        "I5 (I8)",
                        SCHEDULER + "decision/TransactionalAttempts.java",
                        "            case Command.WakeStep c -> ifOverdue(c.step(), state, now);\n",
                        ""),
                new Mutant(
                        "the permit of a transactional attempt stays after its output was applied",
                        "I8",
                        SCHEDULER + "decision/TransactionalAttempts.java",
                        "                batch.settled().add(token);\n",
                        ""),
                new Mutant(
                        "a batch that landed is taken for one that did not",
                        "I2 (F15)",
                        SCHEDULER + "recovery/LaneRecovery.java",
                        "found == Reacquired.LANDED && batch.isHandedOver()",
                        "batch.messages() == null"),
                new Mutant(
                        "a batch that did not land is taken for one that did",
                        "I1 (F17)",
                        SCHEDULER + "recovery/LaneRecovery.java",
                        "found == Reacquired.LANDED && batch.isHandedOver()",
                        "batch.isHandedOver()"),
                new Mutant(
                        "a plain read after an unknown commit",
                        "I2 I7 (F16)",
                        SCHEDULER + "recovery/LaneRecovery.java",
                        "        this.acquired = false;\n        this.busy = false;",
                        "        this.acquired = true;\n        this.doubt = null;\n        outcomes.accept(new RecoveryOutcome.NotLanded(batch, poison));\n        this.busy = false;"),
                new Mutant(
                        "the answer before the commit",
                        "I1 (F2)",
                        SCHEDULER + "Lane.java",
                        "        write(batch, () -> committed(batch));",
                        "        effects.answer(batch);\n        write(batch, () -> committed(batch));"),
                new Mutant(
                        "the request before the commit",
                        "I7 (F1)",
                        SCHEDULER + "Lane.java",
                        "        batch.handOver();",
                        "        batch.handOver();\n        dispatcher.deliver(batch.deliveries());\n        batch.deliveries().clear();"),
                new Mutant(
                                "what was not stored is not decided again",
                                "L1 (F17)",
                                SCHEDULER + "batch/Repeats.java",
                                "                messages.addFirst(message);\n            }\n        }",
                                "                LOG.debug(\"dropped\");\n            }\n        }")
                        .in(Emphasis.STORE),
                new Mutant(
                        "an execution is quarantined at the first refusal of the store",
                        "L1 (seed 6)",
                        SCHEDULER + "batch/Repeats.java",
                        "REFUSED_MAX = 8;",
                        "REFUSED_MAX = 1;"),
                new Mutant(
                                "no rest between commits that fail",
                                "L1 (F33, seed 65)",
                                SCHEDULER + "recovery/LaneRecovery.java",
                                "boolean again = inTrouble && poison == null;",
                                "boolean again = false;")
                        .in(Emphasis.STORE),
                new Mutant(
                        "unused slots leak",
                        "L1",
                        SCHEDULER + "batch/BatchEffects.java",
                        "        dispatcher.release(batch.unusedSlots());",
                        ""),
                new Mutant(
                                "a history follows the store's clock back",
                                "I4 (F26, seed 398)",
                                SCHEDULER + "memory/LiveExecution.java",
                                "return now.isBefore(lastAt) ? lastAt : now;",
                                "return now;")
                        .in(Emphasis.STORE),
                new Mutant(
                        "callers that wait for an end get no answer",
                        "L1",
                        SCHEDULER + "batch/BatchEffects.java",
                        "memory.takeWaiting(ended.id()).forEach(promise -> promise.complete(ended));",
                        "memory.takeWaiting(ended.id());"),
                new Mutant(
                        "no wake time in the row",
                        "I11",
                        SCHEDULER + "memory/ParkingPolicy.java",
                        "return new ParkingPlace(due.at(), leaves ? null : due.at(), leaves);",
                        "return new ParkingPlace(now.plus(lookAgain), leaves ? null : due.at(), leaves);"),
                new Mutant(
                        "a wait is not registered after reloading",
                        "I11 (F1)",
                        SCHEDULER + "recovery/ExecutionRestorer.java",
                        "case Open.Waiting waiting -> live.dues().add(new DueHeap.Due.OfWait(waiting.until(), path));",
                        "case Open.Waiting waiting -> {}"),
                new Mutant(
                        "a ready step is not queued after reloading",
                        "L1 (F1)",
                        SCHEDULER + "recovery/ExecutionRestorer.java",
                        "                    batch.ready().add(next);\n",
                        ""),
                new Mutant(
                        "complete-by of an attempt is not registered after reloading",
                        "L1 (F1)",
                        SCHEDULER + "recovery/ExecutionRestorer.java",
                        "        live.dues().add(new DueHeap.Due.OfAttempt(running.completeBy(), path, running.nonce()));",
                        ""),
                new Mutant(
                        "no sweep",
                        "L1",
                        "engine/src/main/java/dev/reeve/internal/engine/supervisor/Supervisor.java",
                        "            lanes.sweep();",
                        ""),
                new Mutant(
                        "inputs are not compared when a key is used again",
                        "I2 I18",
                        SCHEDULER + "message/StartRequest.java",
                        "if (known.digest() != digest) {",
                        "if (known.digest() == 0) {"),
                new Mutant(
                        "an execution goes on with the latest version",
                        "I4 (F57)",
                        SCHEDULER + "recovery/ExecutionRestorer.java",
                        "definitions.versions(row.namespace(), row.workflow())",
                        "version -> definitions.findLatest(row.namespace(), row.workflow()).orElseThrow()"),
                new Mutant(
                        "attempts of agents that are gone are forgotten",
                        "L1 (F7)",
                        SCHEDULER + "recovery/ExecutionRestorer.java",
                        "} else if (!isHeld(presence, token, running.agent())) {",
                        "} else if (presence == Presence.NOT_DELIVERED) {"),
                new Mutant(
                                "a full memory takes in no attempts in flight",
                                "L1 (F14, seed 1378)",
                                SCHEDULER + "recovery/LaneRecovery.java",
                                "isInFlight(last) || memory.size() < room.lane().activeMax()",
                                "memory.size() < room.lane().activeMax()")
                        .in(Emphasis.SMALL_MEMORY),
                new Mutant(
                                "an idle lane does not notice that it was taken over",
                                "L1 (seed 3811)",
                                SCHEDULER + "Lane.java",
                                "if (nothing && !(batch.sweepsNext() && silent)) {",
                                "if (nothing) {")
                        .in(Emphasis.STORE),
                new Mutant(
                        "who waits for an end is forgotten when the shard moves",
                        "L1 (H2)",
                        SCHEDULER + "batch/LaneShards.java",
                        "promises.forEach(ended -> strays.accept(new Message.AwaitEnd(id, ended)))",
                        "promises.clear()"),
                new Mutant(
                        "what is in flight in a shard is not loaded after the move",
                        "L1 (H2)",
                        SCHEDULER + "recovery/LaneRecovery.java",
                        "guarded(() -> pages(new Page(null, 0)));",
                        "guarded(() -> pages(new Page(IN_FLIGHT_LAST, 0)));"),
                new Mutant(
                        "a lane keeps the executions that it has handed over",
                        "L1 I9 (H2)",
                        SCHEDULER + "batch/LaneShards.java",
                        "memory.release(leaving)",
                        "memory.release(ShardSet.NONE)"),
                new Mutant(
                        "a lane hands over shards that it does not have",
                        "I4 I9 (H2)",
                        SCHEDULER + "batch/LaneShards.java",
                        "ShardSet leaving = before.without(shards);",
                        "ShardSet leaving = wanted;"),
                new Mutant(
                        "messages to the former lane of an execution are dropped",
                        "L1 (H2)",
                        SCHEDULER + "batch/LaneShards.java",
                        "                strays.accept(message);\n",
                        "                message.kind();\n"),
                new Mutant(
                        "a cancel is only a message",
                        "I1 (F52)",
                        SCHEDULER + "decision/DecisionApplier.java",
                        "        Closing closing = Closing.by(kept, live.state());",
                        "        if (command instanceof Command.Cancel) {\n            stop(live.state(), live.state().open(), batch);\n            return null;\n        }\n        Closing closing = Closing.by(kept, live.state());"));
    }
}
