package dev.reeve.simulation.crash;

import dev.reeve.AuditOptions;
import dev.reeve.Execution;
import dev.reeve.LaneOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.SupervisorOptions;
import dev.reeve.agent.Agent;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A process with the engine, its agent and its client in it, which may die. */
final class EngineProcess {

    private static final String KEY = "the one";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final NodeOptions OPTIONS = NodeOptions.defaults()
            .withoutCluster() // so that the next one need not wait
            .withLanes(1)
            .withLaneAndSupervisor(
                    new LaneOptions(2_000, 20_000, 50_000, 500, Duration.ofMillis(60), Duration.ofMillis(40)),
                    new SupervisorOptions(Duration.ofMillis(50), Duration.ofMillis(20), Duration.ofSeconds(30), 5_000))
            .withDrain(Duration.ZERO)
            // its calls come at their own time, and those of a scenario are counted
            .withAudit(AuditOptions.OFF);

    private final Scenario scenario;
    private final World world;
    private final Acknowledged acknowledged;
    private final CrashPoint point;

    private @Nullable Reeve reeve;
    private @Nullable Agent agent;

    EngineProcess(Scenario scenario, World world, Acknowledged acknowledged, CrashPoint point) {
        this.scenario = scenario;
        this.world = world;
        this.acknowledged = acknowledged;
        this.point = point;
    }

    /** The acknowledgements to clients, which they may rely on from then on. */
    static final class Acknowledged {
        private volatile @Nullable Execution started;
        private volatile boolean acted;
    }

    /**
     * Runs until the scenario has ended or the process is dead.
     *
     * @return the execution if it has ended
     */
    @Nullable Execution run(Store store) {
        CompletableFuture<@Nullable Execution> client = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("client").start(() -> {
            try {
                client.complete(live(new CrashingStore(store, point)));
            } catch (Throwable e) {
                client.completeExceptionally(e);
            }
        });
        CompletableFuture.anyOf(client.exceptionally(e -> null), point.crashed())
                .join();
        boolean died = point.isDead();
        stop(store);
        if (died) {
            thread.interrupt();
            client.handle((execution, error) -> execution).join();
            return null;
        }
        return client.join();
    }

    private Execution live(Store store) {
        Reeve running = EmbeddedReeve.on(store, OPTIONS);
        synchronized (this) {
            reeve = running;
            if (point.isDead()) {
                throw new IllegalStateException("dead");
            }
        }
        running.deploy(DefinitionReader.parse(scenario.definition()));
        Agent.Builder builder = running.agent("services").drain(Duration.ZERO);
        for (String action : scenario.actions()) {
            builder.action(action, Object.class, (input, step) -> {
                if (point.isDead()) {
                    throw new IllegalStateException("dead");
                }
                return scenario.service().perform(step, world, world.perform(step));
            });
        }
        agent = builder.start();
        Execution before = acknowledged.started;
        if (before != null && running.find(KEY).isEmpty()) {
            throw new AssertionError("I1: the start of " + before + " was acknowledged, and it is not there");
        }
        Execution execution = running.start("scenario", Map.of(), Start.key(KEY));
        if (before != null && !before.id().equals(execution.id())) {
            throw new AssertionError("I2: %s was started, and then %s".formatted(before.id(), execution.id()));
        }
        acknowledged.started = execution;
        if (!acknowledged.acted) {
            scenario.operator().act(execution);
            acknowledged.acted = true;
        }
        var result = execution.awaitEnd(PATIENCE);
        if (result.status() != scenario.end().status()) {
            throw new AssertionError(
                    "expected %s, found %s: %s".formatted(scenario.end().status(), result, execution.history()));
        }
        Object output = scenario.end().output();
        if (output != null && !output.equals(execution.await(Object.class, PATIENCE))) {
            throw new AssertionError("expected the output %s, found %s".formatted(output, result));
        }
        JournalChecks.whole(execution.history());
        keys(execution);
        return execution;
    }

    /** Every attempt of a step, an item or a round has the same idempotency key (I2). */
    private void keys(Execution execution) {
        List<String> strange = new ArrayList<>();
        for (String action : world.actions()) {
            if (world.keys(action).size() != scenario.end().keys().getOrDefault(action, 1)
                    || !world.keys(action)
                            .iterator()
                            .next()
                            .startsWith(execution.id().toString())) {
                strange.add(action + " " + world.keys(action));
            }
        }
        if (!strange.isEmpty()) {
            throw new AssertionError("expected one key for each request, found " + strange);
        }
    }

    private void stop(Store store) {
        Reeve running;
        synchronized (this) {
            running = reeve;
        }
        if (running != null) {
            running.close();
        } else {
            store.close();
        }
        Agent working = agent;
        if (working != null) {
            working.close();
        }
    }
}
