package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.expression.Expression;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the durations of a step, and collects those that are expressions. */
final class TimeReader {

    private final int start;
    private final Map<String, Expression> expressions = new LinkedHashMap<>();
    private final Set<String> computed = new HashSet<>();

    /** @param step the path of the step; empty for the workflow itself */
    TimeReader(String step) {
        this.start = step.isEmpty() ? 0 : step.length() + 1;
    }

    /**
     * Reads a duration.
     *
     * @return null if the key is absent, or is an expression
     */
    @Nullable Duration duration(Fields fields, String key, Duration min) {
        if (!isExpression(fields, key)) {
            return fields.duration(key, min);
        }
        String path = fields.place(key).path();
        computed.add(path);
        Expression expression = fields.expression(key);
        if (expression != null) {
            expressions.put(path.substring(start), expression);
        }
        return null;
    }

    /** Whether a duration that was read is an expression. */
    boolean isComputed(Fields fields, String key) {
        return computed.contains(fields.place(key).path());
    }

    private static boolean isExpression(Fields fields, String key) {
        return fields.get(key) instanceof DocumentNode.Text text && text.text().contains("${");
    }

    /** The expressions read so far. */
    ComputedTimes times() {
        return expressions.isEmpty() ? ComputedTimes.NONE : new ComputedTimes(expressions);
    }
}
