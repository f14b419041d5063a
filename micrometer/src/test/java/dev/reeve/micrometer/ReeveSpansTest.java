package dev.reeve.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.Observer;
import dev.reeve.spi.ObserverPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Spans from histories")
class ReeveSpansTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00-" + TRACE + "-00f067aa0ba902b7-01";

    @TempDir
    Path directory;

    private final Queue<List<SpanData>> written = new ConcurrentLinkedQueue<>();
    private final Queue<String> passed = new ConcurrentLinkedQueue<>();
    private final Queue<ExecutionId> traced = new ConcurrentLinkedQueue<>();
    private volatile SpanReceiver receiver = written::add;
    private final ReeveSpans spans = new ReeveSpans(all -> receiver.write(all));

    private Reeve open() {
        Reeve reeve = Reeve.open(
                directory.resolve("shop.db"),
                NodeOptions.defaults().withObserver(new ObserverPair(spans, new Observer() {
                    @Override
                    public void tracedExecutionEnded(String workflow, ExecutionId id) {
                        traced.add(id);
                    }
                })));
        spans.watch(reeve);
        reeve.deploy(Shop.WORKFLOW);
        reeve.agent("services")
                .action("stock.reserve", Json.class, Shop.busyAtFirst(passed))
                .action("stock.release", Json.class, (input, step) -> null)
                .action("card.charge", Json.class, (input, step) -> {
                    throw StepFailure.businessError("DECLINED", "card " + Shop.SECRET);
                })
                .start();
        return reeve;
    }

    private static List<String> tree(List<SpanData> all) {
        Map<String, String> names = all.stream().collect(Collectors.toMap(SpanData::id, SpanData::name));
        Function<SpanData, String> line = span -> "%s < %s%s"
                .formatted(
                        span.name(),
                        names.getOrDefault(String.valueOf(span.parent()), String.valueOf(span.parent())),
                        span.error() == null ? "" : " " + span.error());
        return all.stream().map(line).toList();
    }

    @Test
    @DisplayName("An execution that ended has spans for itself, its steps and their attempts, without payloads")
    void writesSpans() {
        try (Reeve reeve = open();
                spans) {
            Execution execution = reeve.start(
                    "shop",
                    new Json("{\"card\":\"" + Shop.SECRET + "\"}"),
                    Start.key("k").traceparent(SPAN));
            assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);

            Awaitility.await().atMost(PATIENCE).until(() -> !written.isEmpty());
            List<SpanData> all = written.element();
            assertThat(tree(all))
                    .containsExactlyInAnyOrder(
                            "shop < 00f067aa0ba902b7 DECLINED",
                            "reserve < shop",
                            "reserve #1 < reserve BUSY",
                            "reserve #2 < reserve",
                            "charge < shop DECLINED",
                            "charge #1 < charge DECLINED",
                            "reserve compensation < shop",
                            "reserve compensation #1 < reserve compensation");
            assertThat(all).allSatisfy(span -> {
                assertThat(span.trace()).isEqualTo(TRACE);
                assertThat(span.end()).isAfterOrEqualTo(span.start());
                assertThat(span.toString()).doesNotContain(Shop.SECRET);
            });
            // an agent's spans are below those of its attempts
            assertThat(all.stream().map(span -> "00-" + TRACE + "-" + span.id() + "-01"))
                    .containsAll(passed);
            // any reader of the history writes the same
            assertThat(HistorySpans.of(execution.id(), execution.history())).isEqualTo(all);
        }
    }

    @Test
    @DisplayName("Executions without a trace, and those whose callers do not record it, have none")
    void noTrace() {
        try (Reeve reeve = open();
                spans) {
            Execution plain = reeve.start("shop", Json.EMPTY_OBJECT, Start.key("plain"));
            Execution unrecorded = reeve.start(
                    "shop", Json.EMPTY_OBJECT, Start.key("unrecorded").traceparent(SPAN.replace("-01", "-00")));
            Execution recorded =
                    reeve.start("shop", Json.EMPTY_OBJECT, Start.key("recorded").traceparent(SPAN));
            for (Execution each : List.of(plain, unrecorded, recorded)) {
                each.awaitEnd(PATIENCE);
            }

            // the others are not even read
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(traced).containsExactly(recorded.id()));
            assertThat(HistorySpans.of(plain.id(), plain.history())).isEmpty();
            assertThat(HistorySpans.of(unrecorded.id(), unrecorded.history())).isEmpty();
            assertThat(HistorySpans.of(recorded.id(), recorded.history())).isNotEmpty();
            assertThat(HistorySpans.of(recorded.id(), List.of())).isEmpty();
            List<HistoryEntry> open = recorded.history().subList(0, 2);
            assertThat(HistorySpans.of(recorded.id(), open)).isEmpty();
        }
    }

    @Test
    @DisplayName("A span that begins long after the one above it is linked to it, and has no parent")
    void links() {
        try (Reeve reeve = open();
                spans) {
            Execution execution =
                    reeve.start("shop", Json.EMPTY_OBJECT, Start.key("late").traceparent(SPAN));
            execution.awaitEnd(PATIENCE);
            List<HistoryEntry> history = new ArrayList<>();
            Duration wait = Duration.ZERO;
            for (HistoryEntry entry : execution.history()) {
                // a day passes before the second attempt
                wait = history.size() == 4 ? Duration.ofDays(1) : wait;
                history.add(new HistoryEntry(entry.seq(), entry.at().plus(wait), entry.event()));
            }

            List<SpanData> late = HistorySpans.of(execution.id(), history).stream()
                    .filter(span -> span.link() != null)
                    .toList();

            assertThat(late)
                    .isNotEmpty()
                    .allSatisfy(span -> assertThat(span.parent()).isNull());
            assertThat(late).extracting(SpanData::name).contains("reserve #2", "charge");
        }
    }

    private void end(Reeve reeve, String key) {
        reeve.start("shop", Json.EMPTY_OBJECT, Start.key(key).traceparent(SPAN)).awaitEnd(PATIENCE);
    }

    @Test
    @DisplayName("A receiver that fails in any way loses one execution, and the next one is written")
    void receiverFails() {
        receiver = all -> {
            receiver = written::add;
            throw new NoClassDefFoundError("made up");
        };
        try (Reeve reeve = open();
                spans) {
            end(reeve, "lost");
            Awaitility.await().atMost(PATIENCE).until(() -> spans.dropped() == 1);
            end(reeve, "written");
            Awaitility.await().atMost(PATIENCE).until(() -> written.size() == 1);
        }
        assertThat(spans.dropped()).isEqualTo(1);
    }

    @Test
    @DisplayName("Closing writes what is queued")
    void closeDrains() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        receiver = all -> {
            closing.await();
            written.add(all);
        };
        try (Reeve reeve = open()) {
            for (int i = 0; i < 3; i++) {
                end(reeve, "k" + i);
            }
            Awaitility.await().atMost(PATIENCE).until(() -> traced.size() == 3);
            Thread closer = Thread.ofPlatform().start(spans::close);
            // it waits for the writer, which waits for the latch
            Awaitility.await().atMost(PATIENCE).until(() -> closer.getState() == Thread.State.TIMED_WAITING);
            closing.countDown();
            closer.join();
        }
        assertThat(written).hasSize(3);
        assertThat(spans.dropped()).isZero();
    }

    @Test
    @DisplayName("Closing gives up on a receiver that hangs, and counts what is lost")
    void closeGivesUp() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        receiver = all -> never.await();
        try (Reeve reeve = open()) {
            end(reeve, "k1");
            end(reeve, "k2");
            Awaitility.await().atMost(PATIENCE).until(() -> traced.size() == 2);
            spans.close();
            assertThat(spans.dropped()).isEqualTo(2);
            spans.close();
            spans.tracedExecutionEnded("shop", ExecutionId.parse("0190c0de-0000-7000-8000-000000000001"));
            assertThat(spans.dropped()).isEqualTo(3);
        }
    }

    private static SpanData span(int number) {
        return new SpanData(
                TRACE, "%016x".formatted(number), null, null, "s", Instant.EPOCH, Instant.EPOCH, Map.of(), null);
    }

    @Test
    @DisplayName("Many spans are sent in several requests")
    void chunks() throws Exception {
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            sizes.add(body.split("traceId", -1).length - 1);
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        server.start();
        try {
            new ZipkinReceiver(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                    .write(IntStream.range(0, 2_500)
                            .mapToObj(ReeveSpansTest::span)
                            .toList());
        } finally {
            server.stop(0);
        }
        assertThat(sizes).containsExactly(1_000, 1_000, 500);
    }

    @Test
    @DisplayName("A receiver that begins an answer and does not end it is given up")
    void stalledAnswer() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ZipkinReceiver stalled =
                    new ZipkinReceiver(URI.create("http://127.0.0.1:" + server.getLocalPort()), Duration.ofMillis(500));
            CompletableFuture<Integer> closed = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream()
                            .write("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    // up to the end that the sender makes
                    return socket.getInputStream().readAllBytes().length;
                } catch (IOException e) {
                    return 0;
                }
            });

            assertThatThrownBy(() -> stalled.write(List.of(span(1))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the receiver of spans has not answered within PT0.5S");
            assertThat(closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNegative();
        }
    }

    @Test
    @DisplayName("Zipkin's JSON has the tree, the links and the errors")
    void zipkin() throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v2/spans", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(bodies.size() == 1 ? 202 : 500, -1);
            exchange.close();
        });
        server.start();
        try {
            ZipkinReceiver receiver = new ZipkinReceiver(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/v2/spans"));
            ExecutionId id = ExecutionId.parse("0190c0de-0000-7000-8000-000000000001");
            SpanData span = new SpanData(
                    TRACE,
                    "a".repeat(16),
                    null,
                    "b".repeat(16),
                    "a \"step\"",
                    Instant.parse("2026-01-01T00:00:00.000002Z"),
                    Instant.parse("2026-01-01T00:00:01Z"),
                    Map.of("reeve.execution", id.toString()),
                    "BUSY");

            receiver.write(List.of(span));

            assertThat(bodies)
                    .containsExactly(
                            "[{\"traceId\":\"" + TRACE + "\",\"id\":\"aaaaaaaaaaaaaaaa\",\"name\":\"a \\\"step\\\"\","
                                    + "\"timestamp\":1767225600000002,\"duration\":999998,"
                                    + "\"localEndpoint\":{\"serviceName\":\"reeve\"},"
                                    + "\"tags\":{\"error\":\"BUSY\",\"reeve.execution\":\"" + id
                                    + "\",\"reeve.link\":\"bbbbbbbbbbbbbbbb\"}}]");
            assertThatThrownBy(() -> receiver.write(List.of(span)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the receiver of spans answered with status 500");
        } finally {
            server.stop(0);
        }
    }
}
