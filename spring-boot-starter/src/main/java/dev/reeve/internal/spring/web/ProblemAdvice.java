package dev.reeve.internal.spring.web;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.HiddenFailures;
import dev.reeve.workflow.InvalidWorkflowException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

    private static final String TIMED_OUT = "the execution has not ended in time, and continues";

    private final Supplier<@Nullable String> api;

    /**
     * @param api the path of the HTTP API in the application; the pages of errors are below it. Null without an API
     */
    ProblemAdvice(Supplier<@Nullable String> api) {
        this.api = api;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> answer(ReeveException e, HttpServletRequest request) {
        Answer.Value known = dev.reeve.internal.http.ProblemDetail.answer("", e);
        int status = known.status();
        ProblemDetail problem = ProblemDetail.forStatus(status);
        String path = api.get();
        if (path != null) {
            explain(problem, request.getContextPath() + path, e.code());
        }
        if (HiddenFailures.hides(e)) {
            String id = HiddenFailures.log(request.getMethod() + " " + request.getRequestURI(), e);
            problem.setDetail(HiddenFailures.message(e.code(), id));
            problem.setInstance(URI.create("urn:uuid:" + id));
        } else {
            problem.setDetail(e.code() == ErrorCode.TIMED_OUT ? TIMED_OUT : String.valueOf(e.getMessage()));
        }
        problem.setProperty("code", e.code().name());
        problem.setProperty("retryable", e.code().isTransient());
        if (e instanceof InvalidWorkflowException invalid) {
            problem.setProperty(
                    "problems", invalid.problems().stream().map(String::valueOf).toList());
        }
        if (e.code() == ErrorCode.TIMED_OUT) {
            LOG.warn("a request failed; the caller gets the status {}: {}", status, e.toString());
        }
        HttpHeaders headers = new HttpHeaders();
        String retryAfter = known.headers().get(HttpHeaders.RETRY_AFTER);
        if (retryAfter != null) {
            headers.set(HttpHeaders.RETRY_AFTER, retryAfter);
        }
        return ResponseEntity.status(status).headers(headers).body(problem);
    }

    private static void explain(ProblemDetail problem, String mount, ErrorCode code) {
        try {
            problem.setType(URI.create(dev.reeve.internal.http.ProblemDetail.type(mount, code)));
            problem.setTitle(dev.reeve.internal.http.ProblemDetail.title(code));
        } catch (IllegalArgumentException e) { // from a header of a proxy
            LOG.debug("no address can begin with {}", mount, e);
        }
    }
}
