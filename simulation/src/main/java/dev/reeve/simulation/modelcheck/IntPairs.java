package dev.reeve.simulation.modelcheck;

import java.util.Arrays;
import java.util.List;

/** A compact list of number pairs: the edges of a graph. */
final class IntPairs {

    private int[] pairs = new int[1024];
    private int size;

    void add(int from, int to) {
        if (size + 2 > pairs.length) {
            pairs = Arrays.copyOf(pairs, pairs.length * 2);
        }
        pairs[size++] = from;
        pairs[size++] = to;
    }

    /** Marks everything that is reachable along the edges. */
    void markReachable(List<Integer> roots, boolean[] reached) {
        int[] begins = new int[reached.length + 1];
        for (int i = 0; i < size; i += 2) {
            begins[pairs[i] + 1]++;
        }
        for (int i = 0; i < reached.length; i++) {
            begins[i + 1] += begins[i];
        }
        int[] ends = new int[size / 2];
        int[] next = Arrays.copyOf(begins, begins.length);
        for (int i = 0; i < size; i += 2) {
            ends[next[pairs[i]]++] = pairs[i + 1];
        }
        int[] queue = new int[reached.length];
        int count = 0;
        for (int root : roots) {
            reached[root] = true;
            queue[count++] = root;
        }
        for (int i = 0; i < count; i++) {
            for (int k = begins[queue[i]]; k < begins[queue[i] + 1]; k++) {
                if (!reached[ends[k]]) {
                    reached[ends[k]] = true;
                    queue[count++] = ends[k];
                }
            }
        }
    }
}
