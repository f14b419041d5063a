package dev.reeve.internal.drawing.layout;

/** For each of several keys, a list of numbers, all in one array: much smaller than lists of lists. */
final class Lists {

    private final int[] starts;
    private final int[] values;

    private Lists(int[] starts, int[] values) {
        this.starts = starts;
        this.values = values;
    }

    /**
     * The value {@code values[i]} is in the list of {@code keys[i]}, in the order of {@code i}.
     *
     * @param count the number of keys, from 0
     */
    static Lists of(int count, int[] keys, int[] values) {
        int[] starts = new int[count + 1];
        for (int key : keys) {
            starts[key + 1]++;
        }
        for (int i = 0; i < count; i++) {
            starts[i + 1] += starts[i];
        }
        int[] sorted = new int[keys.length];
        int[] next = starts.clone();
        for (int i = 0; i < keys.length; i++) {
            sorted[next[keys[i]]++] = values[i];
        }
        return new Lists(starts, sorted);
    }

    /** The numbers {@code 0 … keys.length - 1} by their keys. */
    static Lists indexes(int count, int[] keys) {
        int[] indexes = new int[keys.length];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = i;
        }
        return of(count, keys, indexes);
    }

    int size(int key) {
        return starts[key + 1] - starts[key];
    }

    int get(int key, int index) {
        return values[starts[key] + index];
    }

    void set(int key, int index, int value) {
        values[starts[key] + index] = value;
    }

    /** The place of the first value of a key in {@link #values}. */
    int start(int key) {
        return starts[key];
    }

    /** All lists, one after the other. Not a copy. */
    int[] values() {
        return values;
    }

    int keys() {
        return starts.length - 1;
    }
}
