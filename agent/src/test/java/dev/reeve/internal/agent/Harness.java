package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.Handler;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An agent's session driven by hand: the test is its thread, its clock and its node. Only handlers have real threads.
 */
final class Harness {

    static final Duration MINUTE = Duration.ofMinutes(1);

    final FakeTicker ticker = new FakeTicker();
    final FakeNode node = new FakeNode();
    final ConcurrentLinkedQueue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Thread> handlers = new ConcurrentLinkedQueue<>();
    private final Map<String, BoundAction<?>> actions = new LinkedHashMap<>();
    private int slots = 100;
    private @Nullable NodeSession session;

    <I> Harness action(String name, Class<I> input, Handler<I, ?> handler) {
        actions.put(name, BoundAction.of(name, input, handler));
        return this;
    }

    Harness action(String name, Handler<JsonNode, ?> handler) {
        return action(name, JsonNode.class, handler);
    }

    Harness slots(int count) {
        slots = count;
        return this;
    }

    /** Registers, and opens the first exchange. */
    Harness start() {
        create();
        turn();
        return this;
    }

    Harness create() {
        session = new NodeSession(
                new Registration("test", actions.keySet(), slots),
                actions,
                node,
                new AgentSurroundings(ticker, new SplittableRandom(1), this::thread),
                new Doorbell());
        return this;
    }

    private Thread thread(Runnable handler) {
        Thread thread = Thread.ofVirtual()
                .uncaughtExceptionHandler((dead, error) -> uncaught.add(error))
                .unstarted(handler);
        handlers.add(thread);
        return thread;
    }

    NodeSession session() {
        if (session == null) {
            throw new IllegalStateException("start first");
        }
        return session;
    }

    /** Lets the session do all there is to do at this moment. */
    long turn() {
        for (int turns = 0; turns < 1_000; turns++) {
            long wait = session().runOnce();
            if (session().lingering()) {
                ticker.advance(Duration.ofNanos(wait));
            } else if (wait > 0 || session().ended()) {
                return wait;
            }
        }
        throw new AssertionError("the session spins: it never waits");
    }

    /** Lets handlers end, all that were started, and the session take notice. */
    void settle() {
        do {
            for (Thread thread = handlers.poll(); thread != null; thread = handlers.poll()) {
                try {
                    if (!thread.join(Duration.ofSeconds(20))) {
                        throw new AssertionError("a handler does not end: " + thread);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            turn();
        } while (!handlers.isEmpty());
    }

    /** Lets the session go on until something that depends on a handler's thread is so. */
    void until(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInSameThread()
                .pollDelay(0, TimeUnit.MILLISECONDS)
                .pollInterval(1, TimeUnit.MILLISECONDS)
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> {
                    turn();
                    return condition.call();
                });
    }

    void advance(Duration duration) {
        ticker.advance(duration);
        turn();
    }

    /** Time passes, with a turn whenever the session asked for one. */
    void pass(Duration duration) {
        long end = ticker.nanos() + duration.toNanos();
        for (long wait = turn(); ticker.nanos() < end && !session().ended(); wait = turn()) {
            ticker.advance(Duration.ofNanos(Math.min(wait, end - ticker.nanos())));
        }
    }

    /** Offers a request and lets its handler begin. */
    void offer(AttemptRequest... requests) {
        node.offer(requests);
        turn();
    }

    Report onlyReport() {
        List<Report> reports = node.reports();
        if (reports.size() != 1) {
            throw new AssertionError("expected one report, found " + reports);
        }
        return reports.getFirst();
    }

    Failure onlyFailure() {
        if (onlyReport() instanceof Report.Failed failed) {
            return failed.failure();
        }
        throw new AssertionError("expected a failure, found " + onlyReport());
    }

    String onlyOutput() {
        if (onlyReport() instanceof Report.Completed completed) {
            return completed.output().text();
        }
        throw new AssertionError("expected an output, found " + onlyReport());
    }

    static AttemptToken token(String step, int attempt) {
        return token(step, Purpose.FORWARD, attempt);
    }

    static AttemptToken token(String step, Purpose purpose, int attempt) {
        return new AttemptToken(new ExecutionId(new UUID(7, 7)), StepPath.of(step), purpose, attempt, attempt * 31L);
    }

    static AttemptRequest request(AttemptToken token, String action, String input) {
        return request(token, action, input, MINUTE);
    }

    static AttemptRequest request(AttemptToken token, String action, String input, Duration remaining) {
        return new AttemptRequest(token, "orders", action, new Json(input), remaining, null, null, null);
    }

    static AttemptRequest beating(AttemptToken token, String action, Duration heartbeat, @Nullable String checkpoint) {
        return new AttemptRequest(
                token,
                "orders",
                action,
                Json.EMPTY_OBJECT,
                Duration.ofHours(10),
                heartbeat,
                checkpoint == null ? null : new Json(checkpoint),
                null);
    }
}
