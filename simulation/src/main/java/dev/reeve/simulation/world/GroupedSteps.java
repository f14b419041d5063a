package dev.reeve.simulation.world;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes groups of some steps of random workflows: the step as drawn becomes the first step of a group, which has its
 * condition, its items and its rounds. Derived from earlier draws, so that the rest of the world does not change.
 */
final class GroupedSteps {

    private static final String COMPLETE_BY = "completeBy";
    private static final List<String> OF_GROUP =
            List.of("when", "forEach", "repeat", "pivot", "onExhausted", "input", COMPLETE_BY);
    private static final String OBJECT = "\"input\":{";

    private GroupedSteps() {}

    /** Makes a group of the step, or leaves it as it is. */
    static void group(List<String> keys) {
        int lot = Math.floorMod(keys.hashCode() * 0x6C8E9CF5, 1 << 20);
        if (lot % 5 > 0 || !(has(keys, "action") || has(keys, "workflow"))) {
            return;
        }
        List<String> inner = new ArrayList<>(keys);
        inner.removeIf(GroupedSteps::isOfGroup);
        inner.replaceAll(key -> key.replace("{ index % 2", "{ input.n % 2").replace("{ round % 2", "{ input.n % 2"));
        // a group is not retried
        keys.removeIf(key -> !isOfGroup(key) || key.contains("\"pause\""));
        if (lot % 3 > 0 && !has(inner, "workflow")) {
            keys.stream().filter(key -> is(key, COMPLETE_BY)).forEach(inner::add);
            keys.removeIf(key -> is(key, COMPLETE_BY));
        }
        input(keys);
        keys.add("\"steps\":{\"g0\":{%s}%s}".formatted(String.join(",", inner), others(lot / 15)));
        if (has(keys, "repeat") || lot % 2 == 0) {
            keys.add("\"output\":\"${ steps.g0.output }\"");
        }
    }

    private static boolean is(String key, String name) {
        return key.startsWith("\"" + name + "\":");
    }

    private static boolean has(List<String> keys, String name) {
        return keys.stream().anyMatch(key -> is(key, name));
    }

    /** A heartbeat, which is drawn together with the time of an attempt, belongs to the step inside. */
    private static boolean isOfGroup(String key) {
        return OF_GROUP.stream().anyMatch(name -> is(key, name)) && !key.contains("\"heartbeat\"");
    }

    /** The steps of the group need the number that all conditions ask for. */
    private static void input(List<String> keys) {
        keys.replaceAll(key -> key.startsWith(OBJECT) && !key.contains("\"n\":")
                ? OBJECT + "\"n\":\"${ input.n }\"," + key.substring(OBJECT.length())
                : key);
        if (has(keys, "forEach") && !has(keys, "input")) {
            keys.add("\"input\":{\"n\":\"${ index }\",\"item\":\"${ item }\"}");
        }
    }

    /** Further steps of the group. */
    private static String others(int lot) {
        String after = "\"after\":[\"g0\"],";
        String call = "\"action\":\"mail.do\",\"retry\":{\"maxAttempts\":2,\"backoff\":\"1s\"}";
        return switch (lot % 6) {
            case 0 -> "";
            case 1 -> ",\"g1\":{%s%s,\"compensate\":\"stock.undo\"}".formatted(after, call);
            case 2 -> ",\"g1\":{%s,\"compensate\":\"bank.undo\"}".formatted(call);
            case 3 ->
                ",\"g1\":{%s\"when\":\"${ input.n > 3 }\",\"fail\":{\"code\":\"NO\",\"message\":\"n is ${ input.n }\"}}"
                        .formatted(after);
            case 4 ->
                ",\"g1\":{%s\"input\":{\"n\":\"${ input.n + 1 }\"},\"onExhausted\":\"continue\",\"steps\":{\"h0\":{%s,\"compensate\":\"mail.undo\"}}}"
                        .formatted(after, call);
            default -> ",\"g1\":{%s\"wait\":\"5s\"}".formatted(after);
        };
    }
}
