package dev.reeve.internal.console;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Debian's Chromium without a window, by its DevTools protocol. It can reach 127.0.0.1 only. Thread-safe. */
final class Chromium implements AutoCloseable {

    static final JsonMapper MAPPER = new JsonMapper();

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<Consumer<JsonNode>> listeners = new CopyOnWriteArrayList<>();

    private Chromium(Process process, URI address) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new Messages())
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** The program; empty where it is not installed. */
    static Optional<Path> installed() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts it.
     *
     * @param profile an empty directory
     */
    static Chromium start(Path program, Path profile) throws IOException {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox", // the tests may run as root
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--no-first-run",
                        "--no-proxy-server",
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        Path told = profile.resolve("DevToolsActivePort");
        try {
            await().atMost(PATIENCE)
                    .until(() -> !process.isAlive() || lines(told).size() >= 2);
            List<String> lines = lines(told);
            return new Chromium(process, URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)));
        } catch (ConditionTimeoutException | IndexOutOfBoundsException e) {
            process.destroyForcibly();
            throw new IllegalStateException(
                    "Chromium did not start:\n" + Files.readString(profile.resolve("chromium.log")), e);
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** A new page, with storage of its own. */
    Page open(int width, int height) {
        String context = call("Target.createBrowserContext", Map.of(), null)
                .get("browserContextId")
                .asString();
        return open(context, width, height);
    }

    /** Another tab beside a page. */
    Page open(String context, int width, int height) {
        String target = call("Target.createTarget", Map.of("url", "about:blank", "browserContextId", context), null)
                .get("targetId")
                .asString();
        String session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true), null)
                .get("sessionId")
                .asString();
        return new Page(this, context, target, session, width, height);
    }

    /** Sends a command, and waits for its answer. */
    JsonNode call(String method, Map<String, ?> parameters, @Nullable String session) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> message = new TreeMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (session != null) {
            message.put("sessionId", session);
        }
        try {
            synchronized (socket) {
                socket.sendText(MAPPER.writeValueAsString(message), true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            JsonNode found = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (found.has("error")) {
                throw new AssertionError(method + ": " + found.get("error"));
            }
            return found.get("result");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(method + ": no answer", e);
        }
    }

    void listen(Consumer<JsonNode> listener) {
        listeners.add(listener);
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Puts the parts of messages together, and gives them to those who wait. */
    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonNode message = MAPPER.readTree(text.toString());
                text.setLength(0);
                JsonNode id = message.get("id");
                CompletableFuture<JsonNode> waiting = id == null ? null : answers.remove(id.asInt());
                if (waiting != null) {
                    waiting.complete(message);
                } else {
                    listeners.forEach(listener -> listener.accept(message));
                }
            }
            from.request(1);
            return null;
        }
    }
}
