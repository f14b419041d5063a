package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Work for an engine: large executions, and many small ones at a steady rate. */
final class Load implements AutoCloseable {

    /** Of a large execution. Each second one fails once, so there are five events for each. */
    static final int STEPS = 10_000;

    static final int EVENTS = 50_000;

    private static final int CHAINS = 100;
    private static final int DEFINITION_MAX = 4 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Of the timer that starts executions. */
    private static final int TICK_MS = 20;

    private static final String TICK = """
            workflow: tick
            steps:
              one: { action: load.tick }
            """;

    private static final String ITEMS = """
            workflow: items
            steps:
              each:
                forEach: "${ input.list }"
                action: load.work
                retry: { backoff: 10ms }
              last: { after: [each], await: { signal: go } }
            """;

    private final Reeve reeve;
    private final Agent agent;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("load").factory());
    private Future<?> ticks = CompletableFuture.completedFuture(null);

    Load(Reeve reeve) {
        this.reeve = reeve;
        reeve.deploy(Workflow.parse(TICK));
        agent = reeve.agent("load")
                .slots(1_000)
                .action("load.tick", Json.class, (input, step) -> Map.of())
                .action("load.work", Json.class, (input, step) -> {
                    if (step.attempt() == 1 && step.step().hashCode() % 2 == 0) {
                        throw StepFailure.transientError("BUSY", "the service is busy");
                    }
                    return Map.of("done", true);
                })
                .start();
    }

    /** An execution of 10,000 items with 50,000 events, which waits for a signal at its end. */
    Execution items() {
        reeve.deploy(Workflow.parse(ITEMS));
        String list = IntStream.range(0, STEPS).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return done(reeve.start("items", Json.parse("{\"list\": [" + list + "]}"), Start.key("items")));
    }

    /** An execution of 10,000 steps in 100 chains, with 50,000 events, which waits for a signal at its end. */
    Execution graph() {
        String steps = IntStream.range(0, STEPS)
                .mapToObj(number -> "\"s%d\": {%s \"action\": \"load.work\", \"retry\": {\"backoff\": \"10ms\"}}"
                        .formatted(number, number < CHAINS ? "" : "\"after\": [\"s%d\"],".formatted(number - CHAINS)))
                .collect(Collectors.joining(",\n"));
        String ends = IntStream.range(STEPS - CHAINS, STEPS)
                .mapToObj("\"s%d\""::formatted)
                .collect(Collectors.joining(","));
        String last = ", \"last\": {\"after\": [" + ends + "], \"await\": {\"signal\": \"go\"}}";
        String text = "{\"workflow\": \"graph\", \"steps\": {" + steps + last + "}}";
        reeve.deploy(Workflow.parse(text, "graph.json", DEFINITION_MAX));
        return done(reeve.start("graph", Map.of(), Start.key("graph")));
    }

    private static Execution done(Execution execution) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> execution.explain().steps().stream()
                        .anyMatch(step -> step.step().toString().equals("last")));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(execution.history().size()).isGreaterThan(EVENTS * 9 / 10);
        return execution;
    }

    /**
     * From now on, starts executions of one step. Each changes twice.
     *
     * @param rate executions per second, in place of those of an earlier call; 0 for none
     */
    void ticks(int rate) {
        ticks.cancel(false);
        int count = rate * TICK_MS / 1_000;
        Runnable tick = () -> {
            for (int i = 0; i < count; i++) {
                var unused = reeve.startAsync("tick", Json.EMPTY_OBJECT, Start.plain());
            }
        };
        ticks = timer.scheduleAtFixedRate(tick, 0, TICK_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        agent.close();
    }
}
