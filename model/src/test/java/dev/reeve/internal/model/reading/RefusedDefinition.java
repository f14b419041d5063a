package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import java.util.List;

/** A definition with problems. */
public final class RefusedDefinition {

    private RefusedDefinition() {}

    /** @param text the definition without its name */
    public static List<String> problemsOf(String text) {
        return catchThrowableOfType(
                        InvalidWorkflowException.class, () -> DefinitionReader.parse("workflow: w\n" + text))
                .problems()
                .stream()
                .map(Problem::toString)
                .toList();
    }
}
