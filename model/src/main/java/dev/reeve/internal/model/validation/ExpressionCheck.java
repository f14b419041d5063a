package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionReference;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.expression.TemplateExpression;
import dev.reeve.internal.values.MemberPath;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that expressions refer to existing data that is settled when they are evaluated. */
final class ExpressionCheck {

    private static final String ERROR = "error";
    private static final List<String> OF_STEP = List.of("output", "status", ERROR);
    private static final List<String> OF_EXECUTION = List.of("id", "workflow", "version", "key", ERROR);
    private static final List<String> OF_STEP_ERROR = List.of("code", "message", "cause", "details");
    private static final List<String> OF_EXECUTION_ERROR = List.of("code", "message", "cause", "details", "step");
    /** Known in a step that collects signals: the list so far, and its length. */
    private static final List<String> OF_SIGNALS = List.of("output", "round");

    private static final List<String> OF_ROUND = List.of("output", "round", "previous");

    /** The data of a round of which one must be in the condition of a {@code repeat}. */
    private static final List<String> NEW_IN_ROUND = List.of("output", "round");

    private static final String SIGNAL = "signal";

    private final Problems problems;
    private final Set<String> stepNames;
    private final Set<String> finallyNames;
    private final Set<String> allNames;
    /** Steps whose {@code after} has a problem, so their predecessors are not known. */
    private final Set<String> unclear;

    private final ReadCheck reads;
    private final Set<String> outer;

    /** @param outer the steps around a group, which its steps cannot see */
    ExpressionCheck(
            Problems problems,
            Set<String> stepNames,
            Set<String> finallyNames,
            Set<String> unclear,
            ReadCheck reads,
            Set<String> outer) {
        this.outer = outer;
        this.problems = problems;
        this.stepNames = stepNames;
        this.finallyNames = finallyNames;
        this.allNames = new LinkedHashSet<>(stepNames);
        this.allNames.addAll(finallyNames);
        this.unclear = unclear;
        this.reads = reads;
    }

    /**
     * The location of an expression.
     *
     * @param section the section of the step, as a key of the workflow; empty outside of a step
     * @param step empty outside of a step
     * @param ancestors null if the step's predecessors are not known
     * @param names the additional names that are known at this location
     * @param itself whether the step's own output is known there
     */
    private record Where(
            String section, String step, @Nullable Ancestors ancestors, Set<String> names, boolean itself) {

        static final Where START = new Where("", "", null, Set.of(), false);
        static final Where END = new Where("", "", null, Set.of(), true);

        Where knowing(Collection<String> more) {
            Set<String> all = new LinkedHashSet<>(names);
            all.addAll(more);
            return new Where(section, step, ancestors, all, itself);
        }

        Where withItself() {
            return new Where(section, step, ancestors, names, true);
        }

        boolean isFinally() {
            return section.equals("finally");
        }

        /** Whether the execution may have failed by then. */
        boolean isAfterFailure() {
            return isFinally() || (itself && !step.isEmpty());
        }
    }

    /** Checks a template that is computed when an execution starts. */
    void atStart(String path, Template template) {
        template(path, template, Where.START);
    }

    /** Checks an expression that is computed when an execution starts. */
    void atStart(String path, Expression expression) {
        expression(path, expression, Where.START);
    }

    /** Checks a template that is computed when all of {@code steps} are settled. */
    void atEnd(String path, Template template) {
        template(path, template, Where.END);
    }

