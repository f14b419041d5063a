package dev.reeve.agent.http;

import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.agent.Handler;
import dev.reeve.agent.Probe;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls a service over HTTP as the step's input says: {@code method}, {@code url}, {@code query}, {@code headers} and
 * {@code body}. The step's output has the {@code status}, the {@code headers} and the {@code body} of the answer. So an
 * ordinary service needs no agent of its own.
 *
 * <pre>{@code
 * HttpAction http = HttpAction.of(HttpActionOptions.allowing("https://api.example.org"));
 * Agent agent = reeve.agent("http").action(HttpAction.NAME, Json.class, http).start();
 * }</pre>
 *
 * <p>Every attempt sends the same idempotency key. Statuses become causes: 2xx is the result; 429, and 408, 425 and 503
 * with {@code Retry-After} are throttled; other 5xx and a missing answer are transient errors; other 4xx are business
 * errors. At most three redirections are followed, and each target is judged like the first one.
 *
 * <p>For a probe, 2xx means done, and 404 and 410 mean not done.
 *
 * <p>Thread-safe. Close it after its agents.
 */
public final class HttpAction implements Handler<Json, Object>, AutoCloseable {

    /** The name of the action in definitions, unless the agent gives another one. */
    public static final String NAME = "http";

    /** The only way in which names are looked up. */
    static final Destinations.Lookup LOOKUP = InetAddress::getAllByName;

    private static final String TRACEPARENT = "traceparent";

    private static final int REDIRECTS_MAX = 3;

    /** The only headers of a step that another origin receives after a redirection. */
    private static final Set<String> HARMLESS = Set.of("accept", "accept-language", "content-type");

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int SAME_METHOD_FROM = 307;

    private final Destinations destinations;
    private final Map<String, Secret> secrets;
    private final JettyCalls calls;
    private final Outcomes outcomes;

    private HttpAction(Destinations destinations, Map<String, Secret> secrets, JettyCalls calls, Outcomes outcomes) {
        this.destinations = destinations;
        this.secrets = secrets;
        this.calls = calls;
        this.outcomes = outcomes;
    }

    /** Starts the client. */
    public static HttpAction of(HttpActionOptions options) {
        return of(options, LOOKUP, new SslContextFactory.Client(), InstantSource.system());
    }

    static HttpAction of(
            HttpActionOptions options, Destinations.Lookup lookup, SslContextFactory.Client tls, InstantSource clock) {
        Destinations destinations = options.destinations(lookup);
        return new HttpAction(
                destinations,
                options.secrets(),
                JettyCalls.start(destinations, tls, options.timeout(), options.responseMax()),
                new Outcomes(options.responseMax(), clock));
    }

    /** Performs the request. */
    @Override
    public Object handle(Json input, StepContext step) throws InterruptedException {
        Call call = CallInput.read(input);
        Origin origin = judged(call.url());
        SecretReferences.Resolved resolved = SecretReferences.resolve(call.headers(), secrets, origin);
        Redaction redaction = new Redaction(resolved.values());
        Map<String, String> headers = new LinkedHashMap<>(resolved.headers());
        headers.put(call.keyHeader(), sendable(step.idempotencyKey()));
        // a header of the definition goes before
        if (headers.keySet().stream().noneMatch(TRACEPARENT::equalsIgnoreCase)) {
            step.traceparent().ifPresent(span -> headers.put(TRACEPARENT, span));
        }

        boolean effect = false;
        Call next = call;
        for (int redirects = 0; ; redirects++) {
            Answer answer = answer(next, origin, headers, step, redaction, effect);
            // services answer a POST with 301 or 302, too, when they have done it
            effect |= isDone(answer.status()) && !next.isSafe();
            if (!REDIRECTS.contains(answer.status()) || answer.header("location") == null) {
                boolean maybe = effect || !next.isSafe();
                return step.purpose() == Purpose.PROBE
                        ? probed(answer, origin, redaction)
                        : outcomes.result(answer, origin, redaction, effect, maybe);
            }
            next = redirected(next, origin, answer, redirects, effect);
            Origin target = outcomes.redirectJudged(destinations, next.url(), origin, effect);
            if (!target.equals(origin)) {
                headers.keySet()
                        .removeIf(name ->
                                !HARMLESS.contains(name.toLowerCase(Locale.ROOT)) && !name.equals(call.keyHeader()));
            }
            origin = target;
        }
    }

    private Origin judged(URI url) {
        try {
            return destinations.judge(url);
        } catch (Destinations.ForbiddenException e) {
            throw StepFailure.businessError("HTTP_DESTINATION_REFUSED", "url: " + e.message());
        }
    }

    private Answer answer(
            Call call,
            Origin origin,
            Map<String, String> headers,
            StepContext step,
            Redaction redaction,
            boolean effect)
            throws InterruptedException {
        try {
            return calls.send(call, headers, step);
        } catch (JettyCalls.NoAnswerException e) {
            boolean maybe = effect || (e.sent() && !call.isSafe());
            throw outcomes.noAnswer(e, origin, redaction, maybe);
        }
    }

    private Object probed(Answer answer, Origin origin, Redaction redaction) {
        if (answer.status() == 404 || answer.status() == 410) {
            return Probe.notDone();
        }
        return Probe.done(outcomes.result(answer, origin, redaction, false, false));
    }

    /** The request that a redirection asks for. */
    private Call redirected(Call call, Origin origin, Answer answer, int redirects, boolean effect) {
        if (redirects == REDIRECTS_MAX) {
            throw outcomes.redirectRefused(origin, "more than %d redirections".formatted(REDIRECTS_MAX), effect);
        }
        URI target = target(call.url(), String.valueOf(answer.header("location")));
        if (target == null) {
            throw outcomes.redirectRefused(origin, "a redirection to what is no URL", effect);
        }
        return isDone(answer.status()) && !call.isSafe() ? call.asked(target) : call.to(target);
    }

    /** Whether this redirection tells where the result of a request with an effect is. 307 and 308 say: elsewhere. */
    private static boolean isDone(int status) {
        return REDIRECTS.contains(status) && status < SAME_METHOD_FROM;
    }

    /** By RFC 3986, where an empty reference means the same URL, and a query alone the same path. */
    private static @Nullable URI target(URI from, String location) {
        int fragment = location.indexOf('#');
        String reference = fragment < 0 ? location : location.substring(0, fragment);
        try {
            if (reference.isEmpty()) {
                return from;
            }
            URI target = reference.startsWith("?")
                    ? new URI(from.toString().replaceFirst("\\?.*", "") + reference)
                    : from.resolve(new URI(reference));
            return new URI(target.toASCIIString());
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Steps may have names that a header cannot have. */
    static String sendable(String key) {
        return key.matches("[\\x21-\\x7E]+") ? key : URLEncoder.encode(key, StandardCharsets.UTF_8);
    }

    /** Ends all requests that are under way, and the client. */
    @Override
    public void close() {
        calls.close();
    }
}
