package dev.reeve.workflow;

import dev.reeve.Json;
import dev.reeve.internal.values.MemberPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Configures a group of steps. The steps see the group's input as {@code input}, and each other as {@code steps}. Not
 * thread-safe.
 *
 * @see StepBuilder#group
 */
public final class GroupBuilder {

    private final Map<String, @Nullable Object> steps = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private @Nullable Object output;

    GroupBuilder() {}

    /**
     * Adds a step.
     *
     * @param step configures the step, for example {@code s -> s.action("parcel.pack")}
     */
    public GroupBuilder step(String name, Consumer<StepBuilder> step) {
        add("steps", steps, name, step, problems);
        return this;
    }

    /**
     * Sets the output of the group, which is that of its step, computed when all steps of the group are settled
     * (default: the outputs of all completed steps by name).
     *
     * @param value Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public GroupBuilder output(Object value) {
        output = value;
        return this;
    }

    /** Adds a step to those of a workflow or a group, and the problems of it. */
    static void add(
            String section,
            Map<String, @Nullable Object> target,
            String name,
            Consumer<StepBuilder> step,
            List<Problem> problems) {
        StepBuilder builder = new StepBuilder();
        step.accept(builder);
        String path = MemberPath.child(section, name);
        if (target.containsKey(name)) {
            problems.add(Problem.at(path, "there is already a step '%s'".formatted(name), "Choose another name"));
        }
        for (Problem problem : builder.problems()) {
            problems.add(Problem.at(path + "." + problem.path(), problem.message(), problem.suggestion()));
        }
        target.put(name, builder.tree());
    }

    /** Writes the group into the data of its step. */
    void putInto(Map<String, @Nullable Object> tree) {
        tree.put("steps", steps);
        if (output != null) {
            tree.put("output", output);
        }
    }

    List<Problem> problems() {
        return problems;
    }
}
