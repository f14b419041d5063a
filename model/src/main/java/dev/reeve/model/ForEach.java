package dev.reeve.model;

/**
 * A step that is done once for each item of a list, in parallel. Its output is the array of the items' outputs, in the order of
 * the items.
 *
 * @param items one expression that gives the list, computed when the step starts; or a list as it is, perhaps with expressions
 *     in it. No items is no failure: the output is an empty array
 * @param as the name of the item in the step's expressions, beside {@code index}, which counts from 0
 * @param concurrency how many items are under way at a time
 * @param tolerate how many items may fail before the step does
 */
public record ForEach(Template items, String as, int concurrency, Tolerate tolerate) {

    /** What the item is called if the definition does not say. */
    public static final String DEFAULT_AS = "item";

    /** How many items are under way at a time if the definition does not say. */
    public static final int DEFAULT_CONCURRENCY = 100;

    /** More items than this are a failure of the step. */
    public static final int ITEMS_MAX = 10_000;
}
