package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Template;
import java.util.List;

/**
 * The name of an action or a workflow that is computed when a step begins. All names that can come are known, so that
 * agents, graphs and validation can rely on them.
 *
 * @param name computes the name
 * @param oneOf the names that it may give, in the order of the definition; another one fails the step
 */
public record ComputedName(Template name, List<String> oneOf) {

    /** The maximum number of names that can come. */
    public static final int ONE_OF_MAX = 1_000;

    public ComputedName {
        oneOf = List.copyOf(oneOf);
    }
}
