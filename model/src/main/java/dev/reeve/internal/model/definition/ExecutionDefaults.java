package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of every execution of a workflow, unless its start overrides them.
 *
 * @param priority work of a higher priority is handed out first; -100 to 100 (default 0)
 * @param labels names and texts to find the execution by, computed from its input when it starts. Labels of the start
 *     are added, and replace those of the same name
 * @param retention how long the execution is kept after its end; null for the node's setting
 * @param replyTo the URI that receives messages about the execution, computed when the execution starts; null for none
 * @param completeBy the timeout, computed when the execution starts; null if it is a literal, or there is none
 */
public record ExecutionDefaults(
        int priority,
        Map<String, Template> labels,
        @Nullable Duration retention,
        @Nullable Template replyTo,
        @Nullable Expression completeBy) {

    /** The default settings. */
    public static final ExecutionDefaults NONE = new ExecutionDefaults(0, Map.of(), null, null, null);

    public ExecutionDefaults {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
