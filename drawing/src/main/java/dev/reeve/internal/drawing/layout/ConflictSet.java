package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/** A set of segments, by their ends: a hash table of numbers. */
final class ConflictSet {

    private long[] table = new long[64];
    private int size;

    void add(int upper, int lower) {
        if (size * 2 >= table.length) {
            long[] old = table;
            table = new long[old.length * 2];
            Arrays.stream(old).filter(each -> each != 0).forEach(each -> table[place(each)] = each);
        }
        long key = key(upper, lower);
        int place = place(key);
        if (table[place] == 0) {
            table[place] = key;
            size++;
        }
    }

    boolean contains(int upper, int lower) {
        long key = key(upper, lower);
        return table[place(key)] == key;
    }

    /** Never 0. */
    private static long key(int upper, int lower) {
        return ((long) upper << 32) + lower + 1;
    }

    /** Where a segment is, or would be. */
    private int place(long key) {
        int place = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 40) & (table.length - 1);
        while (table[place] != 0 && table[place] != key) {
            place = (place + 1) & (table.length - 1);
        }
        return place;
    }
}
