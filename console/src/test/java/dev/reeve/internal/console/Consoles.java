package dev.reeve.internal.console;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Imitates many open consoles without a browser. Each opens a stream of changes and repeats the requests of a page. */
final class Consoles implements AutoCloseable {

    /**
     * The requests of one page over some time.
     *
     * @param paths of its requests, without the stream
     * @param millis when it made them, from the beginning of that time
     */
    record Habit(List<String> paths, List<Double> millis, Duration over) {

        double perSecond() {
            return paths.size() / (over.toMillis() / 1e3);
        }
    }

    private static final int THREADS = 2;

    private final URI server;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("consoles-", 0).factory());
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(timer)
            .build();
    final AtomicInteger streams = new AtomicInteger();
    final AtomicLong changes = new AtomicLong();
    final AtomicLong answers = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong failures = new AtomicLong();

    Consoles(URI server) {
        this.server = server;
    }

    /** Opens this many consoles. Each makes the requests of one of these pages, again and again. */
    void open(int count, List<Habit> habits) {
        for (int i = 0; i < count; i++) {
            stream();
            Habit habit = habits.get(i % habits.size());
            long period = habit.over().toMillis();
            long phase = period * i / count;
            for (int k = 0; k < habit.paths().size(); k++) {
                String path = habit.paths().get(k);
                long at = (Math.round(habit.millis().get(k)) + phase) % period;
                var unused = timer.scheduleAtFixedRate(() -> ask(path), at, period, TimeUnit.MILLISECONDS);
            }
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(server + path)).build();
    }

    private void ask(String path) {
        var unused = client.sendAsync(request(path), HttpResponse.BodyHandlers.ofByteArray())
                .whenComplete((answer, problem) -> {
                    if (problem != null || answer.statusCode() != 200) {
                        failures.incrementAndGet();
                    } else {
                        answers.incrementAndGet();
                        bytes.addAndGet(answer.body().length);
                    }
                });
    }

    private void stream() {
        HttpResponse.BodyHandler<Void> handler = info -> {
            streams.incrementAndGet();
            return HttpResponse.BodySubscribers.ofByteArrayConsumer(
                    part -> part.ifPresent(some -> changes.addAndGet(count(some))));
        };
        var unused = client.sendAsync(request("/v1/changes"), handler).whenComplete((answer, problem) -> {
            streams.decrementAndGet();
        });
    }

    /** The events in a part of a stream, of which each has one line with an id. */
    private static int count(byte[] part) {
        int found = 0;
        for (int i = 2; i < part.length; i++) {
            if (part[i] == ':' && part[i - 1] == 'd' && part[i - 2] == 'i') {
                found++;
            }
        }
        return found;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        client.shutdownNow();
    }
}
