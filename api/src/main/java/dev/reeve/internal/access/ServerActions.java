package dev.reeve.internal.access;

import dev.reeve.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Actions that a server performs itself, with its own secrets. Definitions say how they are used, so the right to
 * deploy them is needed to run such an action as a job, and to put a reference to a secret into the data of an
 * execution. Immutable.
 *
 * @param namespaces those that have the actions
 */
public record ServerActions(Set<String> namespaces, Set<String> names) {

    /** There are no such actions. */
    public static final ServerActions NONE = new ServerActions(Set.of(), Set.of());

    /** The beginning of a reference. */
    private static final String REFERENCE = "secret://";

    /** The beginning of the names of jobs as workflows. */
    private static final String JOBS = "reeve_job_";

    public ServerActions {
        namespaces = Set.copyOf(namespaces);
        names = Set.copyOf(names);
    }

    boolean has(String namespace, @Nullable String action) {
        return action != null && namespaces.contains(namespace) && names.contains(action);
    }

    /** Whether a workflow may be a job of such an action. Names of jobs do not say what they ask about an attempt. */
    boolean mayBeJobOf(String namespace, String workflow) {
        return namespaces.contains(namespace) && workflow.startsWith(JOBS);
    }

    /** Whether data for an execution of this namespace refers to a secret. */
    boolean isReference(String namespace, @Nullable Object data) {
        if (!namespaces.contains(namespace)) {
            return false;
        }
        Json json = data instanceof Json already ? already : Json.of(data);
        String text = json.text();
        // an escape may hide a reference
        return (text.contains(REFERENCE) || text.indexOf('\\') >= 0) && refers(json.value());
    }

    private static boolean refers(@Nullable Object value) {
        return switch (value) {
            case String text -> text.contains(REFERENCE);
            case List<?> list -> list.stream().anyMatch(ServerActions::refers);
            case Map<?, ?> map ->
                map.entrySet().stream().anyMatch(each -> refers(each.getKey()) || refers(each.getValue()));
            case null, default -> false;
        };
    }
}
