package dev.reeve.internal.core.start;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ExecutionDefaults;
import dev.reeve.internal.model.expression.DurationValue;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Scope;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.Labels;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an execution that its workflow defines, used unless the start gives others. They are computed from
 * the input, the id and the key.
 *
 * @param priority the priority
 * @param labels the labels, without those whose value is null, undefined, or an empty text
 * @param replyTo the URI that receives status messages; null for none
 * @param completeBy timeout of the execution; null for no limit
 */
public record StartDefaults(
        int priority,
        Map<String, String> labels,
        @Nullable String replyTo,
        @Nullable Duration completeBy) {

    private static final StartDefaults NONE = new StartDefaults(0, Map.of(), null, null);

    public StartDefaults {
        labels = Labels.sorted(labels);
    }

    /**
     * Computes the defaults.
     *
     * @param key the caller's own id; null if none was given
     * @throws IllegalArgumentException if one of them cannot be computed; the message says which, and why
     */
    public static StartDefaults of(Definition workflow, ExecutionId id, @Nullable String key, Json input) {
        ExecutionDefaults execution = workflow.execution();
        if (execution.equals(ExecutionDefaults.NONE)) {
            return workflow.completeBy() == null ? NONE : new StartDefaults(0, Map.of(), null, workflow.completeBy());
        }
        Scope scope = new Starting(workflow, id, key, input);
        Map<String, String> labels = new LinkedHashMap<>();
        execution.labels().forEach((name, template) -> {
            String value = text("label " + name, template, scope);
            if (!value.isEmpty()) {
                labels.put(name, value);
            }
        });
        Template replyTo = execution.replyTo();
        String address = replyTo == null ? "" : text("replyTo", replyTo, scope);
        return new StartDefaults(
                execution.priority(), labels, address.isEmpty() ? null : address, completeBy(workflow, scope));
    }

    private static @Nullable Duration completeBy(Definition workflow, Scope scope) {
        Expression computed = workflow.execution().completeBy();
        if (computed == null) {
            return workflow.completeBy();
        }
        try {
            return DurationValue.of(computed.evaluate(scope), Duration.ofMillis(1));
        } catch (ExpressionException e) {
            throw new IllegalArgumentException(
                    "completeBy cannot be computed: %s (%s)".formatted(e.getMessage(), e.code()), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("completeBy gives no duration: " + e.getMessage(), e);
        }
    }

    private static String text(String what, Template template, Scope scope) {
        try {
            return template.evaluateText(scope);
        } catch (ExpressionException e) {
            throw new IllegalArgumentException(
                    "%s cannot be computed: %s (%s)".formatted(what, e.getMessage(), e.code()), e);
        }
    }

    /** The variables of expressions before the execution exists. */
    private record Starting(
            Definition workflow, ExecutionId id, @Nullable String key, Json input) implements Scope {

        @Override
        public @Nullable Object value(String name) {
            return switch (name) {
                case "input" -> input.value();
                case "execution" -> ExecutionScope.execution(id, workflow.name(), workflow.version(), key);
                default -> null;
            };
        }

        @Override
        public boolean has(String name) {
            return name.equals("input") || name.equals("execution");
        }
    }
}
