package dev.reeve.benchmark.server;

import dev.reeve.Json;
import dev.reeve.benchmark.workload.NoopCall;
import dev.reeve.benchmark.workload.Payloads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Thousands of agents in one process. Each has a session and a connection of its own, obeys the agents' protocol, and
 * performs no-op steps, one at a time. They share threads, which agents of the SDK do not. Thread-safe.
 */
final class Fleet implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int OK = 200;
    private static final int UNKNOWN_SESSION = 404;
    private static final int BACKOFF_MILLIS = 100;
    private static final int BACKOFF_MILLIS_MAX = 5_000;
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** The pause before a report without a verdict is sent again; doubles with each time. */
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private static final Duration AGAIN_MAX = Duration.ofSeconds(30);

    private final URI server;
    private final Duration wait;
    private final ExecutorService threads;
    private final HttpClient client;
    private final List<Member> members = new ArrayList<>();
    private final AtomicInteger generation = new AtomicInteger();
    private final LongAdder answers = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder performed = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile boolean closed;

    /** @param wait how long the server may delay the answer to a poll */
    Fleet(URI server, int agents, Duration wait) {
        this.server = server;
        this.wait = wait;
        this.threads = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().daemon().name("fleet-", 0).factory());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .connectTimeout(GRACE)
                .build();
        for (int i = 0; i < agents; i++) {
            members.add(new Member(i));
        }
    }

    void start() {
        members.forEach(Member::register);
    }

    /** Number of agents with a session that was opened after the last {@link #forget}. */
    int connected() {
        return (int) members.stream()
                .filter(member -> member.connectedIn == generation.get())
                .count();
    }

    /** Counts all agents as not connected. */
    void forget() {
        generation.incrementAndGet();
    }

    /** Number of answers to polls. */
    long answers() {
        return answers.sum();
    }

    /** Number of requests without a useful answer. */
    long failures() {
        return failures.sum();
    }

    /** Number of steps performed. */
    long performed() {
        return performed.sum();
    }

    /** Number of reports that the server refused, because it had given their attempts up. */
    long refused() {
        return refused.sum();
    }

    @Override
    public void close() {
        closed = true;
        client.shutdownNow();
        threads.shutdown();
    }

    /** A report without a verdict yet. Rule 6 of the protocol says when it is sent again. */
    private static final class Unsettled {

        private final String document;
        private long dueNanos = System.nanoTime();
        private long pauseNanos = AGAIN.toNanos();

        Unsettled(String document) {
            this.document = document;
        }

        void sent() {
            dueNanos = System.nanoTime() + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, AGAIN_MAX.toNanos());
        }

        long leftNanos() {
            return Math.max(0, dueNanos - System.nanoTime());
        }
    }

    private final class Member {

        private final int number;

        /** Reports by token, until their verdicts arrive. */
        private final Map<String, Unsettled> reports = new LinkedHashMap<>();

        /** The tokens whose verdict has arrived. */
        private final Set<String> settled = new HashSet<>();

        private String session = "";
        private int inVain;
        private volatile int connectedIn = -1;

        Member(int number) {
            this.number = number;
        }

        private void register() {
            reports.values().forEach(report -> report.dueNanos = System.nanoTime());
            int now = generation.get();
            String document =
                    "{\"agent\":\"bench-%d\",\"actions\":[\"%s\"],\"slots\":1}".formatted(number, NoopCall.ACTION);
            send(
                    "/v1/agents",
                    document,
                    answer -> {
                        session = answer.path("session").asString();
                        connectedIn = now;
                        exchange();
                    },
                    this::register);
        }

        private void exchange() {
            List<Unsettled> due = reports.values().stream()
                    .filter(report -> report.leftNanos() == 0)
                    .toList();
            due.forEach(Unsettled::sent);
            long waitNanos =
                    reports.values().stream().mapToLong(Unsettled::leftNanos).reduce(wait.toNanos(), Math::min);
            String document = "{\"waitMillis\":%d,\"reports\":[%s]}"
                    .formatted(
                            TimeUnit.NANOSECONDS.toMillis(waitNanos),
                            due.stream().map(report -> report.document).collect(Collectors.joining(",")));
            send(
                    "/v1/agents/" + session + "/exchange",
                    document,
                    answer -> {
                        answers.increment();
                        answer.path("verdicts").forEach(this::settle);
                        answer.path("work").forEach(this::perform);
                        exchange();
                    },
                    () -> {
                        reports.values().forEach(report -> report.dueNanos = System.nanoTime());
                        exchange();
                    });
        }

        private void settle(JsonNode verdict) {
            String token = verdict.path("token").asString();
            settled.add(token);
            if (reports.remove(token) != null && !verdict.path("accepted").asBoolean()) {
                refused.increment();
            }
        }

        private void perform(JsonNode work) {
            String token = work.path("token").asString();
            if (!reports.containsKey(token) && !settled.contains(token)) {
                Json result = Payloads.result(new Json(work.path("input").toString()));
                reports.put(token, new Unsettled("{\"token\":\"%s\",\"output\":%s}".formatted(token, result.text())));
                performed.increment();
            }
        }

        private void send(String path, String document, Consumer<JsonNode> next, Runnable again) {
            if (closed) {
                return;
            }
            HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                    .timeout(wait.plus(GRACE))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(document))
                    .build();
            CompletableFuture<HttpResponse<String>> answer =
                    client.sendAsync(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            var unused = answer.whenComplete((response, error) -> {
                if (closed) {
                    return;
                }
                if (error == null && response.statusCode() == OK) {
                    inVain = 0;
                    next.accept(JsonMapper.shared().readTree(response.body()));
                } else if (error == null && response.statusCode() == UNKNOWN_SESSION) {
                    register();
                } else {
                    failures.increment();
                    later(again, response);
                }
            });
        }

        /** After a random pause that grows, and after the time that the server asks for. */
        private void later(Runnable again, @Nullable HttpResponse<String> response) {
            long bound = Math.min(BACKOFF_MILLIS_MAX, (long) BACKOFF_MILLIS << Math.min(inVain++, 10));
            long asked = response == null
                    ? 0
                    : response.headers().firstValueAsLong("Retry-After").orElse(0);
            long millis = TimeUnit.SECONDS.toMillis(asked)
                    + ThreadLocalRandom.current().nextLong(bound + 1);
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, threads)
                    .execute(again);
        }
    }
}
