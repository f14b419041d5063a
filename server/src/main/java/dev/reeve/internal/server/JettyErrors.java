package dev.reeve.internal.server;

import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.ProblemDetail;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The answers to requests that Jetty refuses before the handler sees them: JSON, without pages and stack traces. */
final class JettyErrors extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() < 400 ? HttpStatus.INTERNAL_SERVER_ERROR_500 : response.getStatus();
        Answer.Value answer = ProblemDetail.answer(status, String.valueOf(HttpStatus.getMessage(status)));
        JettyHandler.send(answer, response, callback);
        return true;
    }

    @Override
    public boolean errorPageForMethod(@Nullable String method) {
        return true;
    }
}
