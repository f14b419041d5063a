package dev.reeve.simulation.planted;

import java.util.List;

/** Shards that change their lane. */
final class ClusterMutants {

    private static final String SCHEDULER = "engine/src/main/java/dev/reeve/internal/engine/scheduler/";

    private ClusterMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "messages do not follow a shard to its next lane",
                        "L1 (H2)",
                        SCHEDULER + "Lanes.java",
                        "        handover.shards().stream().forEach(shard -> routes.set(shard, to));\n",
                        "        handover.shards().stream().forEach(shard -> routes.set(shard, null));\n"),
                new Mutant(
                        "messages that wait in the former lane stay there",
                        "L1 (H2)",
                        SCHEDULER + "batch/LaneShards.java",
                        "        again.removeAbout(leaving).forEach(strays);\n",
                        "        again.removeAbout(leaving);\n"),
                new Mutant(
                        "an order about shards is lost behind other messages",
                        "L1 (H2)",
                        SCHEDULER + "batch/LaneShards.java",
                        "                int end = own.isEmpty() ? i + 1 : i;\n",
                        "                int end = i + 1;\n"));
    }
}
