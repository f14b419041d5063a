package dev.reeve.benchmark.earlier.driver;

/** A release: the earlier commit, or this checkout. */
enum Side {
    BEFORE,
    NOW;

    String word() {
        return this == BEFORE ? "before" : "now";
    }
}
