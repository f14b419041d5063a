package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Expression;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The durations of a step that its definition gives as expressions. The component that a literal would fill has its
 * default value.
 *
 * @param expressions by the place of the key in the step, such as {@code wait}, {@code retry.backoff} or
 *     {@code compensate.completeBy}
 */
public record ComputedTimes(Map<String, Expression> expressions) {

    public static final String WAIT = "wait";
    public static final String TIMEOUT = "await.timeout";
    public static final String COMPLETE_BY = "completeBy";
    public static final String START_BY = "startBy";
    public static final String BACKOFF = "retry.backoff";
    public static final String MAX_BACKOFF = "retry.maxBackoff";
    public static final String DELAY = "repeat.delay";
    public static final String MAX_DELAY = "repeat.maxDelay";

    /** Begins the places of the keys of a probe. */
    public static final String OF_PROBE = "probe.";

    /** Begins the places of the keys of a compensation. */
    public static final String OF_COMPENSATION = "compensate.";

    /** All durations are literals. */
    public static final ComputedTimes NONE = new ComputedTimes(Map.of());

    public ComputedTimes {
        expressions = Collections.unmodifiableMap(new TreeMap<>(expressions));
    }

    /** The expression at a place; null if there is a literal, or nothing. */
    public @Nullable Expression at(String place) {
        return expressions.get(place);
    }

    public boolean isEmpty() {
        return expressions.isEmpty();
    }
}
