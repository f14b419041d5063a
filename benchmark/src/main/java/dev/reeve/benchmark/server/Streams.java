package dev.reeve.benchmark.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Many streams of server-sent events, each with a connection of its own. Thread-safe. */
final class Streams implements AutoCloseable {

    private static final int THREADS = 2;
    /** The event after the greeting. */
    private static final String CHANGED = "event: changed";

    private final URI server;
    private final int count;
    private final ExecutorService threads;
    private final HttpClient client;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger informed = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private volatile boolean closed;

    Streams(URI server, int count) {
        this.server = server;
        this.count = count;
        this.threads = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().daemon().name("streams-", 0).factory());
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
    }

    void start() {
        HttpRequest request =
                HttpRequest.newBuilder(server.resolve("/v1/changes")).build();
        for (int i = 0; i < count; i++) {
            var unused = client.sendAsync(request, HttpResponse.BodyHandlers.fromLineSubscriber(new Lines()))
                    .whenComplete((response, error) -> {
                        if (!closed) {
                            broken.incrementAndGet();
                        }
                    });
        }
    }

    /** Number of streams that the server has opened. */
    int open() {
        return open.get();
    }

    /** Number of streams that have had an event about an execution. */
    int informed() {
        return informed.get();
    }

    /** Number of streams that have ended. */
    int broken() {
        return broken.get();
    }

    @Override
    public void close() {
        closed = true;
        client.shutdownNow();
        threads.shutdown();
    }

    /** The lines of one stream. */
    private final class Lines implements Flow.Subscriber<String> {

        private boolean isInformed;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            open.incrementAndGet();
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (!isInformed && line.equals(CHANGED)) {
                isInformed = true;
                informed.incrementAndGet();
            }
        }

        @Override
        public void onError(Throwable error) {
            // sendAsync completes
        }

        @Override
        public void onComplete() {
            // sendAsync completes
        }
    }
}
