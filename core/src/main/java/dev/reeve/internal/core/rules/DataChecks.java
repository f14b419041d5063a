package dev.reeve.internal.core.rules;

import dev.reeve.Json;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.JsonElements;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks outputs and the data of signals against the schemas of the steps that they are for.
 */
final class DataChecks {

    private static final JsonSchema LIST = new JsonSchema(new Json("{\"type\":\"array\"}"));

    private DataChecks() {}

    /**
     * Checks an output against the schema of its step. For a step with {@code forEach}, the schema applies to each
     * item. The output of a switch is the name of a case, or null.
     */
    static List<Problem> ofOutput(PlanNode node, Json output) {
        if (node.step.task() instanceof Task.Switch choice) {
            return ofCase(choice, output);
        }
        JsonSchema schema = node.step.output();
        if (schema == null) {
            return List.of();
        }
        return node.hasItems() ? ofItems(schema, output) : schema.check("output", output);
    }

    /**
     * Checks the output with which a person resolves a step. For a step that waits for signals, it must be an output
     * that they could have given.
     */
    static List<Problem> ofResolution(PlanNode node, Json output) {
        JsonSchema schema = schema(node);
        if (schema == null || !(node.step.task() instanceof Task.Await await)) {
            return ofOutput(node, output);
        }
        if (!node.collectsSignals()) {
            return ofElement(await, schema, "output", output);
        }
        List<Problem> problems = new ArrayList<>(LIST.check("output", output));
        if (problems.isEmpty()) {
            List<Json> elements = JsonElements.of(output);
            for (int i = 0; i < elements.size() && problems.size() <= EngineFailures.PROBLEMS_MAX; i++) {
                problems.addAll(ofElement(await, schema, "output[%d]".formatted(i), elements.get(i)));
            }
        }
        return problems;
    }

    /** Checks what one signal gives: its data or, for one of several, its name and its data. */
    private static List<Problem> ofElement(Task.Await await, JsonSchema schema, String path, Json element) {
        if (!await.isOfSeveral()) {
            return schema.check(path, element);
        }
        if (element.value() instanceof Map<?, ?> members
                && members.get("signal") instanceof String name
                && await.signals().contains(name)) {
            return schema.check(path + ".data", Json.of(members.get("data")));
        }
        return List.of(Problem.at(
                path,
                "it names none of the signals %s".formatted(String.join(", ", await.signals())),
                "Give the name of one as 'signal', and its data as 'data'"));
    }

    /** Refuses an unknown case, since all steps that follow a case would be skipped. */
    private static List<Problem> ofCase(Task.Switch choice, Json output) {
        List<String> names = new ArrayList<>();
        for (Task.Switch.Case option : choice.cases()) {
            if (output.text().equals('"' + option.name() + '"')) {
                return List.of();
            }
            names.add(option.name());
        }
        return output.equals(Json.NULL)
                ? List.of()
                : List.of(Problem.at(
                        "output",
                        "the switch has no such case",
                        "Choose one of %s, or null for none".formatted(names)));
    }

    private static List<Problem> ofItems(JsonSchema schema, Json outputs) {
        List<Problem> problems = new ArrayList<>(LIST.check("output", outputs));
        if (problems.isEmpty()) {
            for (Json output : JsonElements.of(outputs)) {
                // Null is the output of an item that failed and was tolerated.
                if (!output.equals(Json.NULL) && problems.size() <= EngineFailures.PROBLEMS_MAX) {
                    problems.addAll(schema.check("output", output));
                }
            }
        }
        return problems;
    }

    /** The steps that wait for a signal, now or later, or whose time it moves. */
    static List<PlanNode> awaiting(Plan plan, String signal) {
        return awaiting(plan, signal, 0);
    }

    /** As {@link #awaiting(Plan, String)}, of the steps of {@code finally}. */
    static List<PlanNode> awaitingInFinally(Plan plan, String signal) {
        return awaiting(plan, signal, plan.mainCount());
    }

    private static List<PlanNode> awaiting(Plan plan, String signal, int from) {
        List<PlanNode> awaiting = new ArrayList<>();
        for (int i = from; i < plan.size(); i++) {
            if (plan.node(i).awaits(signal) || TimerUpdates.isUpdatedBy(plan.node(i), signal)) {
                awaiting.add(plan.node(i));
            }
        }
        return awaiting;
    }

    /** Checks the data against the schemas of all steps that may take the signal. */
    static List<Problem> ofSignal(List<PlanNode> awaiting, String signal, Json data) {
        List<Problem> problems = new ArrayList<>();
        for (PlanNode node : awaiting) {
            JsonSchema schema = node.awaits(signal) ? schema(node) : null;
            if (schema != null) {
                problems.addAll(schema.check("data", data));
            }
        }
        return problems;
    }

    private static @Nullable JsonSchema schema(PlanNode node) {
        return node.step.task() instanceof Task.Await await ? await.schema() : null;
    }
}
