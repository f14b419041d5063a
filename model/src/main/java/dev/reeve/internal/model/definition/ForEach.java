package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Tolerate;
import java.util.List;

/**
 * Runs a step once for each item of a list, in parallel. The step's output is the array of the items' outputs, in the
 * order of the items.
 *
 * @param items an expression for the list, computed when the step starts; or a literal list, which may contain
 *     expressions. An empty list is no failure: the output is an empty array
 * @param batch how many elements of the list make one item, which is then a list of them; {@link #SINGLY} if each
 *     element is an item
 * @param as the name of the item in the step's expressions, beside {@code index}, which counts from 0
 * @param concurrency maximum number of items under way at a time
 * @param tolerate how many items may fail before the step fails
 */
public record ForEach(Template items, int batch, String as, int concurrency, Tolerate tolerate) {

    /** The {@code batch} of a step whose items are the elements of the list. */
    public static final int SINGLY = 0;

    /** The default name of the item. */
    public static final String DEFAULT_AS = "item";

    /** The default maximum number of items under way at a time. */
    public static final int DEFAULT_CONCURRENCY = 100;

    /** The maximum number of elements of a list; more fail the step. */
    public static final int ITEMS_MAX = 100_000;

    /** The highest maximum number of items under way that a definition may set. */
    public static final int CONCURRENCY_MAX = 10_000;

    /** The highest number of elements that make one item. */
    public static final int BATCH_MAX = 10_000;

    /** The maximum for numbers and literal lists that older releases accept, too. */
    private static final int OLD_MAX = 10_000;

    /** Each element of the list is an item. */
    public ForEach(Template items, String as, int concurrency, Tolerate tolerate) {
        this(items, SINGLY, as, concurrency, tolerate);
    }

    /** The least format that a release must know to understand this, one of {@link DefinitionFormat}. */
    int format() {
        boolean longList = items.source().value() instanceof List<?> list && list.size() > OLD_MAX;
        boolean manyFailures = tolerate.unit() == Tolerate.Unit.ITEMS && tolerate.value() > OLD_MAX;
        return DefinitionFormat.languageIf(batch != SINGLY || longList || manyFailures);
    }
}