    void step(String section, Step step, @Nullable Ancestors ancestors) {
        String path = MemberPath.child(section, step.name());
        Where once = new Where(section, step.name(), ancestors, Set.of(), false);
        Where each = once;
        Where undone = once.withItself();
        if (step.when() != null) {
            condition(path + ".when", step.when(), once);
        }
        if (step.forEach() != null) {
            template(path + ".forEach", step.forEach().items(), once);
            list(path + ".forEach", step.forEach().items(), once);
            List<String> ofItem = List.of(step.forEach().as(), "index");
            each = each.knowing(ofItem);
            undone = undone.knowing(ofItem).knowing(Set.of("output"));
        } else if (problems.isUnreadable(path + ".forEach")) {
            each = each.knowing(List.of(ForEach.DEFAULT_AS, "index")); // the item's name is not known either
        }
        if (step.repeat() != null) {
            each = each.knowing(step.task() instanceof Task.Await ? OF_SIGNALS : OF_ROUND);
            undone = undone.knowing(OF_ROUND);
            until(path + ".repeat.until", step.repeat().until(), each);
        } else if (problems.isUnreadable(path + ".repeat") || problems.isUnreadable(path + ".repeat.until")) {
            each = each.knowing(OF_ROUND);
        }
        times(path, step, timed(step, once), each, undone);
        switch (step.task()) {
            case Task.Action action -> {
                name(path + ".action", action.call().name(), each);
                template(path + ".input", action.call().input(), each);
                if (action.limit() != null) {
                    template(path + ".limit.key", action.limit().key(), each);
                }
                if (action.probe() != null) {
                    name(path + ".probe.action", action.probe().name(), each);
                    template(path + ".probe.input", action.probe().input(), each);
                }
                if (action.compensate() != null) {
                    name(path + ".compensate.action", action.compensate().name(), undone);
                    template(path + ".compensate.input", action.compensate().input(), undone);
                }
            }
            case Task.WaitFor wait -> {
                // no expression
            }
            case Task.WaitUntil wait ->
                typed(path + ".waitUntil", wait.waitUntil(), ReadCheck.Use.INSTANT, timed(step, once));
            case Task.Switch choice -> {
                for (Task.Switch.Case one : choice.cases()) {
                    if (one.when() != null) {
                        condition(MemberPath.child(path + ".switch", one.name()), one.when(), once);
                    }
                }
            }
            case Task.Await await ->
                template(
                        path + ".await.default",
                        await.defaultOutput(),
                        step.repeat() == null ? once : once.knowing(List.of("output")));
            case Task.Child child -> {
                name(path + ".workflow", child.name(), each);
                template(path + ".input", child.input(), each);
            }
            case Task.Value computed -> template(path + ".value", computed.value(), once);
            case Task.Fail fail -> {
                template(path + ".fail.message", fail.message(), once);
                template(path + ".fail.details", fail.details(), once);
            }
            case Task.Complete complete -> template(path + ".complete", complete.output(), once);
        }
    }

    /** Checks the durations that are expressions, and the signal after which one of them is computed again. */
    private void times(String path, Step step, Where once, Where each, Where undone) {
        step.times().expressions().forEach((place, expression) -> {
            boolean isOnce = place.equals(ComputedTimes.WAIT) || place.equals(ComputedTimes.TIMEOUT);
            Where where = place.startsWith(ComputedTimes.OF_COMPENSATION) ? undone : isOnce ? once : each;
            typed(path + "." + place, expression, ReadCheck.Use.DURATION, where);
        });
        Expression updated = step.task() instanceof Task.WaitUntil wait
                ? wait.waitUntil()
                : step.times().at(ComputedTimes.TIMEOUT);
        if (step.task().updateOn() != null
                && updated != null
                && updated.references().stream()
                        .noneMatch(reference -> reference.root().equals(SIGNAL))) {
            problems.addAt(
                    path + (step.task() instanceof Task.WaitUntil ? ".waitUntil" : "." + ComputedTimes.TIMEOUT),
                    "'%s' changes nothing, as this does not refer to 'signal', its data"
                            .formatted(step.task().updateOn()),
                    "For example \"${ signal.dueAt ? signal.dueAt : input.dueAt }\"");
        }
    }

    private static Where timed(Step step, Where where) {
        return step.task().updateOn() == null ? where : where.knowing(List.of(SIGNAL));
    }

    /** Reports a condition that does not refer to the round's data: its value is the same after each round. */
    private void condition(String path, Expression condition, Where where) {
        typed(path, condition, ReadCheck.Use.CONDITION, where);
    }

    private void typed(String path, Expression expression, ReadCheck.Use use, Where where) {
        expression(path, expression, where);
        reads.type(path, expression, use, where.step, where.names);
    }

    /** Checks the type of a list that is one expression. */
    private void list(String path, Template items, Where where) {
        if (items.source().value() instanceof String && items.expressions().size() == 1) {
            reads.type(path, items.expressions().getFirst().expression(), ReadCheck.Use.LIST, where.step, where.names);
        }
    }

    private void until(String path, Expression until, Where where) {
        condition(path, until, where);
        if (until.references().stream().noneMatch(reference -> NEW_IN_ROUND.contains(reference.root()))) {
            problems.addAt(
                    path,
                    "this is the same after every round, as it refers to neither 'output' nor 'round'",
                    "For example \"${ output.done }\"");
        }
    }

    private void name(String path, @Nullable ComputedName name, Where where) {
        template(path, name == null ? null : name.name(), where);
    }

    private void template(String path, @Nullable Template template, Where where) {
        if (template != null) {
            for (TemplateExpression found : template.expressions()) {
                expression(path + found.path(), found.expression(), where);
            }
        }
    }

