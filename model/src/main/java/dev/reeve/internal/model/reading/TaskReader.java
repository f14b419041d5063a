package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads steps that do not call an agent. */
final class TaskReader {

    /** Placeholder for a task that cannot be read, so that the rest can be checked. */
    static final Task STAND_IN = new Task.WaitFor(Fields.DURATION_MIN);

    private static final Set<String> AWAIT_KEYS = Fields.keys("signal", "timeout", "default", "schema", "updateOn");
    private static final Set<String> FAIL_KEYS = Fields.keys("code", "message", "details");
    private static final String OTHERWISE = "otherwise";

    private final Problems problems;
    private final StepDefaults defaults;
    private final SchemaReader schemas;
    private final TimeReader times;

    TaskReader(Problems problems, StepDefaults defaults, SchemaReader schemas, TimeReader times) {
        this.problems = problems;
        this.defaults = defaults;
        this.schemas = schemas;
        this.times = times;
    }

    Task waitFor(Fields fields) {
        Duration duration = times.duration(fields, "wait", Fields.DURATION_MIN);
        return duration == null ? STAND_IN : new Task.WaitFor(duration);
    }

    Task waitUntil(Fields fields) {
        Expression until = fields.expression("waitUntil");
        return until == null ? STAND_IN : new Task.WaitUntil(until, fields.name("updateOn", "the name of a signal"));
    }

    Task choice(Fields outer) {
        DocumentNode.Mapping mapping =
                outer.object("switch", "the cases by name, such as { large: \"${ input.n > 9 }\" }");
        if (mapping == null) {
            return STAND_IN;
        }
        if (mapping.members().isEmpty()) {
            problems.add(mapping.place(), "there is no case", "Add at least one");
        }
        Fields fields = Fields.of(mapping, problems, mapping.members().keySet());
        List<Task.Switch.Case> cases = new ArrayList<>();
        mapping.members().forEach((name, member) -> {
            if (!Fields.isName(name)) {
                problems.add(member.key(), Fields.nameMessage(name), Fields.nameSuggestion(name));
            }
            boolean otherwise = member.node() instanceof DocumentNode.Text text
                    && text.text().equals(OTHERWISE);
            if (otherwise && cases.size() < mapping.members().size() - 1) {
                problems.addOfMeaning(
                        member.key(),
                        "'otherwise' holds always: the cases after '%s' are never chosen".formatted(name),
                        "Move it to the end");
            }
            // keeps the name of an unreadable case, because steps may refer to it
            cases.add(new Task.Switch.Case(name, otherwise ? null : fields.expression(name)));
        });
        return new Task.Switch(cases);
    }

    Task await(Fields outer) {
        DocumentNode node = outer.get("await");
        OnExhausted onExhausted = onExhausted(outer);
        if (node instanceof DocumentNode.Text) {
            String signal = outer.name("await", "the name of a signal");
            return new Task.Await(List.of(signal == null ? "" : signal), null, null, null, onExhausted, null);
        }
        DocumentNode.Mapping mapping =
                outer.object("await", "the name of a signal, or an object such as { signal: approval, timeout: 2d }");
        if (mapping == null) {
            return STAND_IN;
        }
        Fields fields = Fields.of(mapping, problems, AWAIT_KEYS, () -> AWAIT_KEYS, Set.of("default"));
        List<String> signals = signals(fields);
        if (!fields.has("signal")) {
            problems.missing(mapping.place(), "signal", "the signal has no name", "Add 'signal: name'");
        }
        if (fields.has("default") && !fields.has("timeout")) {
            problems.add(
                    fields.keyPlace("default"),
                    "'default' is never used, as the step waits forever",
                    "Add 'timeout', or remove 'default'");
        }
        Template defaultOutput = fields.nullableTemplate("default");
        JsonSchema schema = schemas.schema(fields);
        if (!outer.has("repeat")) { // the default of a list of signals is no signal
            checkDefault(fields, defaultOutput, schema);
        }
        Duration timeout = times.duration(fields, "timeout", Fields.DURATION_MIN);
        if (fields.has("updateOn") && !times.isComputed(fields, "timeout")) {
            problems.add(
                    fields.keyPlace("updateOn"),
                    "'updateOn' has nothing to compute again, as 'timeout' is no expression",
                    "For example timeout: \"${ signal.more ? '5d' : '2d' }\"");
        }
        return new Task.Await(
                signals, timeout, defaultOutput, schema, onExhausted, fields.name("updateOn", "the name of a signal"));
    }

