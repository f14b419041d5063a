package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionReference;
import dev.reeve.internal.model.schema.Shape;
import dev.reeve.workflow.OnExhausted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks what expressions read: against the schemas of the input, of outputs and of signals, where the definition gives
 * them; and whether there can be a value at all. A definition that was checked before is not checked again.
 */
final class ReadCheck {

    private final Problems problems;
    private final Shape input;
    private final Map<String, Step> steps = new HashMap<>();
    private final Reachability reachability;

    /** @param input the shape of the input, as far as it is known */
    ReadCheck(Definition workflow, Problems problems, Shape input) {
        this.problems = problems;
        this.input = input;
        workflow.steps().forEach(step -> steps.put(step.name(), step));
        workflow.finallySteps().forEach(step -> steps.put(step.name(), step));
        this.reachability = Reachability.of(problems.isChecked() ? List.of() : workflow.steps());
    }

    /**
     * @param path the place of the expression
     * @param section the section of the step that has the expression; empty outside of a step
     * @param inStep the step that has the expression; empty outside of a step
     * @param names the additional names that are known there, such as that of an item
     */
    void check(String path, ExpressionReference reference, String section, String inStep, Set<String> names) {
        if (problems.isChecked()) {
            return;
        }
        List<String> members = reference.path();
        String root = reference.root();
        Step step = steps.get(inStep);
        if (names.contains(root)) {
            shape(path, root, known(root, step), members);
        } else if (root.equals("input")) {
            shape(path, "input", input, members);
        } else if (root.equals("steps") && members.size() > 1 && members.get(1).equals("output")) {
            Step read = steps.get(members.getFirst());
            if (read != null) {
                String name = "steps." + read.name() + ".output";
                shape(path, name, outputOf(read), members.subList(2, members.size()));
                warn(path, read, section, inStep, members.size() > 2);
            }
        } else if (isError(root, members) && section.equals("steps") && !path.contains(".compensate.")) {
            warnOfError(path, steps.get(members.getFirst()));
        }
    }

    /** The shape of a name that is known in a step: an item, or the output of a round. */
    private Shape known(String name, @Nullable Step step) {
        if (step == null) {
            return Shape.UNKNOWN;
        }
        if (step.forEach() != null && name.equals(step.forEach().as())) {
            return step.forEach().batch() == ForEach.SINGLY ? ofItem(step) : Shape.UNKNOWN;
        }
        return name.equals("output") || (name.equals("previous") && step.repeat() != null) ? of(step) : Shape.UNKNOWN;
    }

    /** The shape of what the steps of a group see as their input. */
    Shape inputOfGroup(Step step, Task.Child child) {
        if (problems.isChecked()) {
            return Shape.UNKNOWN;
        }
        if (child.input() != null) {
            return Shape.ofTemplate(child.input().source());
        }
        return step.forEach() == null ? input : known(step.forEach().as(), step);
    }

    /** The purpose of a value. */
    enum Use {
        CONDITION,
        LIST,
        DURATION,
        INSTANT
    }

    /**
     * Checks the type of an expression that only reads described data.
     *
     * @param inStep as for {@link #check}
     * @param names as for {@link #check}
     */
    void type(String path, Expression expression, Use use, String inStep, Set<String> names) {
        if (problems.isChecked() || !expression.isPlain()) {
            return;
        }
        ExpressionReference reference = expression.references().getFirst();
        boolean isNamed = names.contains(reference.root());
        Shape shape = isNamed ? inner(known(reference.root(), steps.get(inStep)), reference.path()) : read(reference);
        String read = expression.source().strip();
        switch (use) {
            case CONDITION -> {
                if (shape.isOnly("string")) {
                    problems.warnAt(
                            path,
                            "'%s' is %s by its schema, and every text but the empty one counts as true"
                                    .formatted(read, shape.type()),
                            "Compare it, for example %s = 'yes'".formatted(read));
                }
            }
            case LIST -> {
                if (shape.isOnly("string", "number", "integer", "boolean", "object")) {
                    refuse(path, read, shape, "a list");
                }
            }
            case DURATION -> {
                if (shape.isOnly("boolean", "object")) {
                    refuse(path, read, shape, "the text of a duration or a number of milliseconds");
                }
            }
            case INSTANT -> {
                if (shape.isOnly("boolean", "object")) {
                    refuse(path, read, shape, "the text of an instant or milliseconds since 1970");
                }
            }
        }
    }

    private void refuse(String path, String read, Shape shape, String expected) {
        problems.addAt(
                path,
                "'%s' is %s by its schema, and %s is needed here".formatted(read, shape.type(), expected),
                "Correct the schema, or the expression");
    }

    private static Shape inner(Shape outer, List<String> members) {
        Shape shape = outer;
        for (String member : members) {
            shape = shape.member(member);
        }
        return shape;
    }

