package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.spi.AttemptObserver;
import dev.reeve.spi.transport.AttemptRequest;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

@DisplayName("Traces and log lines of attempts")
final class TraceTest {

    private static final String SPAN = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    private static AttemptRequest request(AttemptToken token) {
        return new AttemptRequest(
                token,
                token.idempotencyKey(),
                "orders",
                "order.take",
                new Json("{}"),
                Duration.ofMinutes(1),
                null,
                null,
                null,
                SPAN);
    }

    private void handle(Handler<Json, ?> handler) {
        Harness harness =
                new Harness().action("order.take", Json.class, handler).start();
        harness.offer(request(token("take", 1)));
        harness.settle();
    }

    @Test
    @DisplayName("A handler gets the span of its attempt, and its log lines name execution, workflow and step")
    void seenByTheHandler() {
        handle((input, step) -> {
            Map<String, String> context = new TreeMap<>(MDC.getCopyOfContextMap());
            seen.add(step.traceparent().orElse("none"));
            seen.add(context.toString());
            return input;
        });

        assertThat(seen)
                .containsExactly(
                        SPAN,
                        "{attempt=1, execution=%s, purpose=FORWARD, step=take, workflow=orders}"
                                .formatted(token("take", 1).execution()));
    }

    @Test
    @DisplayName("An observer surrounds the handler, and sees its result and its failure")
    void observed() {
        AttemptObserver observer = (step, attempt) -> {
            seen.add("before " + step.step());
            try {
                Object result = attempt.run();
                seen.add("after " + result);
                return result;
            } catch (IllegalStateException e) {
                seen.add("failed " + e.getMessage());
                throw e;
            }
        };
        handle(observer.<Json>observed((input, step) -> {
            seen.add("handler");
            return "done";
        }));
        handle(observer.<Json>observed((input, step) -> {
            throw new IllegalStateException("broken");
        }));

        assertThat(seen).containsExactly("before take", "handler", "after done", "before take", "failed broken");
    }

    /** Performs an attempt while the library for log lines answers each call with this; whether its slot was freed. */
    private boolean freed(Throwable broken) throws ReflectiveOperationException {
        AtomicBoolean finished = new AtomicBoolean();
        Attempt attempt = new Attempt(
                request(token("take", 1)),
                BoundAction.of("order.take", Json.class, (input, step) -> seen.add("handler")),
                Duration.ofMinutes(1).toNanos(),
                new Attempt.Host() {
                    @Override
                    public long now() {
                        return 0;
                    }

                    @Override
                    public void finished(Attempt done) {
                        finished.set(true);
                    }

                    @Override
                    public void beatWanted() {}
                });
        Field adapter = MDC.class.getDeclaredField("MDC_ADAPTER");
        adapter.setAccessible(true);
        Object before = adapter.get(null);
        adapter.set(
                null,
                Proxy.newProxyInstance(
                        MDCAdapter.class.getClassLoader(),
                        new Class<?>[] {MDCAdapter.class},
                        (proxy, method, arguments) -> {
                            throw broken;
                        }));
        try {
            attempt.run();
        } catch (Error e) {
            assertThat(e).isSameAs(broken);
        } finally {
            adapter.set(null, before);
        }
        return finished.get();
    }

    @Test
    @DisplayName("A library for log lines that fails takes no slot from the agent")
    void brokenLogging() throws ReflectiveOperationException {
        assertThat(freed(new NoClassDefFoundError("made up"))).isTrue();
        assertThat(seen).containsExactly("handler");
        assertThat(freed(new OutOfMemoryError("made up"))).isTrue();
    }
}
