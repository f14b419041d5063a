package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.simulation.oracle.Account.Undo;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The documented rules for moving to another version: a step that has begun must have the same meaning there. */
final class Moves {

    private Moves() {}

    /** Why a step cannot continue in the target version; null if it can. */
    static @Nullable String problem(Account account, Definition target) {
        Step was = account.step;
        Step will = target.steps().stream()
                .filter(step -> step.name().equals(was.name()))
                .findFirst()
                .orElse(null);
        if (will == null) {
            return "it is not there";
        }
        if (!kind(was.task()).equals(kind(will.task()))) {
            return "it is something else there";
        }
        if ((was.forEach() == null) != (will.forEach() == null) || (was.repeat() == null) != (will.repeat() == null)) {
            return "it has a loop in one of them";
        }
        if (was.forEach() != null
                && (was.forEach().batch() == 0) != (will.forEach().batch() == 0)) {
            return "its items are batches in one of them";
        }
        if (!NameRules.fits(account, will.task())) {
            return "a name that was computed is not listed there";
        }
        if (!order(was).equals(order(will))
                || (!was.after().isEmpty() && was.join().count() != will.join().count())) {
            return "it comes after other steps there";
        }
        if (compensation(was) != null && compensation(will) == null) {
            return "it cannot be undone there";
        }
        if (account.status().equals("completed") && was.pivot() != will.pivot()) {
            return "it is the point of no return in one of them";
        }
        if (isAskedAbout(account) && !Objects.equals(probe(was), probe(will))) {
            return "it is asked about in another way there";
        }
        if (!isUndoneAlike(account, compensation(was), compensation(will))) {
            return "it is being undone, and is undone in another way there";
        }
        return result(account, will);
    }

    /** A step that is being undone must be undone by the same action; one that was computed must be listed there. */
    private static boolean isUndoneAlike(Account account, @Nullable ActionCall was, @Nullable ActionCall will) {
        if (account.items != null) {
            return account.items.stream().allMatch(item -> isUndoneAlike(item, was, will));
        }
        if (account.undo != Undo.BEGUN || was == null) {
            return true;
        }
        if (will == null || (was.name() == null) != (will.name() == null)) {
            return false;
        }
        String name = account.name(Purpose.COMPENSATION);
        return was.name() == null
                ? was.action().equals(will.action())
                : name == null || will.names().contains(name);
    }

    private static @Nullable String result(Account account, Step will) {
        boolean isDone = account.outcome == Outcome.DONE
                || (account.items != null && account.items.stream().anyMatch(item -> item.outcome == Outcome.DONE));
        if (isDone && !members(account.step).containsAll(members(will))) {
            return "the group gives more there";
        }
        if (will.task() instanceof Task.Switch choice
                && account.output != null
                && choice.cases().stream().noneMatch(one -> one.name().equals(account.output))) {
            return "what was chosen is not there";
        }
        if (account.items != null) {
            return account.items.stream()
                            .allMatch(each ->
                                    each.outcome != Outcome.DONE || JsonValues.isValid(will.output(), each.output))
                    ? null
                    : "what an item gave is not what it must be there";
        }
        return account.outcome != Outcome.DONE || JsonValues.isValid(will.output(), account.output)
                ? null
                : "what it gave is not what it must be there";
    }

    /** The members of the output that a group writes down. */
    private static Set<String> members(Step step) {
        Set<String> members = new TreeSet<>();
        if (step.task() instanceof Task.Child child
                && child.group() != null
                && child.group().output() != null
                && child.group().output().source().value() instanceof Map<?, ?> object) {
            object.keySet().forEach(name -> members.add(String.valueOf(name)));
        }
        return members;
    }

    private static String kind(Task task) {
        return switch (task) {
            case Task.Action action ->
                action.call().name() == null ? "action " + action.call().action() : "computed action";
            case Task.Child child when child.group() != null -> "group";
            case Task.Child child -> child.name() == null ? "workflow " + child.workflow() : "computed workflow";
            case Task.Await await -> "await " + await.signals();
            case Task.WaitFor wait -> "wait";
            case Task.WaitUntil wait -> "wait";
            case Task.Switch choice -> "switch";
            case Task.Value computed -> "value";
            case Task.Fail fail -> "fail";
            case Task.Complete complete -> "complete";
        };
    }

    private static Set<String> order(Step step) {
        Set<String> order = new TreeSet<>();
        step.after().forEach(edge -> order.add(edge.step() + "." + edge.caseName()));
        return order;
    }

    private static @Nullable ActionCall compensation(Step step) {
        return step.task() instanceof Task.Action action ? action.compensate() : null;
    }

    private static @Nullable String probe(Step step) {
        ActionCall probe = step.task() instanceof Task.Action action ? action.probe() : null;
        return probe == null ? null : probe.action();
    }

    private static boolean isAskedAbout(Account account) {
        return (account.purpose == Purpose.PROBE && account.busy != Busy.NO && account.outcome == null)
                || (account.items != null && account.items.stream().anyMatch(Moves::isAskedAbout));
    }
}