    private List<String> signals(Fields fields) {
        if (!(fields.get("signal") instanceof DocumentNode.Sequence list)) {
            String signal = fields.name("signal", "the name of a signal, or a list of names");
            return List.of(signal == null ? "" : signal);
        }
        Set<String> names = new LinkedHashSet<>();
        for (DocumentNode element : list.elements()) {
            if (!(element instanceof DocumentNode.Text text)) {
                fields.wrong(element, "the name of a signal", "");
            } else if (!Fields.isName(text.text())) {
                problems.add(text.place(), Fields.nameMessage(text.text()), Fields.nameSuggestion(text.text()));
            } else if (!names.add(text.text())) {
                problems.add(text.place(), "'%s' is in the list twice".formatted(text.text()), "Remove it");
            }
        }
        if (list.elements().size() < 2 || list.elements().size() > Task.Await.SIGNALS_MAX) {
            problems.add(
                    list.place(),
                    "there are %d signals, and a list has 2 to %d"
                            .formatted(list.elements().size(), Task.Await.SIGNALS_MAX),
                    list.elements().size() == 1 ? "Write the name alone" : "");
        }
        return names.isEmpty() ? List.of("") : List.copyOf(names);
    }

    private void checkDefault(Fields fields, @Nullable Template defaultOutput, @Nullable JsonSchema schema) {
        if (fields.get("signal") instanceof DocumentNode.Sequence
                || defaultOutput == null
                || schema == null
                || !defaultOutput.expressions().isEmpty()) {
            return;
        }
        String path = fields.place("default").path();
        for (Problem problem : schema.check(path, defaultOutput.source())) {
            problems.addAt(problem.path(), "not what the schema asks for: " + problem.message(), "");
        }
    }

    Task child(Fields fields) {
        NameReader names = new NameReader(problems);
        String workflow = names.workflow(fields);
        return new Task.Child(
                workflow == null ? "" : workflow,
                version(fields),
                fields.template("input"),
                times.duration(fields, "completeBy", Fields.DURATION_MIN),
                onExhausted(fields),
                CallReader.priority(fields),
                names.computed(fields, "workflow"));
    }

    Task value(Fields fields) {
        Template value = fields.template("value");
        return value == null ? STAND_IN : new Task.Value(value);
    }

    Task complete(Fields fields) {
        refuseInFinally(fields, "complete");
        Template output = fields.template("complete");
        return output == null ? STAND_IN : new Task.Complete(output);
    }

    Task fail(Fields outer) {
        refuseInFinally(outer, "fail");
        if (outer.get("fail") instanceof DocumentNode.Text) {
            String code = outer.code("fail");
            return code == null ? STAND_IN : new Task.Fail(code, null, null);
        }
        DocumentNode.Mapping mapping =
                outer.object("fail", "the code of a failure, or an object such as { code: TOO_RISKY, message: \"…\" }");
        if (mapping == null) {
            return STAND_IN;
        }
        Fields fields = Fields.of(mapping, problems, FAIL_KEYS);
        if (!fields.has("code")) {
            problems.missing(mapping.place(), "code", "the failure has no code", "Add 'code: TOO_RISKY'");
        }
        String code = fields.code("code");
        return new Task.Fail(code == null ? "" : code, fields.textTemplate("message"), fields.template("details"));
    }

    private void refuseInFinally(Fields fields, String key) {
        if (!defaults.compensable()) {
            problems.unreadable(
                    fields.keyPlace(key), "the outcome is decided before 'finally' begins", "Move it to 'steps'");
        }
    }

    private @Nullable Integer version(Fields fields) {
        DocumentNode node = fields.get("version");
        if (node == null
                || (node instanceof DocumentNode.Text text && text.text().equals("latest"))) {
            return null;
        }
        OptionalInt version = Fields.whole(node, 1, Definition.VERSION_MAX);
        if (version.isEmpty()) {
            fields.wrong(node, "a version from 1 to %,d, or latest".formatted(Definition.VERSION_MAX), "");
        }
        return version.isEmpty() ? null : (Integer) version.getAsInt();
    }

    /** Reads {@code onExhausted} of a step that is never retried. */
    private OnExhausted onExhausted(Fields fields) {
        return new OnExhaustedReader(problems, defaults, false).read(fields);
    }
}
