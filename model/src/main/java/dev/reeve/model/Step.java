package dev.reeve.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the graph.
 *
 * @param name unique in its workflow; {@code [a-z][a-z0-9_]*}
 * @param after the steps that must be settled (completed, skipped, or failed with {@code continue}) before this one starts
 * @param join whether all of {@code after} must be settled, or the first is enough
 * @param when the step is skipped if this is false; null means always
 * @param task what the step does
 */
public record Step(
        String name,
        List<String> after,
        Join join,
        @Nullable Expression when,
        Task task) {

    public Step {
        after = List.copyOf(after);
    }
}