    private void expression(String path, Expression expression, Where where) {
        for (ExpressionReference reference : expression.references()) {
            List<String> members = reference.path();
            reads.check(path, reference, where.section, where.step, where.names);
            if (where.names.contains(reference.root())) {
                continue; // an item or an action's output may have any members
            }
            switch (reference.root()) {
                case "input" -> {
                    // the caller's input may have any members
                }
                case "steps" -> {
                    if (where.equals(Where.START)) {
                        problems.addAt(path, "nothing is known of steps when an execution starts", "");
                    } else if (!members.isEmpty()) {
                        step(path, members, where);
                    }
                }
                case "execution" -> execution(path, members, where);
                case "outcome" -> {
                    if (!where.isFinally()) {
                        problems.addAt(path, "'outcome' is only known in 'finally'", "");
                    }
                }
                default -> unknownRoot(path, reference, where);
            }
        }
    }

    private void unknownRoot(String path, ExpressionReference reference, Where where) {
        String root = reference.root();
        if (root.equals(ForEach.DEFAULT_AS) || root.equals("index")) {
            problems.addAt(path, "'%s' is only known in a step with 'forEach'".formatted(root), "");
            return;
        }
        if (root.equals(SIGNAL)) {
            problems.addAt(path, "'signal' is only known in 'waitUntil' and 'timeout', with 'updateOn'", "");
            return;
        }
        if (OF_ROUND.contains(root)) {
            problems.addAt(path, "'%s' is only known in a step with 'repeat'".formatted(root), "");
            return;
        }
        Set<String> known = new LinkedHashSet<>(List.of("input", "steps", "execution"));
        if (where.isFinally()) {
            known.add("outcome");
        }
        known.addAll(where.names);
        String suggestion = stepNames.contains(root)
                ? "Did you mean steps.%s?".formatted(root)
                : problems.didYouMean(
                        root, known, "Known names are %s; text needs quotes".formatted(String.join(", ", known)));
        problems.addAt(
                path,
                "there is no '%s' (at character %d of the expression)".formatted(root, reference.at() + 1),
                suggestion);
    }

    private void step(String path, List<String> members, Where where) {
        String name = members.getFirst();
        boolean exists = stepNames.contains(name) || finallyNames.contains(name);
        if (!exists) {
            boolean isOutside = outer.contains(name);
            problems.addAt(
                    path,
                    isOutside
                            ? "the step '%s' is outside of the group, whose steps see only each other".formatted(name)
                            : "there is no step '%s'".formatted(name),
                    isOutside
                            ? "Name its output in the 'input' of the group, and read that as input.…"
                            : problems.didYouMean(name, allNames, ""));
            return;
        }
        if (where.equals(Where.END)) {
            if (!stepNames.contains(name)) {
                problems.addAt(
                        path, "the step '%s' of 'finally' runs after the output is computed".formatted(name), "");
            }
        } else {
            settled(path, name, where);
        }
        member(path, "steps." + name, members, 1, OF_STEP);
        if (members.size() > 1 && members.get(1).equals(ERROR)) {
            member(path, "steps." + name + ".error", members, 2, OF_STEP_ERROR);
        }
    }

    private void execution(String path, List<String> members, Where where) {
        member(path, "execution", members, 0, OF_EXECUTION);
        if (members.isEmpty() || !members.getFirst().equals(ERROR)) {
            return;
        }
        if (where.isAfterFailure()) {
            member(path, "execution.error", members, 1, OF_EXECUTION_ERROR);
        } else {
            problems.addAt(
                    path,
                    "'execution.error' is only known in 'finally' and in 'compensate', once the execution has failed",
                    "The error of a step is steps.NAME.error");
        }
    }

    private void settled(String path, String name, Where where) {
        if (where.ancestors == null
                || unclear.contains(where.step)
                || (where.isFinally() && stepNames.contains(name))) {
            return;
        }
        if (name.equals(where.step)) {
            if (!where.itself) {
                problems.addAt(path, "the step refers to itself, and has no output yet", "");
            }
        } else if (!(where.isFinally() ? finallyNames : stepNames).contains(name)) {
            problems.addAt(path, "the step '%s' of 'finally' runs later than this".formatted(name), "");
        } else if (where.ancestors.isBefore(where.step, name)) {
            problems.addAt(path, "the step '%s' runs after '%s'".formatted(name, where.step), "");
        } else if (!where.ancestors.isBefore(name, where.step)) {
            problems.addAt(
                    path,
                    "the step '%s' need not be settled by then: '%s' does not come after it"
                            .formatted(name, where.step),
                    "Add %s to 'after' of %s".formatted(name, where.step));
        }
    }

    private void member(String path, String of, List<String> members, int index, Collection<String> known) {
        if (members.size() > index && !known.contains(members.get(index))) {
            problems.addAt(
                    path,
                    "'%s' has no member '%s'".formatted(of, members.get(index)),
                    problems.didYouMean(members.get(index), known, "Known members are " + String.join(", ", known)));
        }
    }
}
