package dev.reeve.workflow;

import dev.reeve.Json;
import dev.reeve.Timetable;
import dev.reeve.internal.provider.Providers;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds a workflow in Java, with the names of the YAML keys. Nothing is checked before {@link #build()}, which reports
 * all problems at once, as reading a file does.
 *
 * <pre>{@code
 * Workflow workflow = Workflow.named("order_fulfilment")
 *         .version(1)
 *         .completeBy(Duration.ofHours(2))
 *         .step("reserve_inventory", s -> s.action("inventory.reserve")
 *                 .input(Map.of("sku", "${ input.sku }"))
 *                 .compensate("inventory.release"))
 *         .step("charge_payment", s -> s.after("reserve_inventory").action("payment.charge"))
 *         .build();
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class WorkflowBuilder {

    private final Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> labels = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> steps = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> finallySteps = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private final String name;

    WorkflowBuilder(String name) {
        this.name = name;
        tree.put("workflow", name);
    }

    /** Sets the version, from 1 (default 1). Raise it for every change to a deployed workflow. */
    public WorkflowBuilder version(int version) {
        tree.put("version", version);
        return this;
    }

    /** Sets a description for people. */
    public WorkflowBuilder description(String description) {
        tree.put("description", description);
        return this;
    }

    /** Sets the timeout of an execution, after which it is undone. No limit by default. */
    public WorkflowBuilder completeBy(Duration completeBy) {
        tree.put("completeBy", Durations.format(completeBy));
        return this;
    }

    /**
     * Sets the timeout of an execution, after which it is undone.
     *
     * @param expression computes the text of a duration, or milliseconds; can use {@code input} and {@code execution}
     */
    public WorkflowBuilder completeBy(String expression) {
        tree.put("completeBy", expression);
        return this;
    }

    /**
     * Sets the priority, -100 to 100 (default 0). Work of a higher priority is handed out first. A start may override
     * it.
     */
    public WorkflowBuilder priority(int priority) {
        tree.put("priority", priority);
        return this;
    }

    /**
     * Adds a label to find executions by.
     *
     * @param value a text whose expressions can use {@code input} and {@code execution}
     */
    public WorkflowBuilder label(String label, String value) {
        labels.put(label, value);
        return this;
    }

    /** Sets how long an execution is kept after its end (default: the node's setting). */
    public WorkflowBuilder retention(Duration retention) {
        tree.put("retention", Durations.format(retention));
        return this;
    }

    /**
     * Sets the URI that receives messages about executions. A start may override it.
     *
     * @param uri a text whose expressions can use {@code input} and {@code execution}
     */
    public WorkflowBuilder replyTo(String uri) {
        tree.put("replyTo", uri);
        return this;
    }

    /**
     * Starts the workflow at these times, from its deployment on.
     *
     * @param timetable {@link Timetable.Every} counts from 1970
     */
    public WorkflowBuilder schedule(Timetable timetable) {
        return schedule(timetable, schedule -> {});
    }

    /**
     * Starts the workflow at these times, from its deployment on.
     *
     * <pre>{@code
     * .schedule(new Timetable.ByClock(Cron.parse("0 3 * * *"), ZoneId.of("Europe/Berlin")),
     *         s -> s.input(Map.of("kind", "sales")).missed(Missed.SKIP))
     * }</pre>
     *
     * @param timetable {@link Timetable.Every} counts from 1970
     */
    public WorkflowBuilder schedule(Timetable timetable, Consumer<ScheduleBuilder> schedule) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        switch (timetable) {
            case Timetable.ByClock clock -> {
                parts.put("cron", clock.cron().toString());
                parts.put("zone", clock.zone().getId());
                parts.put("gap", clock.gap().name().toLowerCase(Locale.ROOT));
                parts.put("overlap", clock.overlap().name().toLowerCase(Locale.ROOT));
            }
            case Timetable.Every rate -> parts.put("every", Durations.format(rate.period()));
            case Timetable.Once once -> parts.put("at", once.instant().toString());
        }
        schedule.accept(new ScheduleBuilder(parts));
        tree.put("schedule", parts);
        return this;
    }

    /** Sets the JSON Schema of a start's input. Any JSON is accepted by default. */
    public WorkflowBuilder input(Json input) {
        tree.put("input", Map.of("schema", input));
        return this;
    }

    /**
     * Adds a step.
     *
     * @param step configures the step, for example {@code s -> s.action("payment.charge")}
     */
    public WorkflowBuilder step(String name, Consumer<StepBuilder> step) {
        GroupBuilder.add("steps", steps, name, step, problems);
        return this;
    }

    /** Adds a step that runs once the outcome is known, with any outcome. */
    public WorkflowBuilder finallyStep(String name, Consumer<StepBuilder> step) {
        GroupBuilder.add("finally", finallySteps, name, step, problems);
        return this;
    }

    /**
     * Sets the execution's output, computed when all steps are settled (default: the outputs of all completed steps by
     * name).
     *
     * @param output Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public WorkflowBuilder output(Object output) {
        tree.put("output", output);
        return this;
    }

    /**
     * Builds and checks the workflow.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    public Workflow build() {
        return build(Limits.DEFAULT.definitionBytes());
    }

    /**
     * Like {@link #build()}.
     *
     * @param bytesMax as for {@link Workflow#parse(String, String, int)}
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    public Workflow build(int bytesMax) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>(tree);
        if (!labels.isEmpty()) {
            whole.put("labels", labels);
        }
        whole.put("steps", steps);
        if (!finallySteps.isEmpty()) {
            whole.put("finally", finallySteps);
        }
        return Providers.workflow().read(whole, problems, "workflow " + name, bytesMax);
    }
}
