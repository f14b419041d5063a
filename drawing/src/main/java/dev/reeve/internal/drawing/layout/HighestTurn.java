package dev.reeve.internal.drawing.layout;

/** The greatest number that was put anywhere into a range: a segment tree. */
final class HighestTurn {

    private final int first;

    /** The greatest number of the range of a node, put into any part of it. */
    private final int[] within;

    /** The greatest number put into the whole range of a node. */
    private final int[] whole;

    HighestTurn(int places) {
        int size = 1;
        while (size < places) {
            size *= 2;
        }
        this.first = size;
        this.within = new int[2 * size];
        this.whole = new int[2 * size];
    }

    /** The greatest number between two places, both included; 0 if there is none. */
    int between(int low, int high) {
        return between(1, 0, first - 1, low, high);
    }

    private int between(int node, int from, int to, int low, int high) {
        if (high < from || to < low) {
            return 0;
        }
        if (low <= from && to <= high) {
            return within[node];
        }
        int middle = (from + to) >>> 1;
        return Math.max(
                whole[node],
                Math.max(between(2 * node, from, middle, low, high), between(2 * node + 1, middle + 1, to, low, high)));
    }

    /** Puts a number into all places between two, both included. */
    void put(int low, int high, int turn) {
        put(1, 0, first - 1, low, high, turn);
    }

    private void put(int node, int from, int to, int low, int high, int turn) {
        if (high < from || to < low) {
            return;
        }
        within[node] = Math.max(within[node], turn);
        if (low <= from && to <= high) {
            whole[node] = Math.max(whole[node], turn);
            return;
        }
        int middle = (from + to) >>> 1;
        put(2 * node, from, middle, low, high, turn);
        put(2 * node + 1, middle + 1, to, low, high, turn);
    }
}
