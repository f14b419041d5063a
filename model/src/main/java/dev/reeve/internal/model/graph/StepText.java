package dev.reeve.internal.model.graph;

import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.Durations;
import dev.reeve.workflow.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes what a step does in a few words. */
public final class StepText {

    private static final int LENGTH_MAX = 60;

    private StepText() {}

    /** The task itself. */
    public static String task(Step step) {
        return switch (step.task()) {
            case Task.Action action -> brief(action.call().names());
            case Task.WaitFor wait -> "wait" + time(step, ComputedTimes.WAIT, wait.duration());
            case Task.WaitUntil wait ->
                shortened("wait until " + wait.waitUntil().source());
            case Task.Switch choice -> "switch";
            case Task.Await await ->
                "await " + shortened(await.names()) + time(step, ComputedTimes.TIMEOUT, await.timeout());
            case Task.Value computed -> shortened("value " + text(computed.value()));
            case Task.Fail fail -> "fail " + fail.code();
            case Task.Complete complete -> shortened("complete " + text(complete.output()));
            case Task.Child child ->
                child.group() != null ? group(child.group()) : started(child, brief(child.names()));
        };
    }

    /** The task itself, with all names that can come. */
    public static String whole(Step step) {
        return switch (step.task()) {
            case Task.Action action -> called(action.call());
            case Task.Child child when child.group() == null -> started(child, names(child.names()));
            default -> task(step);
        };
    }

    /** The action of a call, or those that can come. */
    public static String called(ActionCall call) {
        return names(call.names());
    }

    private static String group(Definition group) {
        int steps = group.steps().size();
        return "group of %,d %s".formatted(steps, steps == 1 ? "step" : "steps");
    }

    private static String started(Task.Child child, String names) {
        return "workflow " + names + (child.version() == null ? "" : " " + child.version());
    }

    /** The name of an action or a workflow, or those that can come. */
    private static String names(List<String> names) {
        return names.size() == 1 ? names.getFirst() : "one of " + String.join(", ", names);
    }

    /** The name of an action or a workflow, or those that can come, shortened. A literal name has any length. */
    public static String brief(List<String> names) {
        return names.size() == 1 ? names.getFirst() : shortened(names(names));
    }

    /** A duration, or the expression that gives it. */
    private static String time(Step step, String place, @Nullable Duration literal) {
        Expression computed = step.times().at(place);
        return computed != null
                ? " " + shortened(computed.source())
                : literal == null ? "" : " " + Durations.format(literal);
    }

    /** When the step runs, and how often, each in a few words. */
    public static List<String> conditions(Step step) {
        List<String> notes = new ArrayList<>();
        if (step.when() != null) {
            notes.add(shortened("when " + step.when().source()));
        }
        if (step.forEach() != null) {
            notes.add(shortened(forEach(step.forEach())));
        }
        if (step.repeat() != null) {
            notes.add(shortened("until " + step.repeat().until().source()));
        }
        if (step.task().updateOn() != null) {
            notes.add("updated by " + step.task().updateOn());
        }
        return notes;
    }

    /** All further properties, each in a few words. */
    public static List<String> notes(Step step) {
        List<String> notes = new ArrayList<>(conditions(step));
        if (!step.join().equals(Join.ALL)) {
            notes.add("join " + step.join());
        }
        if (step.pivot()) {
            notes.add("pivot");
        }
        if (step.task() instanceof Task.Action action && action.compensate() != null) {
            notes.add("undone by " + brief(action.compensate().names()));
        }
        if (step.task() instanceof Task.Switch choice) {
            choice.cases().forEach(one -> notes.add(choice(one)));
        }
        return notes;
    }

    /** A case of a switch, and when it is chosen. */
    public static String choice(Task.Switch.Case one) {
        return one.when() == null
                ? one.name() + " otherwise"
                : shortened(one.name() + " if " + one.when().source());
    }

    private static String forEach(ForEach forEach) {
        String items = items(forEach.items());
        return forEach.batch() == ForEach.SINGLY
                ? "for each " + items
                : "for each %d of %s".formatted(forEach.batch(), items);
    }

    private static String text(Template template) {
        return template.source().value() instanceof String text
                ? text
                : template.source().text();
    }

    private static String items(Template items) {
        return items.source().value() instanceof String text
                ? Expression.of(text).source()
                : items.source().text();
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        if (line.length() <= LENGTH_MAX) {
            return line;
        }
        int end = LENGTH_MAX - 1;
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
