package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.DocumentReader;
import dev.reeve.internal.document.MalformedDocumentException;
import dev.reeve.internal.document.ProblemDetailDocument;
import dev.reeve.internal.document.ProblemDocument;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the exceptions of callers from the refusals of servers: the same ones that an engine in the process throws. */
final class Problems {

    /** The first line of the message of an {@link InvalidWorkflowException}. */
    private static final Pattern HEAD = Pattern.compile("(.*) has (?:a problem|([0-9,]{1,9}) problems):");

    private Problems() {}

    /**
     * @param type of the body, without parameters
     * @param location the header, if the answer is a redirection; otherwise empty
     */
    static ReeveException of(URI server, int status, String type, String body, String location) {
        if (status >= 300 && status < 400) {
            return ReeveException.of(
                    ErrorCode.STORE_UNUSABLE,
                    "%s redirects to '%s', and a client does not follow: name the address of the server itself"
                            .formatted(server, Shown.text(location)));
        }
        if (type.equals(ProblemDetailDocument.CONTENT_TYPE)) {
            try {
                return of(DocumentReader.read(body, ProblemDetailDocument.class));
            } catch (MalformedDocumentException e) {
                return strange(server, status, type, "; its problem cannot be read: " + e.getMessage());
            }
        }
        return strange(server, status, type, "");
    }

    private static ReeveException of(ProblemDetailDocument problem) {
        if (problem.code() == ErrorCode.INVALID_INPUT && !problem.problems().isEmpty()) {
            return invalid(problem);
        }
        if (problem.code() == ErrorCode.NOT_COMPLETED) { // results are documents, so no server says this
            return ReeveException.of(ErrorCode.REFUSED, problem.detail());
        }
        return ReeveException.of(problem.code(), problem.detail());
    }

    private static ReeveException invalid(ProblemDetailDocument problem) {
        List<Problem> problems =
                problem.problems().stream().map(ProblemDocument::problem).toList();
        Matcher head = HEAD.matcher(problem.detail().lines().findFirst().orElse(""));
        if (!head.matches()) {
            return new InvalidWorkflowException("the definition", problems);
        }
        int count = head.group(2) == null ? 1 : Integer.parseInt(head.group(2).replace(",", ""));
        return new InvalidWorkflowException(head.group(1), problems, Math.max(count, problems.size()));
    }

    /** An answer that is not a server's own: of a proxy, or of another program. */
    private static ReeveException strange(URI server, int status, String type, String more) {
        ErrorCode code = switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.DENIED;
            case 413 -> ErrorCode.INVALID_INPUT;
            case 429 -> ErrorCode.OVERLOADED;
            case 502, 503, 504 -> ErrorCode.STORE_UNAVAILABLE;
            default -> ErrorCode.STORE_UNUSABLE;
        };
        return ReeveException.of(
                code,
                "%s answered with status %d and the type '%s', which is not an answer of a Reeve server%s. Check the address, and what is in between"
                        .formatted(server, status, Shown.text(type), more));
    }
}
