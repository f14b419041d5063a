package dev.reeve.model;

import org.jspecify.annotations.Nullable;

/**
 * How many calls of an action may be made. A call beyond it waits, without using up attempts or time. At least one of
 * {@code concurrency} and {@code rate} is there.
 *
 * @param key calls with different keys are counted apart, each within the limit; computed with the step's input. Null counts all
 *     calls of the action together
 * @param concurrency how many calls may be under way at a time; 0 for any number
 * @param rate how many calls may begin in a length of time; null for any number
 */
public record Limit(
        @Nullable Template key, int concurrency, @Nullable Rate rate) {

    /** The highest number that a definition may give for {@code concurrency}. */
    public static final int CONCURRENCY_MAX = 10_000;
}
