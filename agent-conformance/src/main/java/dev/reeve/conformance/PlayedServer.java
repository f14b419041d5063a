package dev.reeve.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that does what a scenario says: hands out the work that it is given, loses answers, forgets sessions. It
 * keeps everything that the agent sent. Listens on the loopback address only.
 */
final class PlayedServer implements AutoCloseable {

    static final String API_KEY = "conformance-key";

    /** Shorter than the default, so that an agent that ignores it is found. */
    static final int WAIT_MILLIS = 15_000;

    static final int CONFIRM_MILLIS = 1_000;

    /** The fate of a request. */
    sealed interface Fate {
        record Answered(String body) implements Fate {}

        /** Everything is done, and the answer is lost. */
        record AnswerLost() implements Fate {}

        record Status(int status, Map<String, String> headers, String body) implements Fate {}
    }

    record Registered(String session, JsonNode document, long atNanos) {}

    record Received(String session, JsonNode document, long atNanos) {}

    private record Open(String session, CompletableFuture<Fate> answer) {}

    private static final JsonMapper MAPPER = new JsonMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Documents documents = new Documents(this::complain);

    // guarded by this
    private final Set<String> complaints = new LinkedHashSet<>();
    private final List<Registered> registrations = new ArrayList<>();
    private final List<Received> exchanges = new ArrayList<>();
    private final List<Long> requestsAt = new ArrayList<>();
    private final Set<String> sessions = new HashSet<>();
    private final Set<String> left = new HashSet<>();
    private final Set<String> issued = new HashSet<>();
    private final Map<String, Long> verdictsAt = new HashMap<>();
    private final Deque<Fate> fates = new ArrayDeque<>();
    private final List<String> work = new ArrayList<>();
    private final List<String> verdicts = new ArrayList<>();
    private final List<String> cancelled = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private boolean withholding;
    private boolean embellishing;
    private int counter;
    private long refusedAt;

