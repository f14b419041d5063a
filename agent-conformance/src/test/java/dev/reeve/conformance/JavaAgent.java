package dev.reeve.conformance;

import dev.reeve.agent.Agent;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The agent of the SDK with the actions that the kit asks for. */
final class JavaAgent implements AgentUnderTest {

    private final AtomicInteger running = new AtomicInteger();
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private @Nullable Agent agent;

    @Override
    public void start(URI server, String apiKey) {
        agent = Agent.named("conformance")
                .action("conformance.echo", (input, step) -> input)
                .action("conformance.wait", this::await)
                .action("conformance.fail", (input, step) -> fail(input))
                .action(
                        "conformance.key",
                        (input, step) -> Map.of("idempotencyKey", step.idempotencyKey(), "attempt", step.attempt()))
                .action("conformance.checkpoint", (input, step) -> {
                    Optional<JsonNode> before = step.checkpoint(JsonNode.class);
                    step.heartbeat(input);
                    untilCancelled(step);
                    Map<String, Object> output = new LinkedHashMap<>();
                    output.put("resumedFrom", before.orElse(null));
                    return output;
                })
                .action("conformance.cancelled", (input, step) -> {
                    untilCancelled(step);
                    return Map.of("cancelled", true);
                })
                .slots(4)
                .servers(server)
                .apiKey(apiKey)
                .start();
    }

    private Object await(JsonNode input, StepContext step) throws InterruptedException {
        int now = running.incrementAndGet();
        try {
            int count = runs.computeIfAbsent(step.idempotencyKey(), key -> new AtomicInteger())
                    .incrementAndGet();
            boolean early = new CountDownLatch(1).await(input.path("millis").asLong(), TimeUnit.MILLISECONDS);
            return Map.of("running", now, "runs", count, "early", early);
        } finally {
            running.decrementAndGet();
        }
    }

    private static Object fail(JsonNode input) {
        String message = input.path("message").asString("");
        throw switch (input.path("cause").asString("")) {
            case "BUSINESS" -> StepFailure.businessError(input.path("code").asString(""), message);
            case "THROTTLED" ->
                StepFailure.throttled(
                        Duration.ofMillis(input.path("retryAfterMillis").asLong()));
            default -> new IllegalStateException("unexpected");
        };
    }

    private static void untilCancelled(StepContext step) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (!step.cancelled()) {
            if (never.await(20, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        Agent started = agent;
        if (started != null) {
            Thread.ofVirtual().start(started::close);
        }
    }
}
