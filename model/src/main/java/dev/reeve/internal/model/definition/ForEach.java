package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Tolerate;

/**
 * Runs a step once for each item of a list, in parallel. The step's output is the array of the items' outputs, in the
 * order of the items.
 *
 * @param items an expression for the list, computed when the step starts; or a literal list, which may contain
 *     expressions. An empty list is no failure: the output is an empty array
 * @param as the name of the item in the step's expressions, beside {@code index}, which counts from 0
 * @param concurrency maximum number of items under way at a time
 * @param tolerate how many items may fail before the step fails
 */
public record ForEach(Template items, String as, int concurrency, Tolerate tolerate) {

    /** The default name of the item. */
    public static final String DEFAULT_AS = "item";

    /** The default maximum number of items under way at a time. */
    public static final int DEFAULT_CONCURRENCY = 100;

    /** The maximum number of items; more fail the step. */
    public static final int ITEMS_MAX = 10_000;
}
