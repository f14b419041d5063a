package dev.reeve.internal.sqlite;

import java.util.Arrays;

/** Detects rows that a foreign trigger has dropped. Such a loss would go unnoticed otherwise. */
final class WrittenRows {

    private WrittenRows() {}

    static int count(int[] counts) {
        return (int) Arrays.stream(counts).filter(count -> count == 1).count();
    }

    static void check(String what, int[] counts) {
        check(what, counts.length, count(counts));
    }

    static void check(String what, int given, int written) {
        if (written != given) {
            throw SqliteErrors.data(
                    "Of %d %s the file took %d: a trigger on one of its tables drops rows. Remove it."
                            .formatted(given, what, written),
                    null);
        }
    }
}
