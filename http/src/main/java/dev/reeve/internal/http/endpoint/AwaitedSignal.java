package dev.reeve.internal.http.endpoint;

import dev.reeve.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A signal that a step of a definition awaits.
 *
 * @param description of the workflow, for people
 * @param schema of the data; null for any JSON
 */
record AwaitedSignal(@Nullable String description, @Nullable Json schema) {

    /** The workflow that a group belongs to: {@code order} for {@code order.ship}. */
    static String deployedName(String workflow) {
        int dot = workflow.indexOf('.');
        return dot < 0 ? workflow : workflow.substring(0, dot);
    }

    /**
     * The signal, if the step awaits it.
     *
     * @param definition of the workflow; of the whole one, if it is a group
     */
    static Optional<AwaitedSignal> of(Json definition, String workflow, String step, String signal) {
        if (!(definition.value() instanceof Map<?, ?> whole)) {
            return Optional.empty();
        }
        Map<?, ?> part = whole;
        String[] groups = workflow.split("\\.", -1);
        for (int i = 1; i < groups.length; i++) {
            part = step(part, groups[i]);
        }
        @Nullable Object await = step(part, step).get("await");
        Map<?, ?> members = await instanceof Map<?, ?> map ? map : Map.of();
        @Nullable Object names = await instanceof String ? await : members.get("signal");
        if (!signal.equals(names) && !(names instanceof List<?> several && several.contains(signal))) {
            return Optional.empty();
        }
        return Optional.of(new AwaitedSignal(
                whole.get("description") instanceof String text ? text : null,
                members.get("schema") == null ? null : Json.of(members.get("schema"))));
    }

    /** A step of a workflow or a group; without members if there is none. */
    private static Map<?, ?> step(Map<?, ?> part, String name) {
        for (String key : List.of("steps", "finally")) {
            if (part.get(key) instanceof Map<?, ?> steps && steps.get(name) instanceof Map<?, ?> step) {
                return step;
            }
        }
        return Map.of();
    }
}