    /** The shape of the output of a step, or of each of its items. */
    private static Shape of(Step step) {
        return switch (step.task()) {
            case Task.Value value
            when step.output() == null -> Shape.ofTemplate(value.value().source());
            case Task.Child child when child.group() != null && step.output() == null -> ofGroup(child.group());
            case Task.Await await when await.isOfSeveral() || step.repeat() != null -> Shape.UNKNOWN;
            case Task.Await await ->
                await.defaultOutput() == null
                                || await.defaultOutput().expressions().isEmpty()
                        ? Shape.of(await.schema())
                        : Shape.UNKNOWN;
            default -> Shape.of(step.output());
        };
    }

    /** The shape of the output of a whole step. */
    private static Shape outputOf(Step step) {
        return step.forEach() == null ? of(step) : of(step).asList();
    }

    private static Shape ofGroup(Definition group) {
        return group.output() != null
                ? Shape.ofTemplate(group.output().source())
                : Shape.ofMembers(group.steps().stream().map(Step::name).toList());
    }

    /** The shape of an item, if the list is read from described data as it is. */
    private Shape ofItem(Step step) {
        Expression list = step.forEach() == null
                ? null
                : plain(step.forEach().items().source().value());
        return list == null ? Shape.UNKNOWN : read(list.references().getFirst());
    }

    private static @Nullable Expression plain(@Nullable Object source) {
        Expression expression = source instanceof String text ? Expression.of(text, true) : null;
        return expression != null && expression.isPlain() ? expression : null;
    }

    private Shape read(ExpressionReference reference) {
        List<String> members = reference.path();
        Shape shape = Shape.UNKNOWN;
        int from = 0;
        if (reference.root().equals("input")) {
            shape = input;
        } else if (reference.root().equals("steps") && members.size() > 1 && steps.containsKey(members.getFirst())) {
            shape = members.get(1).equals("output") ? outputOf(steps.get(members.getFirst())) : Shape.UNKNOWN;
            from = 2;
        }
        return inner(shape, members.subList(from, members.size()));
    }

    private void shape(String path, String of, Shape shape, List<String> members) {
        Shape inner = shape;
        StringBuilder read = new StringBuilder(of);
        for (String member : members) {
            Shape next = inner.member(member);
            if (next.isMissing()) {
                missing(path, read.toString(), inner, member);
                return;
            }
            read.append('.').append(member);
            inner = next;
        }
    }

    /** A member that the schema excludes is an error, and so is one that is close to a described one. */
    private void missing(String path, String of, Shape shape, String member) {
        Set<String> known = shape.members();
        String closest = problems.closest(member, known).orElse("");
        boolean isWritten = shape.isWritten();
        String message = shape.isScalar()
                ? "'%s' is %s%s, and has no member '%s'"
                        .formatted(of, shape.type(), isWritten ? "" : " by its schema", member)
                : "'%s' has no member '%s'%s".formatted(of, member, isWritten ? "" : " in its schema");
        String suggestion = !closest.isEmpty()
                ? isWritten
                        ? "Did you mean %s?".formatted(closest)
                        : "Did you mean %s? Otherwise add it to the schema".formatted(closest)
                : known.isEmpty() ? "" : (isWritten ? "It has " : "It describes ") + String.join(", ", known);
        if (shape.isClosed() || !closest.isEmpty()) {
            problems.addAt(path, message, suggestion);
        } else {
            problems.warnAt(path, message + ", which allows others", suggestion);
        }
    }

    private static boolean isError(String root, List<String> members) {
        return root.equals("steps") && members.size() > 1 && members.get(1).equals("error");
    }

    /** A step has an error by the time that another one begins only if its failure lets the execution go on. */
    private void warnOfError(String path, @Nullable Step read) {
        OnExhausted policy = read == null ? null : read.task().onExhausted();
        boolean continues = policy != null
                && (policy.then() == OnExhausted.Then.CONTINUE
                        || policy.byCode().containsValue(OnExhausted.Then.CONTINUE));
        if (read != null && !continues) {
            problems.warnAt(
                    path,
                    "the error of '%s' is always null here, as no failure of it lets the execution go on"
                            .formatted(read.name()),
                    policy == null ? "" : "Add 'onExhausted: continue' to it, also for single codes");
        }
    }

    private void warn(String path, Step read, String section, String inStep, boolean ofMember) {
        String name = read.name();
        if (read.task() instanceof Task.WaitFor || read.task() instanceof Task.WaitUntil) {
            problems.warnAt(path, "the output of '%s' is always null, as it only waits".formatted(name), "");
        } else if (read.task() instanceof Task.Fail) {
            problems.warnAt(path, "the output of '%s' is never known, as it always fails".formatted(name), "");
        } else if (read.task() instanceof Task.Switch && ofMember) {
            problems.warnAt(
                    path,
                    "the output of the switch '%s' is the name of a case, and has no members".formatted(name),
                    "Write steps.%s.output".formatted(name));
        } else if (reachability.isDead(name)) {
            problems.warnAt(path, "the output of '%s' is never known, as the step never runs".formatted(name), "");
        } else if (section.equals("steps")) {
            String why = reachability.whyExclusive(inStep, name);
            if (why != null) {
                problems.warnAt(path, "the output of '%s' is never known here: %s".formatted(name, why), "");
            }
        }
    }
}
