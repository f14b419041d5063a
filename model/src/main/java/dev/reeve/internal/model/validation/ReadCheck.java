package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionReference;
import dev.reeve.internal.model.schema.JsonSchema;
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
    private final @Nullable JsonSchema input;
    private final Map<String, Step> steps = new HashMap<>();
    private final Reachability reachability;

    ReadCheck(Definition workflow, Problems problems) {
        this.problems = problems;
        this.input = workflow.input();
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
            if (root.equals("output") && step != null) {
                shape(path, "output", of(step), members);
            } else if (step != null
                    && step.forEach() != null
                    && root.equals(step.forEach().as())) {
                shape(path, root, ofItem(step), members);
            }
        } else if (root.equals("input")) {
            shape(path, "input", Shape.of(input), members);
        } else if (root.equals("steps") && members.size() > 1 && members.get(1).equals("output")) {
            Step read = steps.get(members.getFirst());
            if (read != null) {
                String name = "steps." + read.name() + ".output";
                shape(path, name, of(read), members.subList(2, members.size()));
                warn(path, read, section, inStep, members.size() > 2);
            }
        } else if (isError(root, members) && section.equals("steps") && !path.contains(".compensate.")) {
            warnOfError(path, steps.get(members.getFirst()));
        }
    }

    /** The shape of a step's output. That of a list of outputs is the shape of each, as expressions map over lists. */
    private static Shape of(Step step) {
        return switch (step.task()) {
            case Task.Await await when await.isOfSeveral() || step.repeat() != null -> Shape.UNKNOWN;
            case Task.Await await ->
                await.defaultOutput() == null
                                || await.defaultOutput().expressions().isEmpty()
                        ? Shape.of(await.schema())
                        : Shape.UNKNOWN;
            default -> Shape.of(step.output());
        };
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
            shape = Shape.of(input);
        } else if (reference.root().equals("steps") && members.size() > 1 && steps.containsKey(members.getFirst())) {
            shape = members.get(1).equals("output") ? of(steps.get(members.getFirst())) : Shape.UNKNOWN;
            from = 2;
        }
        for (String member : members.subList(from, members.size())) {
            shape = shape.member(member);
        }
        return shape;
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
        String message = shape.isScalar()
                ? "'%s' is %s by its schema, and has no member '%s'".formatted(of, shape.type(), member)
                : "'%s' has no member '%s' in its schema".formatted(of, member);
        String suggestion = !closest.isEmpty()
                ? "Did you mean %s? Otherwise add it to the schema".formatted(closest)
                : known.isEmpty() ? "" : "It describes " + String.join(", ", known);
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
