package dev.reeve.benchmark.soak;

import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.spi.Archive;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;

/** An engine under the mixed load, in a user's configuration: with retention, an archive, a schedule and an agent. */
final class SoakEngine implements AutoCloseable {

    private static final Duration SLOW = Duration.ofMillis(100);
    private static final Duration GATHERING = Duration.ofSeconds(5);
    private static final int SLOTS = 200;

    /** If all failed at first, the breaker and the retry budget would rightly hold them back. */
    private static final int FLAKY_ONE_IN = 20;

    private final Engine engine;
    private final Agent agent;

    private SoakEngine(Engine engine, Agent agent) {
        this.engine = engine;
        this.agent = agent;
    }

    /** @param undone counts the compensated effects */
    static SoakEngine open(Database database, int lanes, Duration retention, Path archive, LongAdder undone) {
        NodeOptions options = NodeOptions.defaults()
                .withLanes(lanes)
                .withRetention(retention)
                .withArchive(Archive.directory(archive, GATHERING));
        Engine engine = Engine.withoutAgent(database, options, List.of());
        Reeve reeve = engine.reeve();
        try {
            reeve.deploy(SoakKind.workflows());
            Agent agent = reeve.agent("soak")
                    .action("soak.work", (input, step) -> number(input))
                    .action("soak.echo", (input, step) -> input)
                    .action("soak.slow", (input, step) -> {
                        Pause.of(SLOW);
                        return number(input);
                    })
                    .action("soak.flaky", (input, step) -> {
                        if (step.attempt() < 3 && input.get("n").asLong() / 100 % FLAKY_ONE_IN == 0) {
                            throw StepFailure.transientError("BUSY", "try again");
                        }
                        return number(input);
                    })
                    .action("soak.refused", (input, step) -> {
                        throw StepFailure.businessError("REFUSED", "never");
                    })
                    .action("soak.undo", (input, step) -> {
                        undone.increment();
                        return Map.of();
                    })
                    .slots(SLOTS)
                    .start();
            reeve.schedules().put("soak", Map.of("n", 0), Schedule.every(SoakKind.TICK, Duration.ofSeconds(1)));
            return new SoakEngine(engine, agent);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private static Map<String, Long> number(JsonNode input) {
        return Map.of("n", input.get("n").asLong());
    }

    Reeve reeve() {
        return engine.reeve();
    }

    /** Number of transactions of the lanes. */
    long commits() {
        return engine.commits().count().commits();
    }

    /** Whether no execution is open, including children and scheduled executions. */
    boolean isAtRest() {
        return reeve().list(ExecutionQuery.all()
                        .status(
                                ExecutionStatus.RUNNING,
                                ExecutionStatus.COMPENSATING,
                                ExecutionStatus.ESCALATED,
                                ExecutionStatus.PAUSED)
                        .limit(1))
                .isEmpty();
    }

    boolean isEmpty() {
        return reeve().list(ExecutionQuery.all().limit(1)).isEmpty();
    }

    @Override
    public void close() {
        agent.close();
        engine.close();
    }
}
