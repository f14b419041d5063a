package dev.reeve.simulation.world;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.InvalidWorkflowException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes further versions of workflows. Many executions can move to them. */
final class Revisions {

    private final RandomGenerator random;

    Revisions(RandomGenerator random) {
        this.random = random;
    }

    Definition next(Definition old, int version) {
        Map<String, @Nullable Object> tree =
                copy(Objects.requireNonNull(old.toJson().value()));
        tree.put("version", version);
        Definition same = DefinitionReader.parse(Json.of(tree).text());
        Map<String, @Nullable Object> steps = copy(Objects.requireNonNull(tree.get("steps")));
        tree.put("steps", steps);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(steps, "m%d_%d".formatted(version, i));
        }
        steps.replaceAll((name, step) -> movable(name, otherNames(name, step, version), version));
        try {
            return DefinitionReader.parse(Json.of(tree).text());
        } catch (InvalidWorkflowException e) {
            return same; // for example because something would be undone after a point of no return
        }
    }

    private static Map<String, @Nullable Object> copy(Object tree) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) tree).forEach((name, value) -> copy.put(String.valueOf(name), value));
        return copy;
    }

    private void change(Map<String, @Nullable Object> steps, String fresh) {
        List<String> names = new ArrayList<>(steps.keySet());
        String name = names.get(random.nextInt(names.size()));
        Map<String, @Nullable Object> step = copy(Objects.requireNonNull(steps.get(name)));
        int kind = random.nextInt(7);
        if (kind < 2) {
            steps.put(fresh, another(name));
        } else if (kind == 2) {
            if (steps.size() > 1 && steps.values().stream().noneMatch(other -> comesAfter(other, name))) {
                steps.remove(name);
            }
        } else if (step.get("steps") instanceof Map<?, ?> inner) {
            group(step, inner, kind, fresh);
            steps.put(name, step);
        } else if (step.containsKey("action")) {
            switch (kind) {
                case 3 -> step.put("retry", Map.of("maxAttempts", 1 + random.nextInt(5), "backoff", "1s"));
                case 4 -> step.remove("limit");
                case 5 -> step.put("completeBy", (5 + random.nextInt(30)) + "s");
                default -> step.put("when", random.nextBoolean() ? "${ input.n > 3 }" : "${ input.n < 6 }");
            }
            steps.put(name, step);
        }
    }

    /** Sometimes one name more that can come, or one fewer. Derived from the names, so that no draw changes. */
    private static @Nullable Object otherNames(String name, @Nullable Object step, int version) {
        int lot = Math.floorMod((name + version).hashCode(), 4);
        if (lot > 1 || !(step instanceof Map<?, ?> keys && keys.get("oneOf") instanceof List<?> names)) {
            return step;
        }
        List<@Nullable Object> others = new ArrayList<>(names);
        if (lot == 0 && names.size() > 1) {
            others.removeLast();
        } else if (keys.containsKey("action")) {
            others.addFirst("mail.do2");
        }
        Map<String, @Nullable Object> changed = copy(keys);
        changed.put("oneOf", others);
        return changed;
    }

    /** Sometimes a timeout that a signal moves, which could not be moved before. Derived from the names, as above. */
    private static @Nullable Object movable(String name, @Nullable Object step, int version) {
        if (Math.floorMod((name + "/" + version).hashCode(), 3) > 0
                || !(step instanceof Map<?, ?> keys && keys.get("await") instanceof Map<?, ?> await)
                || !"go".equals(await.get("signal"))
                || !(await.get("timeout") instanceof String timeout)
                || timeout.contains("$")) {
            return step;
        }
        Map<String, @Nullable Object> moved = copy(await);
        moved.put("timeout", "${ signal.k %% 3 = 1 ? 'never' : signal.k %% 2 = 0 ? '90s' : '%s' }".formatted(timeout));
        moved.put("updateOn", "stop");
        Map<String, @Nullable Object> changed = copy(keys);
        changed.put("await", moved);
        return changed;
    }

    /** Changes a step of a group or its output, or makes a plain step of it. */
    private void group(Map<String, @Nullable Object> step, Map<?, ?> inner, int kind, String fresh) {
        if (kind == 4 || kind == 5) {
            step.put("output", Map.of("n", "${ input.n }"));
        } else if (kind < 6) {
            Map<String, @Nullable Object> changed = copy(inner);
            change(changed, fresh);
            step.put("steps", changed);
        } else {
            step.remove("steps");
            step.remove("output");
            step.put("action", "mail.do");
        }
    }

    private Map<String, @Nullable Object> another(String before) {
        Map<String, @Nullable Object> step = new LinkedHashMap<>();
        if (random.nextInt(3) > 0) {
            step.put("after", List.of(before));
        }
        step.put("action", ServiceNames.ALL.get(random.nextInt(ServiceNames.ALL.size())) + ".do");
        step.put("completeBy", (3 + random.nextInt(20)) + "s");
        step.put("onExhausted", random.nextBoolean() ? "continue" : "escalate");
        return step;
    }

    private static boolean comesAfter(@Nullable Object step, String before) {
        String after =
                Json.of(((Map<?, ?>) Objects.requireNonNull(step)).get("after")).text();
        return after.contains("\"" + before + "\"") || after.contains("\"" + before + ".");
    }
}
