package dev.reeve.simulation.planted;

import java.util.List;
import java.util.stream.Stream;

/** Several nodes share the store. */
final class SharedMutants {

    private static final String ENGINE = "engine/src/main/java/dev/reeve/internal/engine/";
    private static final String SCHEDULER = ENGINE + "scheduler/";
    private static final String REGISTRAR = ENGINE + "cluster/Registrar.java";
    private static final String MODEL = "store/src/main/java/dev/reeve/internal/store/";

    private SharedMutants() {}

    static List<Mutant> all() {
        return Stream.of(ofTheStore(), ofHandOvers(), ofMessages(), ofAttempts(), ofLimits(), ofRegistrations())
                .flatMap(List::stream)
                .map(Mutant::shared)
                .toList();
    }

    private static List<Mutant> ofTheStore() {
        return List.of(new Mutant(
                "a node that is removed can still write",
                "I9 (H2)",
                MODEL + "ModelCluster.java",
                "        lanes.fence(node);\n",
                ""));
    }

    private static List<Mutant> ofHandOvers() {
        return List.of(new Mutant(
                "the next owner of a shard forgets when the attempts under way must be complete",
                "I11 L1 (H2)",
                SCHEDULER + "recovery/ExecutionRestorer.java",
                "        live.dues().add(new DueHeap.Due.OfAttempt(running.completeBy(), path, running.nonce()));\n",
                ""));
    }

    private static List<Mutant> ofMessages() {
        return List.of(
                new Mutant(
                        "a start at another node forgets that it refuses known keys",
                        "I2 (S2)",
                        ENGINE + "inbox/InboxText.java",
                        "start.delayedUntil(), start.keyPolicy());",
                        "start.delayedUntil(), dev.reeve.KeyPolicy.RETURN);"),
                new Mutant(
                        "the answer of another node names an older execution of the key",
                        "I2 (S2)",
                        ENGINE + "inbox/Reply.java",
                        "if (begun.newest() != null) {",
                        "if (begun.newest() != null && !begun.existing()) {"),
                new Mutant(
                        "a message from another node is removed and not applied",
                        "I1 (S5)",
                        SCHEDULER + "decision/MessageHandler.java",
                        "batch.replying(letter, () -> handle(letter.open(), batch));",
                        "batch.replying(letter, () -> {\n                if (letter.open() instanceof Message.Ask ask) {\n                    ask.answer().decided(null);\n                } else {\n                    handle(letter.open(), batch);\n                }\n            });"),
                new Mutant(
                        "a message from another node is applied and not removed",
                        "I3 L1 (S5)",
                        SCHEDULER + "batch/LaneBatch.java",
                        "        consumed.add(letter.key());\n",
                        ""),
                new Mutant(
                        "the reply to another node is not stored",
                        "L1 (S5)",
                        SCHEDULER + "batch/LaneBatch.java",
                        "            replies.add(reply);\n",
                        "            reply.node();\n"));
    }

    private static List<Mutant> ofAttempts() {
        return List.of(
                new Mutant(
                        "a node that takes shards over loads nothing",
                        "L1 (H2)",
                        SCHEDULER + "Lane.java",
                        "            recovery.acquire(handover.shards());\n",
                        "            recovery.acquire(dev.reeve.spi.store.ShardSet.NONE);\n"),
                new Mutant(
                        "an attempt at another node's agent is given up when its execution moves",
                        "H1 (H3)",
                        SCHEDULER + "recovery/ExecutionRestorer.java",
                        "return presence == Presence.HELD || (presence == Presence.ELSEWHERE && dispatcher.foreign(token, agent));",
                        "return presence == Presence.HELD;"),
                new Mutant(
                        "an attempt for an agent of another node is not sent",
                        "L1 (R21)",
                        ENGINE + "dispatch/RemoteAgents.java",
                        "return post(agent, new Notice.HandOut(agent, delivery.workflow(), delivery.work(), false));",
                        "return !agent.isEmpty();"),
                new Mutant(
                        "slots that an owner returns stay lent",
                        "L1 (R21)",
                        ENGINE + "dispatch/Correspondent.java",
                        "handout.release(remote.returned(from, back), effects);",
                        "remote.returned(from, back).forEach(Slot::agent);"),
                new Mutant(
                        "slots lent to an owner that is gone stay lent",
                        "L1 (R21)",
                        ENGINE + "dispatch/RemoteAgents.java",
                        "free.addAll(lent.gone(node));",
                        "lent.gone(node);"));
    }

    private static List<Mutant> ofLimits() {
        return List.of(new Mutant(
                "a node does not tell the store which calls are under way",
                "S8",
                ENGINE + "dispatch/queue/HeldCalls.java",
                "key, used + freeCount + left,",
                "key, freeCount + left,"));
    }

    private static List<Mutant> ofRegistrations() {
        return List.of(
                new Mutant(
                        "a claim whose answer is lost is forgotten",
                        "L1 (H2)",
                        REGISTRAR,
                        "            shards.adopt(owned.without(known.here()).without(known.leaving()));\n",
                        "            known.here();\n"),
                new Mutant(
                        "a node whose lane is free again claims nothing",
                        "L1 (H2)",
                        REGISTRAR,
                        "        shards.claim(orders.claim());\n",
                        "        shards.claim(fresh ? orders.claim() : java.util.Set.of());\n"),
                new Mutant(
                        "a replaced node replaces its successor",
                        "L1 (F59)",
                        REGISTRAR,
                        "                        isAgain),\n",
                        "                        false),\n"));
    }
}
