package dev.reeve.internal.http.endpoint;

import static dev.reeve.internal.http.Endpoint.get;
import static dev.reeve.internal.http.Endpoint.open;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.document.SelfDocument;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The server itself: whether it is up, its description, the pages of its codes, and what changes. */
final class SystemEndpoints {

    /** The path of the stream of changes. */
    static final String CHANGES = "/v1/changes";

    /** The path of the figures of the last hour, which the feed of changes counts. */
    static final String LAST_HOUR = "/v1/health/last-hour";

    /** The address of the API in its description: the root of the server. */
    private static final String ROOT = "servers:\n  - url: /\n";

    private final ChangeFeed feed;
    private final BooleanSupplier ready;
    private final String description = resource("openapi.yaml");

    SystemEndpoints(ChangeFeed feed, BooleanSupplier ready) {
        this.feed = feed;
        this.ready = ready;
    }

    List<Endpoint> all() {
        return List.of(
                open("/health/live", call -> Answer.json(new Documents.Up("up"))),
                open("/health/ready", call -> ready()),
                open("/v1/openapi.yaml", this::description),
                open("/v1/errors/{code}", SystemEndpoints::page),
                get("/v1/self", Operation.IDENTIFY, SystemEndpoints::self),
                get(LAST_HOUR, Operation.HEALTH, call -> Answer.json(feed.lastHour(call.namespace(), Instant.now()))),
                get(CHANGES, Operation.WATCH, this::changes));
    }

    private Answer description(Call call) {
        String mount = call.request().mount();
        String here =
                mount.isEmpty() ? ROOT : "servers:\n  - url: " + Json.of(mount).text() + "\n";
        return Answer.text("application/yaml", description.replace(ROOT, here));
    }

    private Answer ready() {
        return ready.getAsBoolean()
                ? Answer.json(new Documents.Up("ready"))
                : Answer.json(503, new Documents.Up("not ready"));
    }

    private static Answer self(Call call) {
        Map<String, List<String>> roles = new TreeMap<>();
        call.caller()
                .roles()
                .forEach((namespace, each) -> roles.put(
                        namespace, each.stream().map(Role::text).sorted().toList()));
        return Answer.json(new SelfDocument(call.caller().name(), call.namespace(), roles));
    }

    private Answer changes(Call call) {
        String last = call.request()
                .header("last-event-id")
                .or(() -> call.query("after"))
                .orElse(null);
        return new Answer.Events(
                feed.from(call.namespace(), call.query("workflow").orElse(null), last, good(call.caller())));
    }

    /** How long the key or token of the caller is good. */
    private static Duration good(Principal caller) {
        Instant expires = caller.expires();
        Instant now = Instant.now();
        Instant longest = now.plus(ChangeFeed.STREAM_MAX);
        return expires == null || expires.isAfter(longest)
                ? ChangeFeed.STREAM_MAX
                : expires.isAfter(now) ? Duration.between(now, expires) : Duration.ZERO;
    }

    private static Answer page(Call call) {
        String wanted = call.parameter("code");
        for (ErrorCode code : ErrorCode.values()) {
            if (code.name().equals(wanted)) {
                return Answer.text("text/plain; charset=utf-8", ErrorPages.of(code));
            }
        }
        throw ReeveException.of(ErrorCode.NOT_FOUND, "there is no such code");
    }

    private static String resource(String name) {
        try (InputStream in = SystemEndpoints.class.getResourceAsStream("/dev/reeve/internal/http/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
