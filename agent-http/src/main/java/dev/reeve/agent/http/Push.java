package dev.reeve.agent.http;

import dev.reeve.Json;
import dev.reeve.WebhookSignature;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends attempts to an endpoint of a service, which so becomes an agent without any code of Reeve. The request is a
 * signed JSON document. The service answers with a report, or with 202 and reports later with the completion token.
 *
 * <pre>{@code
 * Push push = Push.of(PushOptions.to("https://orders.example.org/reeve", secrets));
 * Agent agent = reeve.agent("orders").action("order.ship", Json.class, push).start();
 * }</pre>
 *
 * <p>Other statuses become causes as with {@link HttpAction}. Redirections are not followed. Thread-safe. Close it
 * after its agents.
 */
public final class Push implements Handler<Json, Object>, AutoCloseable {

    private static final String TYPE = "application/json";
    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int NO_CONTENT = 204;

    private final PushOptions options;
    private final Destinations destinations;
    private final JettyCalls calls;
    private final Outcomes outcomes;
    private final InstantSource clock;

    private Push(PushOptions options, Destinations destinations, JettyCalls calls, InstantSource clock) {
        this.options = options;
        this.destinations = destinations;
        this.calls = calls;
        this.outcomes = new Outcomes(options.responseMax(), clock);
        this.clock = clock;
    }

    /**
     * Starts the client.
     *
     * @throws dev.reeve.ReeveException if the options are not safe, or a secret is missing
     */
    public static Push of(PushOptions options) {
        return of(options, HttpAction.LOOKUP, new SslContextFactory.Client(), InstantSource.system());
    }

    static Push of(PushOptions options, Destinations.Lookup lookup, SslContextFactory.Client tls, InstantSource clock) {
        options.check();
        Destinations destinations = options.destinations(lookup);
        return new Push(
                options,
                destinations,
                JettyCalls.start(destinations, tls, options.timeout(), options.responseMax()),
                clock);
    }

    /** Sends the attempt, and takes the answer as its report. */
    @Override
    public @Nullable Object handle(Json input, StepContext step) throws InterruptedException {
        Origin origin = judged();
        String token = token(step);
        String body = PushDocument.of(input, step, options.namespace(), token);
        Map<String, String> headers = headers(step, body);
        Redaction redaction = new Redaction(token == null ? List.of() : List.of(token));
        Call call = new Call("POST", options.url(), headers, new Call.Body(body, TYPE), "Idempotency-Key");
        Answer answer;
        try {
            answer = calls.send(call, headers, step);
        } catch (JettyCalls.NoAnswerException e) {
            throw outcomes.noAnswer(e, origin, redaction, e.sent());
        }
        return switch (answer.status()) {
            case ACCEPTED -> {
                if (token == null) {
                    throw StepFailure.businessError(
                                    "PUSH_WITHOUT_TOKEN",
                                    "%s answered with status 202, and had no completion token".formatted(origin))
                            .possiblyDone();
                }
                step.completeLater();
                yield null;
            }
            case NO_CONTENT -> null;
            case OK -> PushAnswer.result(outcomes.result(answer, origin, redaction, false, true), origin);
            default -> {
                Map<String, Object> unused = outcomes.result(answer, origin, redaction, false, true);
                throw PushAnswer.invalid(origin, "expected status 200, 202 or 204, found " + answer.status());
            }
        };
    }

    private Origin judged() {
        try {
            return destinations.judge(options.url());
        } catch (Destinations.ForbiddenException e) {
            throw StepFailure.businessError("HTTP_DESTINATION_REFUSED", "url: " + e.message());
        }
    }

    /** Null if the engine has no server that takes completions. */
    private static @Nullable String token(StepContext step) throws InterruptedException {
        try {
            return step.completionToken();
        } catch (UnsupportedOperationException e) {
            return null;
        }
    }

    private Map<String, String> headers(StepContext step, String body) {
        WebhookSignature signature;
        try {
            signature = options.signature();
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw StepFailure.transientError(
                    "HTTP_SECRET_UNREADABLE", "the secret of %s cannot be used now".formatted(options));
        }
        String id = id(step);
        Instant now = clock.instant();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", String.valueOf(now.getEpochSecond()));
        headers.put("webhook-signature", signature.sign(id, now, body));
        headers.put("Idempotency-Key", HttpAction.sendable(step.idempotencyKey()));
        step.traceparent().ifPresent(span -> headers.put("traceparent", span));
        return headers;
    }

    /** The same for repetitions of one attempt, and another one for the next attempt, which is another message. */
    private static String id(StepContext step) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(step.token().text().getBytes(StandardCharsets.UTF_8));
            return "msg_" + HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Ends all requests that are under way, and the client. */
    @Override
    public void close() {
        calls.close();
    }
}
