package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.workflow.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A definition with everything that was found in it.
 *
 * @param definition null if it is refused
 * @param problems errors if it is refused, otherwise warnings; in the order of the text
 */
public record CheckedDefinition(@Nullable Definition definition, List<Problem> problems) {

    public CheckedDefinition {
        problems = List.copyOf(problems);
    }
}
