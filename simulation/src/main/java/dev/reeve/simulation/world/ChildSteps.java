package dev.reeve.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Has some of the steps of random workflows done by executions of others, which may do the same, but not in circles. Has chance of its
 * own, so that workflows without them are what they would be anyway.
 */
final class ChildSteps {

    /** How many workflows stand above each other; those of one level start only those of levels below. */
    private static final int LEVELS = 3;

    private final RandomGenerator random;
    private final double rate;
    private final int workflows;

    /** Those that the workflow that is being made may start. */
    private List<Integer> below = List.of();

    /**
     * @param rate how many of the steps are executions of their own, 0 to 1
     * @param workflows how many workflows there are
     */
    ChildSteps(RandomGenerator random, double rate, int workflows) {
        this.random = random;
        this.rate = rate;
        this.workflows = workflows;
    }

    static String workflow(int number) {
        return "flow" + number;
    }

    /** Another workflow is made. */
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
     * Leaves a step that calls an agent as it was drawn, or has it done by another execution.
     *
     * @param keys of its definition
     * @param main whether it is not one of finally
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
        if (random.nextInt(5) == 0) {
            keys.add("\"forEach\":[1,\"${ input.n }\",3],\"concurrency\":%d,\"tolerate\":%d"
                    .formatted(1 + random.nextInt(3), random.nextInt(2)));
            keys.removeIf(key -> key.startsWith("\"input\""));
            keys.add("\"input\":{\"n\":\"${ item }\"}");
        }
    }

    private static boolean isCall(List<String> keys) {
        return keys.stream().anyMatch(key -> key.startsWith("\"action\""));
    }
}
