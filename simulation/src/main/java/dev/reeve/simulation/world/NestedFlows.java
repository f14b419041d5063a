package dev.reeve.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Replaces some steps of random workflows by child executions, which may be nested without cycles. Uses its own random
 * generator, so that the other workflows do not change.
 */
final class NestedFlows {

    /** Number of levels. Workflows of one level start only workflows of lower levels. */
    private static final int LEVELS = 3;

    private static final String POLICY = "\"onExhausted\":";

    private static final String WORKFLOW = "\"workflow\":";

    private final RandomGenerator random;
    private final double rate;
    private final int workflows;

    /** The workflows that the current workflow may start. */
    private List<Integer> below = List.of();

    /**
     * @param rate share of the steps that become child executions, 0 to 1
     * @param workflows number of workflows
     */
    NestedFlows(RandomGenerator random, double rate, int workflows) {
        this.random = random;
        this.rate = rate;
        this.workflows = workflows;
    }

    static String workflow(int number) {
        return "flow" + number;
    }

    /** Begins another workflow. */
    void begin(String workflow) {
        below = new ArrayList<>();
        for (int i = 0; i < workflows; i++) {
            if (level(i) > level(Integer.parseInt(workflow.substring(workflow(0).length() - 1)))) {
                below.add(i);
            }
        }
    }

    private static int level(int workflow) {
        return workflow % LEVELS;
    }

    /**
     * Keeps a step that calls an agent, or replaces it by a child execution.
     *
     * @param keys of its definition
     * @param main whether the step is outside of finally
     */
    void replace(List<String> keys, boolean main) {
        if (rate == 0 || below.isEmpty() || random.nextDouble() >= rate || !isCall(keys)) {
            return;
        }
        keys.removeIf(key -> !key.startsWith("\"when\""));
        keys.add("\"workflow\":\"%s\"".formatted(workflow(below.get(random.nextInt(below.size())))));
        if (random.nextInt(3) == 0) {
            keys.add("\"version\":1");
        }
        if (random.nextInt(2) == 0) {
            keys.add("\"input\":{\"n\":\"${ %d - input.n }\"}".formatted(random.nextInt(12)));
        }
        if (random.nextInt(4) == 0) {
            keys.add("\"completeBy\":\"%ds\"".formatted(5 + random.nextInt(200)));
        }
        if (random.nextInt(3) > 0) {
            keys.add("\"onExhausted\":\"%s\""
                    .formatted(
                            main && random.nextBoolean()
                                    ? "compensate"
                                    : random.nextBoolean() ? "escalate" : "continue"));
        }
        // Derived from earlier draws, so that later draws do not change.
        int lot = Math.floorMod(Objects.hash(keys.toString(), 23), 12);
        if (lot < 4) {
            keys.add("\"repeat\":{\"until\":\"%s\",\"delay\":\"%s\",\"max\":%d}"
                    .formatted(
                            lot == 0
                                    ? "${ round = 2 }"
                                    : lot == 1 ? "${ round > 2 }" : "${ $exists(previous) and round > 1 }",
                            lot % 2 == 0 ? "0s" : "3s",
                            2 + lot % 3));
        }
        computeName(keys);
        if (random.nextInt(5) == 0) {
            keys.add("\"forEach\":[1,\"${ input.n }\",3],\"concurrency\":%d,\"tolerate\":%d"
                    .formatted(1 + random.nextInt(3), random.nextInt(2)));
            keys.removeIf(key -> key.startsWith("\"input\""));
            keys.add("\"input\":{\"n\":\"${ item }\"}");
        }
        if (lot(keys, 3) > 0) {
            keys.replaceAll(key -> key.startsWith(POLICY)
                    ? POLICY
                            + "{\"NO\":\"continue\",\"CHILD_CANCELLED\":\"escalate\",\"otherwise\":%s}"
                                    .formatted(key.substring(POLICY.length()))
                    : key);
        }
    }

    /** Sometimes one of two workflows, and sometimes a name that is not listed. */
    private void computeName(List<String> keys) {
        int lot = lot(keys, 60);
        String other = workflow(below.get(lot % below.size()));
        if (lot >= 20) {
            return;
        }
        keys.replaceAll(key -> {
            if (!key.startsWith(WORKFLOW) || key.contains(other)) {
                return key;
            }
            String name = key.substring(WORKFLOW.length() + 1, key.length() - 1);
            return "\"workflow\":\"${ input.n = %d ? 'nowhere' : input.n %% 2 = 0 ? '%s' : '%s' }\",\"oneOf\":[\"%s\",\"%s\"]"
                    .formatted(lot % 10, name, other, name, other);
        });
    }

    /** Derived from earlier draws, so that later draws do not change. */
    private static int lot(List<String> keys, int bound) {
        return Math.floorMod(Objects.hash(keys.toString(), 29), bound);
    }

    static boolean isCall(List<String> keys) {
        return keys.stream().anyMatch(key -> key.startsWith("\"action\""));
    }
}
