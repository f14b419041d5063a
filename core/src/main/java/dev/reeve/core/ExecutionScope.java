package dev.reeve.core;

import dev.reeve.model.Json;
import dev.reeve.model.JsonText;
import dev.reeve.model.Scope;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the expressions of an execution see: {@code input}, {@code steps}, {@code execution}, and in {@code finally} {@code
 * outcome}. Payloads are parsed when an expression asks for them, and only then.
 */
final class ExecutionScope implements Scope {

    private final ExecutionState state;
    private final boolean isFinally;
    private final Steps steps = new Steps();

    ExecutionScope(ExecutionState state, boolean isFinally) {
        this.state = state;
        this.isFinally = isFinally;
    }

    @Override
    public @Nullable Object value(String name) {
        return switch (name) {
            case "input" -> JsonText.toValue(state.input());
            case "steps" -> steps;
            case "execution" -> execution();
            case "outcome" -> isFinally ? lowerCase(state.outcome) : null;
            default -> null;
        };
    }

    @Override
    public boolean has(String name) {
        return switch (name) {
            case "input", "steps", "execution" -> true;
            case "outcome" -> isFinally;
            default -> false;
        };
    }

    private Map<String, @Nullable Object> execution() {
        Map<String, @Nullable Object> execution = new LinkedHashMap<>();
        execution.put("id", state.id().toString());
        execution.put("workflow", state.started().workflow());
        execution.put("version", state.started().version());
        execution.put("key", state.started().key());
        return execution;
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** All steps by name. Looking one up parses that one's output and no other. */
    private final class Steps extends AbstractMap<String, @Nullable Object> {

        @Override
        public @Nullable Object get(@Nullable Object key) {
            Node node = key instanceof String name ? state.plan().node(name) : null;
            return node == null ? null : view(node);
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return key instanceof String name && state.plan().node(name) != null;
        }

        @Override
        public int size() {
            return state.plan().size();
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            for (int i = 0; i < state.plan().size(); i++) {
                Node node = state.plan().node(i);
                all.put(node.step.name(), view(node));
            }
            return all.entrySet();
        }

        private Map<String, @Nullable Object> view(Node node) {
            StepState step = state.at(node.index);
            Json output = step.output();
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("status", lowerCase(step.status()));
            if (output != null) { // without one it is undefined, which differs from null
                view.put("output", JsonText.toValue(output));
            }
            return view;
        }
    }
}
