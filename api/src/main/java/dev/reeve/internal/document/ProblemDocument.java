package dev.reeve.internal.document;

import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A problem in a definition.
 *
 * @param file its file
 * @param line the line; 0 if it is not known
 * @param column the column; 0 if it is not known
 * @param path the place in the definition, such as {@code steps.pay.retry}
 * @param message the problem
 * @param suggestion a correction
 * @param severity whether the definition is refused because of it
 */
public record ProblemDocument(
        @Nullable String file, int line, int column, String path, String message, String suggestion, Severity severity)
        implements Document {

    public static ProblemDocument of(@Nullable String file, Problem problem) {
        return new ProblemDocument(
                file,
                problem.line(),
                problem.column(),
                problem.path(),
                problem.message(),
                problem.suggestion(),
                problem.severity());
    }

    public Problem problem() {
        return new Problem(path, line, column, message, suggestion, severity);
    }
}
