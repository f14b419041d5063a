package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/** A growing list of numbers. */
final class IntList {

    private int[] values;
    private int size;

    IntList() {
        this(16);
    }

    IntList(int capacity) {
        this.values = new int[Math.max(4, capacity)];
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Removes the last number, and returns it. */
    int removeLast() {
        return values[--size];
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
