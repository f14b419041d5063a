package dev.reeve.internal.document;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.workflow.InvalidWorkflowException;
import java.util.List;

/**
 * An error, in place of the document that was asked for.
 *
 * @param error why
 */
public record ErrorDocument(Detail error) implements Document {

    /**
     * An error.
     *
     * @param code one of the codes in the reference of errors
     * @param message for people
     * @param problems the problems of a definition, if the error is about one
     */
    public record Detail(ErrorCode code, String message, List<ProblemDocument> problems) implements Document {}

    public static ErrorDocument of(ReeveException e) {
        List<ProblemDocument> problems = e instanceof InvalidWorkflowException invalid
                ? invalid.problems().stream()
                        .map(it -> ProblemDocument.of(null, it))
                        .toList()
                : List.of();
        return new ErrorDocument(new Detail(e.code(), String.valueOf(e.getMessage()), problems));
    }

    /** For definitions that cannot be deployed. */
    public static ErrorDocument of(String message, List<ProblemDocument> problems) {
        return new ErrorDocument(new Detail(ErrorCode.INVALID_INPUT, message, problems));
    }

    public static ErrorDocument of(ErrorCode code, String message) {
        return new ErrorDocument(new Detail(code, message, List.of()));
    }
}
