package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Scope;
import dev.reeve.internal.values.MemberPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which steps of a graph can run at all, and which never run together. Finds only what is certain: conditions that are
 * constants, and cases of a switch, of which one is chosen.
 *
 * <p>Wrong graphs, with unknown steps or cycles, have no findings.
 */
final class Reachability {

    /** Beyond this number, cases are not compared: the cost would be their number times that of the steps. */
    private static final int CASES_MAX = 2_000;

    private final List<Step> steps;
    /** The steps that never run, and why. */
    private final Map<String, String> dead = new LinkedHashMap<>();
    /** The cases that are never chosen, and why. */
    private final Map<Predecessor, String> deadCases = new LinkedHashMap<>();
    /** The case of each switch without which a step is not reached, by step. */
    private final Map<String, Map<String, String>> required = new HashMap<>();

    private final boolean compares;

    private Reachability(List<Step> steps) {
        this.steps = steps;
        this.compares = steps.stream()
                        .flatMap(step -> step.after().stream())
                        .filter(after -> after.caseName() != null)
                        .limit(CASES_MAX + 1)
                        .count()
                <= CASES_MAX;
    }

    static Reachability of(List<Step> steps) {
        Reachability result = new Reachability(steps);
        result.inOrder().forEach(result::find);
        return result;
    }

    boolean isDead(String step) {
        return dead.containsKey(step);
    }

    /** Why the two steps never both run; null if they may. */
    @Nullable String whyExclusive(String step, String other) {
        Map<String, String> ofOther = required.getOrDefault(other, Map.of());
        for (Map.Entry<String, String> mine :
                required.getOrDefault(step, Map.of()).entrySet()) {
            String theirs = ofOther.get(mine.getKey());
            if (theirs != null && !theirs.equals(mine.getValue())) {
                return "it comes after case '%s' of '%s', and '%s' after case '%s'"
                        .formatted(theirs, mine.getKey(), step, mine.getValue());
            }
        }
        return null;
    }

    /** Warns of cases that are never chosen, and of steps that never run. */
    void warn(String section, Problems problems) {
        deadCases.forEach((edge, why) -> problems.warnAt(
                MemberPath.child(MemberPath.child(section, edge.step()) + ".switch", String.valueOf(edge.caseName())),
                "this case is never chosen, as " + why,
                "Remove it, or correct the condition"));
        dead.forEach((step, why) -> problems.warnAt(
                MemberPath.child(section, step), "the step never runs: " + why, "Remove it, or correct this"));
    }

    private void find(Step step) {
        if (step.task() instanceof Task.Switch choice) {
            cases(step.name(), choice);
        }
        List<Predecessor> live = step.after().stream().filter(this::isLive).toList();
        require(step, live);
        String why = why(step, live);
        if (why != null) {
            dead.put(step.name(), why);
        }
    }

    private boolean isLive(Predecessor after) {
        return !dead.containsKey(after.step()) && !deadCases.containsKey(after);
    }

    private @Nullable String why(Step step, List<Predecessor> live) {
        if (step.when() != null && Boolean.FALSE.equals(constant(step.when()))) {
            return "its condition is always false";
        }
        if (!step.after().isEmpty() && live.isEmpty()) {
            return "nothing that it comes after is ever reached";
        }
        int needed = step.join().count();
        int together = needed > 1 ? together(live) : needed;
        return together < needed
                ? "it waits for %d of 'after', and never more than %d of them run together".formatted(needed, together)
                : null;
    }

    private void cases(String name, Task.Switch choice) {
        Map<String, String> conditions = new HashMap<>();
        String always = null;
        for (Task.Switch.Case one : choice.cases()) {
            Predecessor edge = new Predecessor(name, one.name());
            Boolean constant = one.when() == null ? Boolean.TRUE : constant(one.when());
            String same = one.when() == null
                    ? null
                    : conditions.putIfAbsent(one.when().source(), one.name());
            if (always != null) {
                deadCases.put(edge, "the case '%s' before it always holds".formatted(always));
            } else if (same != null) {
                deadCases.put(edge, "the case '%s' before it has the same condition".formatted(same));
            } else if (Boolean.FALSE.equals(constant)) {
                deadCases.put(edge, "its condition is always false");
            } else if (Boolean.TRUE.equals(constant)) {
                always = one.name();
            }
        }
    }

    /** The value of a condition that reads nothing; null if it reads something, or fails. */
    private static @Nullable Boolean constant(Expression condition) {
        if (!condition.references().isEmpty() || condition.source().contains("$")) {
            return null;
        }
        try {
            return condition.test(Scope.NOTHING);
        } catch (ExpressionException e) {
            return null;
        }
    }

    /** A step is reached by any one of its edges, so it requires what all of them require. */
    private void require(Step step, List<Predecessor> live) {
        Map<String, String> common = null;
        for (Predecessor after : compares ? live : List.<Predecessor>of()) {
            Map<String, String> edge = required.getOrDefault(after.step(), Map.of());
            if (after.caseName() != null) {
                edge = new HashMap<>(edge);
                edge.put(after.step(), after.caseName());
            }
            if (common == null) {
                common = edge;
            } else if (!common.equals(edge)) {
                common = new HashMap<>(common);
                common.entrySet().retainAll(edge.entrySet());
            }
        }
        if (common != null && !common.isEmpty()) {
            required.put(step.name(), common);
        }
    }

    /** The maximum number of predecessors that run together, at least: of one switch, one case is chosen. */
    private int together(List<Predecessor> live) {
        Map<String, Map<String, Set<String>>> bySwitch = new HashMap<>();
        Set<String> all = new HashSet<>();
        for (Predecessor after : live) {
            all.add(after.step());
            required.getOrDefault(after.step(), Map.of())
                    .forEach((choice, name) -> bySwitch.computeIfAbsent(choice, key -> new HashMap<>())
                            .computeIfAbsent(name, key -> new HashSet<>())
                            .add(after.step()));
        }
        int together = all.size();
        for (Map<String, Set<String>> cases : bySwitch.values()) {
            int bound = cases.values().stream().mapToInt(Set::size).sum();
            int largest = cases.values().stream().mapToInt(Set::size).max().orElse(0);
            together = Math.min(together, all.size() - bound + largest);
        }
        return together;
    }

    /** Topological order. Leaves out steps on a cycle and steps behind one. */
    private List<Step> inOrder() {
        Map<String, List<Step>> successors = new HashMap<>();
        Map<String, Integer> missing = new HashMap<>();
        Deque<Step> ready = new ArrayDeque<>();
        for (Step step : steps) {
            Set<String> before = step.predecessors();
            missing.put(step.name(), before.size());
            before.forEach(name ->
                    successors.computeIfAbsent(name, key -> new ArrayList<>()).add(step));
            if (before.isEmpty()) {
                ready.add(step);
            }
        }
        List<Step> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            Step step = ready.remove();
            order.add(step);
            for (Step successor : successors.getOrDefault(step.name(), List.of())) {
                if (missing.merge(successor.name(), -1, Integer::sum) == 0) {
                    ready.add(successor);
                }
            }
        }
        return order;
    }
}
