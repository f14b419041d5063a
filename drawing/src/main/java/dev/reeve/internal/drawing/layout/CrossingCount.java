package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/**
 * Counts the crossings between two neighbouring layers in the time of {@code segments × log(width)}, with the tree of
 * Barth, Mutzel and Jünger, <i>Simple and Efficient Bilayer Cross Counting</i> (2004). For one thread.
 */
final class CrossingCount {

    private int[] tree = {};

    /**
     * @param upper the vertices of the upper layer, in their order
     * @param below the vertices below each vertex
     * @param position the place of each vertex in its layer
     * @param width the number of vertices of the lower layer
     */
    long between(int[] upper, Lists below, int[] position, int width) {
        int first = 1;
        while (first < width) {
            first *= 2;
        }
        if (tree.length < 2 * first) {
            tree = new int[2 * first];
        }
        Arrays.fill(tree, 0, 2 * first, 0);
        long crossings = 0;
        int[] ends = {};
        for (int vertex : upper) {
            int count = below.size(vertex);
            if (ends.length < count) {
                ends = new int[count * 2];
            }
            for (int i = 0; i < count; i++) {
                ends[i] = position[below.get(vertex, i)];
            }
            if (count > 1) {
                Arrays.sort(ends, 0, count);
            }
            for (int i = 0; i < count; i++) {
                crossings += insert(first + ends[i]);
            }
        }
        return crossings;
    }

    /** Adds an end, and counts the earlier ones to its right. */
    private long insert(int leaf) {
        long toTheRight = 0;
        int at = leaf;
        tree[at]++;
        while (at > 1) {
            if ((at & 1) == 0) {
                toTheRight += tree[at + 1];
            }
            at /= 2;
            tree[at]++;
        }
        return toTheRight;
    }
}
