package dev.reeve.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every execution of a workflow has, unless its start says otherwise.
 *
 * @param priority higher is handed out first; 0 by default, -100 to 100
 * @param labels texts by name to find the execution by, computed from its input when it starts. A start's own labels are added,
 *     and replace those of the same name
 * @param retention how long the execution is kept after its end; null leaves it to the node
 * @param replyTo the URI at which to tell how it goes, computed when the execution starts; null for nobody
 */
public record ExecutionDefaults(
        int priority,
        Map<String, Template> labels,
        @Nullable Duration retention,
        @Nullable Template replyTo) {

    /** Nothing is said. */
    public static final ExecutionDefaults NONE = new ExecutionDefaults(0, Map.of(), null, null);

    public ExecutionDefaults {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
