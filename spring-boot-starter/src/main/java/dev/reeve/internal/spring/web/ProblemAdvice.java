package dev.reeve.internal.spring.web;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.Answer;
import dev.reeve.workflow.InvalidWorkflowException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers requests whose controller throws a {@link ReeveException}, with the statuses of the HTTP API. Before advice
 * for all exceptions; an advice of a higher precedence that handles the type wins. Thread-safe.
 */
@Order(0)
@RestControllerAdvice
public final class ProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    /** Answers of servers, whose messages may name hosts and databases. */
    private static final int SERVER_ERROR = 500;

    @ExceptionHandler
    ResponseEntity<ProblemDetail> answer(ReeveException e) {
        Answer.Value known = dev.reeve.internal.http.ProblemDetail.answer(e);
        int status = known.status();
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setDetail(status < SERVER_ERROR ? String.valueOf(e.getMessage()) : detail(e.code()));
        problem.setProperty("code", e.code().name());
        problem.setProperty("retryable", e.code().isTransient());
        if (e instanceof InvalidWorkflowException invalid) {
            problem.setProperty(
                    "problems", invalid.problems().stream().map(String::valueOf).toList());
        }
        if (e.code() == ErrorCode.INTERNAL) {
            LOG.error("a request failed; the caller gets the status {}", status, e);
        } else if (status >= SERVER_ERROR) {
            LOG.warn("a request failed; the caller gets the status {}: {}", status, e.toString());
        }
        HttpHeaders headers = new HttpHeaders();
        String retryAfter = known.headers().get(HttpHeaders.RETRY_AFTER);
        if (retryAfter != null) {
            headers.set(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        return ResponseEntity.status(status).headers(headers).body(problem);
    }

    private static String detail(ErrorCode code) {
        return switch (code) {
            case STORE_UNAVAILABLE -> "the database of the workflow engine does not answer: retry with the same key";
            case TIMED_OUT -> "the execution has not ended in time, and continues";
            default -> "the workflow engine cannot serve the request; the log of the application has the details";
        };
    }
}
