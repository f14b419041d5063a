package dev.reeve.internal.model.definition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pivots of a graph, and the rules that follow for the other steps (C6). Once a pivot has completed, nothing is
 * undone any more. A step that may fail after that must not ask for undoing. This applies to every step except
 *
 * <ul>
 *   <li>steps that are always settled before the pivot starts,
 *   <li>steps that never run together with the pivot, because they come after another case of the same switch.
 * </ul>
 *
 * <p>After Garcia-Molina and Salem, <em>Sagas</em> (1987), where compensatable steps come first, then the pivot, then
 * retriable ones; here for graphs with parallel branches.
 */
public final class Pivots {

    /** Maximum number of pivots in a workflow; more are taken for a mistake. */
    public static final int MAX = 32;

    private static final Pivots NONE = new Pivots(List.of(), Map.of(), List.of());

    /**
     * A point of no return.
     *
     * @param before steps that are settled when it starts
     * @param excluding marks of steps that never run together with it
     */
    private record Pivot(int step, BitSet before, BitSet excluding) {}

    private final List<Step> steps;
    private final Map<String, Integer> numbers;
    private final List<Pivot> pivots;
    /**
     * The marks of each step: what must have been reached before the step is reached. The first marks are steps, the
     * others are edges with a case.
     */
    private final List<BitSet> marks = new ArrayList<>();

    private Pivots(List<Step> steps, Map<String, Integer> numbers, List<Pivot> pivots) {
        this.steps = steps;
        this.numbers = numbers;
        this.pivots = pivots;
    }

    /**
     * Finds the pivots. Unreadable parts of a graph with other problems, such as a cycle, are taken to have no pivots.
     */
    public static Pivots of(List<Step> steps) {
        if (steps.stream().noneMatch(Step::pivot)) {
            return NONE;
        }
        Map<String, Integer> numbers = new HashMap<>();
        steps.forEach(step -> numbers.put(step.name(), numbers.size()));
        Pivots result = new Pivots(steps, numbers, new ArrayList<>());
        result.find();
        return result;
    }

    private void find() {
        Map<Predecessor, Integer> edges = new LinkedHashMap<>();
        for (Step step : steps) {
            marks.add(new BitSet());
            for (Predecessor after : step.after()) {
                if (after.caseName() != null) {
                    edges.putIfAbsent(after, steps.size() + edges.size());
                }
            }
        }
        for (int step : inOrder()) {
            mark(step, edges);
        }
        for (Step step : steps) {
            if (step.pivot() && pivots.size() <= MAX) {
                int number = number(step.name());
                pivots.add(new Pivot(number, before(step), excluding(marks.get(number), edges)));
            }
        }
    }

    private int number(String step) {
        return numbers.getOrDefault(step, -1);
    }

    /** Topological order. Leaves out steps on a cycle and steps behind one. */
    private List<Integer> inOrder() {
        List<List<Integer>> successors = new ArrayList<>();
        int[] missing = new int[steps.size()];
        steps.forEach(step -> successors.add(new ArrayList<>()));
        Deque<Integer> ready = new ArrayDeque<>();
        for (int step = 0; step < missing.length; step++) {
            for (String predecessor : steps.get(step).predecessors()) {
                if (numbers.containsKey(predecessor)) {
                    successors.get(number(predecessor)).add(step);
                    missing[step]++;
                }
            }
            if (missing[step] == 0) {
                ready.add(step);
            }
        }
        List<Integer> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            int step = ready.remove();
            order.add(step);
            for (int successor : successors.get(step)) {
                if (--missing[successor] == 0) {
                    ready.add(successor);
                }
            }
        }
        return order;
    }

    /** A step is reached by any one of its edges, so its marks are those common to all edges. */
    private void mark(int step, Map<Predecessor, Integer> edges) {
        BitSet common = null;
        for (Predecessor after : steps.get(step).after()) {
            if (!numbers.containsKey(after.step())) {
                continue;
            }
            BitSet edge = (BitSet) marks.get(number(after.step())).clone();
            if (after.caseName() != null) {
                edge.set(edges.getOrDefault(after, 0));
            }
            if (common == null) {
                common = edge;
            } else {
                common.and(edge);
            }
        }
        if (common != null) {
            marks.set(step, common);
        }
        marks.get(step).set(step);
    }

    /** Searches backwards, but not through a step that starts before all its predecessors are settled. */
    private BitSet before(Step pivot) {
        BitSet before = new BitSet();
        Deque<Step> open = new ArrayDeque<>(List.of(pivot));
        while (!open.isEmpty()) {
            Step step = open.remove();
            int count = step.predecessors().size();
            if (step.join().count() > 0 && step.join().count() < count) {
                continue;
            }
            for (String name : step.predecessors()) {
                int number = number(name);
                if (number >= 0 && !before.get(number)) {
                    before.set(number);
                    open.add(steps.get(number));
                }
            }
        }
        return before;
    }

    private static BitSet excluding(BitSet marks, Map<Predecessor, Integer> edges) {
        Map<String, Predecessor> chosen = new HashMap<>();
        edges.forEach((edge, mark) -> {
            if (marks.get(mark)) {
                chosen.put(edge.step(), edge);
            }
        });
        BitSet others = new BitSet();
        edges.forEach((edge, mark) -> {
            Predecessor instead = chosen.get(edge.step());
            if (instead != null && !instead.equals(edge)) {
                others.set(mark);
            }
        });
        return others;
    }

    /** Whether a pivot may have completed, or certainly has, when the step fails. */
    public boolean goesForward(String step) {
        return passedBy(number(step)) != null;
    }

    private @Nullable Pivot passedBy(int step) {
        for (Pivot pivot : pivots) {
            if (step >= 0
                    && step != pivot.step
                    && !pivot.before.get(step)
                    && !marks.get(step).intersects(pivot.excluding)) {
                return pivot;
            }
        }
        return null;
    }

    /** The name of a pivot that may have completed, or certainly has, when the step fails; null if there is none. */
    public @Nullable String passedBy(String step) {
        Pivot passed = passedBy(number(step));
        return passed == null ? null : steps.get(passed.step).name();
    }

    /** Whether the step is reached only if the other one was reached before. */
    public boolean isBehind(String step, String other) {
        return marks.get(number(step)).get(number(other));
    }

    /** The names of the pivots, at most one more than {@link #MAX}. */
    public List<String> names() {
        return pivots.stream().map(pivot -> steps.get(pivot.step).name()).toList();
    }
}
