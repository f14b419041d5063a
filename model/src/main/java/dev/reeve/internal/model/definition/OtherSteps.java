package dev.reeve.internal.model.definition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The others of the steps of a graph (ADR 67): the steps that lead only to one step. These are the steps that the step
 * post-dominates: each path from them to the end of the graph leads through it. So the others of a step are its subtree
 * in the tree of post-dominators, without itself, and one pass finds the trees of all steps.
 *
 * <p>The tree is found as by Cooper, Harvey and Kennedy, <em>A Simple, Fast Dominance Algorithm</em> (2001), for graphs
 * without cycles; with the jump pointers of Myers, <em>An applicative random-access stack</em> (1983), so that a chain
 * of steps costs no more than its length times a logarithm.
 */
public final class OtherSteps {

    private final List<Step> steps;
    private final Map<String, Integer> numbers = new HashMap<>();
    /** The nearest step that each step leads to on all paths; the number of steps if there is none. */
    private final int[] next;

    private final int[] jump;
    private final int[] depth;
    /** The steps in an order in which each comes after all steps that it leads to. */
    private final int[] order;

    private OtherSteps(List<Step> steps) {
        this.steps = steps;
        steps.forEach(step -> numbers.put(step.name(), numbers.size()));
        this.next = new int[steps.size() + 1];
        this.jump = new int[steps.size() + 1];
        this.depth = new int[steps.size() + 1];
        this.order = new int[steps.size()];
    }

    /**
     * Finds the others of all steps.
     *
     * @param steps all steps of a graph without cycles, whose predecessors exist
     */
    public static OtherSteps of(List<Step> steps) {
        OtherSteps result = new OtherSteps(steps);
        result.find();
        return result;
    }

    private void find() {
        int end = steps.size();
        next[end] = end;
        jump[end] = end;
        int[] open = new int[end];
        Arrays.fill(next, 0, end, -1);
        for (Step step : steps) {
            step.predecessors().forEach(before -> open[number(before)]++);
        }
        Deque<Integer> ready = new ArrayDeque<>();
        for (int step = 0; step < end; step++) {
            if (open[step] == 0) {
                next[step] = end;
                ready.add(step);
            }
        }
        int count = 0;
        while (!ready.isEmpty()) {
            int step = ready.remove();
            order[count++] = step;
            place(step);
            for (String before : steps.get(step).predecessors()) {
                int predecessor = number(before);
                next[predecessor] = next[predecessor] < 0 ? step : common(next[predecessor], step);
                if (--open[predecessor] == 0) {
                    ready.add(predecessor);
                }
            }
        }
        if (count < end) {
            throw new IllegalArgumentException("the steps wait for each other");
        }
    }

    private int number(String step) {
        Integer number = numbers.get(step);
        if (number == null) {
            throw new IllegalArgumentException("there is no step '%s'".formatted(step));
        }
        return number;
    }

    private void place(int step) {
        int parent = next[step];
        depth[step] = depth[parent] + 1;
        boolean even = depth[parent] - depth[jump[parent]] == depth[jump[parent]] - depth[jump[jump[parent]]];
        jump[step] = even ? jump[jump[parent]] : parent;
    }

    /** The nearest step that both lead to on all paths, or are. */
    private int common(int one, int other) {
        int a = depth[one] >= depth[other] ? one : other;
        int b = a == one ? other : one;
        while (depth[a] > depth[b]) {
            a = depth[jump[a]] >= depth[b] ? jump[a] : next[a];
        }
        while (a != b) {
            boolean apart = jump[a] != jump[b];
            a = apart ? jump[a] : next[a];
            b = apart ? jump[b] : next[b];
        }
        return a;
    }

    /**
     * Counts the others of each step for which something holds.
     *
     * @param isCounted whether a step is counted, by its number
     * @return the counts by the number of the step
     */
    private int[] counts(boolean[] isCounted) {
        int[] counts = new int[steps.size() + 1];
        for (int i = order.length - 1; i >= 0; i--) {
            int step = order[i];
            counts[next[step]] += counts[step] + (isCounted[step] ? 1 : 0);
        }
        return counts;
    }

    /**
     * The names of the steps that have others for which something holds.
     *
     * @param condition what holds
     */
    public List<String> having(Predicate<Step> condition) {
        boolean[] isCounted = new boolean[steps.size()];
        for (int step = 0; step < isCounted.length; step++) {
            isCounted[step] = condition.test(steps.get(step));
        }
        int[] counts = counts(isCounted);
        List<String> names = new ArrayList<>();
        for (int step = 0; step < isCounted.length; step++) {
            if (counts[step] > 0) {
                names.add(steps.get(step).name());
            }
        }
        return names;
    }

    /**
     * The names of the steps that are among the others of a step for which something holds.
     *
     * @param condition what holds for the step that has the others
     */
    public Set<String> of(Predicate<Step> condition) {
        int end = steps.size();
        boolean[] isOther = new boolean[end];
        Set<String> names = new HashSet<>();
        for (int step : order) {
            int joined = next[step];
            isOther[step] = joined < end && (isOther[joined] || condition.test(steps.get(joined)));
            if (isOther[step]) {
                names.add(steps.get(step).name());
            }
        }
        return names;
    }

    /** Whether the step is one of the others of the joined one. */
    public boolean isOther(String step, String joined) {
        int of = number(joined);
        int at = next[number(step)];
        while (depth[at] > depth[of]) {
            at = depth[jump[at]] >= depth[of] ? jump[at] : next[at];
        }
        return at == of;
    }
}
