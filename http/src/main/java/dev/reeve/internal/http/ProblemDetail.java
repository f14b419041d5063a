package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.ErrorDocument;
import dev.reeve.internal.document.ProblemDetailDocument;
import dev.reeve.internal.document.ProblemDocument;
import java.util.List;

/** Makes the answers to refused requests. */
public final class ProblemDetail {

    private ProblemDetail() {}

    private static ProblemDetailDocument of(
            String mount, int status, ErrorCode code, String detail, List<ProblemDocument> problems) {
        return new ProblemDetailDocument(
                type(mount, code), title(code), status, code, detail, code.isTransient(), problems, null);
    }

    /**
     * The address of the page about a code.
     *
     * @param mount the path under which the server has the API; empty at its root
     */
    public static String type(String mount, ErrorCode code) {
        return mount + "/v1/errors/" + code;
    }

    /**
     * The answer to a request that failed. If callers must not see the message, it is logged, and the caller gets its
     * id.
     */
    static Answer.Value answer(HttpRequest request, Throwable error) {
        String mount = request.mount();
        return switch (error) {
            case HttpException e -> answer(mount, e);
            case ReeveException e when !HiddenFailures.hides(e) -> answer(mount, e);
            default -> hidden(mount, HiddenFailures.code(error), HiddenFailures.log(request, error));
        };
    }

    /**
     * With the message of the exception, for those whose message callers may see.
     *
     * @param mount the path under which the server has the API; empty at its root
     */
    public static Answer.Value answer(String mount, ReeveException e) {
        int status = status(e.code());
        Answer.Value answer = answer(of(
                mount,
                status,
                e.code(),
                String.valueOf(e.getMessage()),
                ErrorDocument.of(e).error().problems()));
        return withHeaders(e.code(), answer);
    }

    private static Answer.Value withHeaders(ErrorCode code, Answer.Value answer) {
        return switch (code) {
            case OVERLOADED -> answer.with("Retry-After", "1");
            case STORE_UNAVAILABLE -> answer.with("Retry-After", "5");
            case UNAUTHENTICATED -> answer.with("WWW-Authenticate", "Bearer");
            default -> answer;
        };
    }

    private static Answer.Value answer(String mount, HttpException e) {
        Answer.Value answer = answer(of(mount, e.status(), e.code(), String.valueOf(e.getMessage()), List.of()));
        for (var header : e.headers().entrySet()) {
            answer = answer.with(header.getKey(), header.getValue());
        }
        return answer;
    }

    /** @param id of the failure in the log, which has the details; the caller gets none */
    private static Answer.Value hidden(String mount, ErrorCode code, String id) {
        return withHeaders(
                code,
                answer(new ProblemDetailDocument(
                        type(mount, code),
                        title(code),
                        status(code),
                        code,
                        HiddenFailures.message(code, id),
                        code.isTransient(),
                        List.of(),
                        "urn:uuid:" + id)));
    }

    /** For a status that a server found with the API at its root, such as 431. */
    public static Answer.Value answer(int status, String detail) {
        ErrorCode code = status < 500 ? ErrorCode.INVALID_INPUT : status == 503 ? ErrorCode.CLOSED : ErrorCode.INTERNAL;
        return answer(of("", status, code, detail, List.of()));
    }

    private static Answer.Value answer(ProblemDetailDocument problem) {
        Answer.Value json = Answer.json(problem.status(), problem);
        return new Answer.Value(json.status(), json.headers(), ProblemDetailDocument.CONTENT_TYPE, json.body());
    }

    private static int status(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT -> 400;
            case UNAUTHENTICATED -> 401;
            case DENIED -> 403;
            case WORKFLOW_UNKNOWN, NOT_FOUND -> 404;
            case CONFLICT, REFUSED, NOT_COMPLETED -> 409;
            case LOST -> 410;
            case OVERLOADED -> 429;
            case INTERNAL -> 500;
            case STORE_UNAVAILABLE, STORE_UNUSABLE, FENCED, CLOSED -> 503;
            case TIMED_OUT -> 504;
        };
    }

    /** The code in words. */
    public static String title(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT -> "Invalid input";
            case UNAUTHENTICATED -> "Unknown caller";
            case DENIED -> "Not allowed";
            case WORKFLOW_UNKNOWN -> "Unknown workflow";
            case NOT_FOUND -> "Not found";
            case CONFLICT -> "Conflict";
            case REFUSED -> "Refused in this state";
            case NOT_COMPLETED -> "Not completed";
            case LOST -> "Lost by the database";
            case OVERLOADED -> "Overloaded";
            case INTERNAL -> "Mistake in Reeve";
            case STORE_UNAVAILABLE -> "Database does not answer";
            case STORE_UNUSABLE -> "Database cannot be used";
            case FENCED -> "Another engine has taken over";
            case CLOSED -> "Closed";
            case TIMED_OUT -> "Timed out";
        };
    }
}