    PlayedServer(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    // The agent's requests

    private void handle(HttpExchange http) throws IOException {
        String path = http.getRequestURI().getPath();
        String method = http.getRequestMethod();
        String body = new String(http.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        @Nullable Fate first;
        synchronized (this) {
            requestsAt.add(System.nanoTime());
            first = fates.peek() instanceof Fate.Status ? fates.remove() : null;
            notifyAll();
        }
        checkHeaders(http, method, path);
        if (first instanceof Fate.Status status) {
            send(http, status.status(), status.headers(), status.body());
            synchronized (this) {
                refusedAt = System.nanoTime();
                notifyAll();
            }
        } else if (method.equals("POST") && path.equals("/v1/agents")) {
            register(http, body);
        } else if (method.equals("POST") && path.matches("/v1/agents/[^/]+/exchange")) {
            exchange(http, sessionOf(path), body);
        } else if (method.equals("DELETE") && path.matches("/v1/agents/[^/]+")) {
            leave(http, sessionOf(path));
        } else {
            complain("a request that the protocol does not have: %s %s".formatted(method, path));
            send(http, 404, Map.of(), "");
        }
    }

    private static String sessionOf(String path) {
        return path.split("/", -1)[3];
    }

    private void checkHeaders(HttpExchange http, String method, String path) {
        String key = http.getRequestHeaders().getFirst("Authorization");
        if (!("Bearer " + API_KEY).equals(key)) {
            complain("%s %s: expected the header Authorization: Bearer and the key, found %s"
                    .formatted(method, path, key == null ? "none" : "another"));
        }
        String type = http.getRequestHeaders().getFirst("Content-Type");
        if (method.equals("POST") && (type == null || !type.startsWith("application/json"))) {
            complain("%s %s: expected Content-Type: application/json, found %s".formatted(method, path, type));
        }
    }

    private void register(HttpExchange http, String body) throws IOException {
        JsonNode document = parsed(body);
        documents.registration(document);
        String session;
        synchronized (this) {
            session = "s%d.~seal".formatted(++counter);
            sessions.add(session);
            registrations.add(new Registered(session, document, System.nanoTime()));
            notifyAll();
        }
        send(
                http,
                200,
                Map.of(),
                "{\"protocol\":1,\"session\":\"%s\",\"pace\":{\"waitMillis\":%d,\"confirmMillis\":%d},\"later\":{\"a\":[1]}}"
                        .formatted(session, WAIT_MILLIS, CONFIRM_MILLIS));
    }

    private void exchange(HttpExchange http, String session, String body) throws IOException {
        JsonNode document = parsed(body);
        documents.exchange(document, WAIT_MILLIS, this::isIssued);
        Open mine = new Open(session, new CompletableFuture<>());
        List<Open> older;
        synchronized (this) {
            if (!sessions.contains(session)) {
                send(http, 404, Map.of(), "{\"code\":\"NOT_FOUND\"}");
                return;
            }
            exchanges.add(new Received(session, document, System.nanoTime()));
            document.path("reports").forEach(this::reported);
            older = List.copyOf(open);
            open.clear();
            open.add(mine);
            if (older.size() > 1) {
                complain("more than two exchanges were open at once");
            }
            notifyAll();
        }
        older.forEach(each -> each.answer().complete(new Fate.Answered(nothing())));
        answerIfNews();
        Fate fate = mine.answer()
                .completeOnTimeout(
                        new Fate.Answered(nothing()),
                        document.path("waitMillis").asLong(20_000),
                        TimeUnit.MILLISECONDS)
                .join();
        switch (fate) {
            case Fate.Status status -> send(http, status.status(), status.headers(), status.body());
            case Fate.AnswerLost lost -> http.close();
            case Fate.Answered answered -> send(http, 200, Map.of(), answered.body());
        }
    }

    private synchronized void reported(JsonNode report) {
        String token = report.path("token").asString("");
        Long before = verdictsAt.get(token);
        if (before != null && System.nanoTime() - before > TimeUnit.SECONDS.toNanos(2)) {
            complain("a report was sent again two seconds after its verdict: " + report);
        }
        if (!withholding) {
            verdict(token, true);
        }
    }

    private static String nothing() {
        return "{\"protocol\":1,\"work\":[],\"verdicts\":[],\"cancelled\":[]}";
    }

    private synchronized String take() {
        String answer =
                "{\"protocol\":1,\"work\":[%s],\"verdicts\":[%s],\"cancelled\":[%s],\"pace\":{\"waitMillis\":%d,\"confirmMillis\":%d}%s}"
                        .formatted(
                                String.join(",", work),
                                String.join(",", verdicts),
                                String.join(",", cancelled),
                                WAIT_MILLIS,
                                CONFIRM_MILLIS,
                                embellishing ? ",\"priority\":{\"x\":[null]},\"note\":\"from a newer release\"" : "");
        work.clear();
        verdicts.clear();
        cancelled.clear();
        return answer;
    }

    private void answerIfNews() {
        Open answered;
        Fate fate;
        synchronized (this) {
            if (open.isEmpty() || (work.isEmpty() && verdicts.isEmpty() && cancelled.isEmpty())) {
                return;
            }
            answered = open.removeLast();
            String body = take();
            fate = fates.peek() instanceof Fate.AnswerLost ? fates.remove() : new Fate.Answered(body);
        }
        answered.answer().complete(fate);
    }

    private void leave(HttpExchange http, String session) throws IOException {
        synchronized (this) {
            left.add(session);
            sessions.remove(session);
            notifyAll();
        }
        send(http, 204, Map.of(), "");
    }

    private static JsonNode parsed(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw new BrokenRuleException("the agent sent a body that is not JSON: " + body);
        }
    }

    private static void send(HttpExchange http, int status, Map<String, String> headers, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        headers.forEach((name, value) -> http.getResponseHeaders().add(name, value));
        http.getResponseHeaders().add("Content-Type", "application/json");
        http.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (var out = http.getResponseBody()) {
            out.write(bytes);
        } catch (IOException e) {
            // the agent has left this connection, and the scenario finds out if it should not have
            http.close();
        }
    }

    // Instructions of a scenario

    /** Hands work out, as JSON. */
    void offer(Work... offers) {
        synchronized (this) {
            for (Work offer : offers) {
                issued.add(offer.token());
                work.add(offer.json());
            }
        }
        answerIfNews();
    }

    void cancel(String token) {
        synchronized (this) {
            cancelled.add("\"" + token + "\"");
        }
        answerIfNews();
    }

    /** Gives a verdict that was withheld. */
    void accept(String token) {
        verdict(token, true);
        answerIfNews();
    }

    private synchronized void verdict(String token, boolean accepted) {
        verdictsAt.put(token, System.nanoTime());
        verdicts.add("{\"token\":\"%s\",\"accepted\":%b}".formatted(token, accepted));
    }

    /** Leaves reports without verdicts, or goes on to accept each. */
    synchronized void withhold(boolean withheld) {
        withholding = withheld;
    }

    /** Adds members to answers that version 1 does not have. */
    synchronized void embellish(boolean more) {
        embellishing = more;
    }

    /** The next requests, or the next answers with news, meet these fates. */
    synchronized void next(Fate... coming) {
        fates.addAll(List.of(coming));
    }

    synchronized boolean hasMore() {
        return !fates.isEmpty();
    }

    /** When the last request met a status of {@link #next}. */
    synchronized long refusedAt() {
        return refusedAt;
    }

    /** Forgets all sessions, as a server that was restarted. */
    void restart() {
        List<Open> ended;
        synchronized (this) {
            sessions.clear();
            ended = List.copyOf(open);
            open.clear();
        }
        ended.forEach(each -> each.answer().complete(new Fate.Status(404, Map.of(), "{\"code\":\"NOT_FOUND\"}")));
    }

    synchronized void complain(String complaint) {
        complaints.add(complaint);
    }

    private synchronized boolean isIssued(String token) {
        return issued.contains(token);
    }

    // Questions of a scenario

    /** Waits for something that the agent must do. */
    synchronized <T> T await(String what, Duration patience, Supplier<Optional<T>> condition) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            Optional<T> found = condition.get();
            if (found.isPresent()) {
                return found.get();
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (millis <= 0) {
                throw new BrokenRuleException("expected within %d ms: %s".formatted(patience.toMillis(), what));
            }
            try {
                wait(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BrokenRuleException("interrupted");
            }
        }
    }

    synchronized List<Registered> registrations() {
        return List.copyOf(registrations);
    }

    synchronized List<Received> exchanges() {
        return List.copyOf(exchanges);
    }

    /** When requests of any kind arrived, in nanoseconds. */
    synchronized List<Long> requestsAt() {
        return List.copyOf(requestsAt);
    }

    synchronized boolean hasLeft(String session) {
        return left.contains(session);
    }

    synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** The reports of an attempt so far. */
    List<JsonNode> reports(String token) {
        List<JsonNode> found = new ArrayList<>();
        exchanges()
                .forEach(exchange -> exchange.document().path("reports").forEach(report -> {
                    if (report.path("token").asString("").equals(token)) {
                        found.add(report);
                    }
                }));
        return found;
    }

    JsonNode report(String token, Duration patience) {
        return await(
                "a report of " + token, patience, () -> reports(token).stream().findFirst());
    }

    /** The exchanges with a heartbeat of the attempt. */
    List<Received> beats(String token) {
        return exchanges().stream()
                .filter(exchange -> beat(exchange, token) != null)
                .toList();
    }

    static @Nullable JsonNode beat(Received exchange, String token) {
        for (JsonNode beat : exchange.document().path("beats")) {
            if (beat.path("token").asString("").equals(token)) {
                return beat;
            }
        }
        return null;
    }

    @Override
    public void close() {
        restart();
        server.stop(0);
        threads.shutdownNow();
    }
}
