package dev.reeve.internal.model.validation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order relation of steps: which steps come before which. Most expressions refer to a direct predecessor, which is
 * looked up at no cost. The first query beyond that computes the whole relation, one bit for each pair of steps.
 */
final class Ancestors {

    private final Map<String, Set<String>> predecessors;
    private final Map<String, Integer> numbers;
    private BitSet @Nullable [] before;

    /**
     * @param predecessors without a cycle
     */
    Ancestors(Map<String, Set<String>> predecessors) {
        this.predecessors = predecessors;
        this.numbers = new HashMap<>();
        predecessors.keySet().forEach(name -> numbers.put(name, numbers.size()));
    }

    boolean isBefore(String earlier, String later) {
        if (predecessors.getOrDefault(later, Set.of()).contains(earlier)) {
            return true;
        }
        Integer from = numbers.get(earlier);
        Integer to = numbers.get(later);
        if (from == null || to == null) {
            return false;
        }
        if (before == null) {
            before = compute();
        }
        return before[to].get(from);
    }

    private BitSet[] compute() {
        List<String> names = new ArrayList<>(predecessors.keySet());
        List<List<Integer>> successors = new ArrayList<>();
        int[] missing = new int[names.size()];
        names.forEach(name -> successors.add(new ArrayList<>()));
        BitSet[] result = new BitSet[names.size()];
        Deque<Integer> ready = new ArrayDeque<>();
        for (int step = 0; step < names.size(); step++) {
            result[step] = new BitSet();
            for (String predecessor : predecessors.getOrDefault(names.get(step), Set.of())) {
                successors.get(numbers.getOrDefault(predecessor, 0)).add(step);
                missing[step]++;
            }
            if (missing[step] == 0) {
                ready.add(step);
            }
        }
        while (!ready.isEmpty()) {
            int step = ready.remove();
            for (int successor : successors.get(step)) {
                result[successor].or(result[step]);
                result[successor].set(step);
                if (--missing[successor] == 0) {
                    ready.add(successor);
                }
            }
        }
        return result;
    }
}
