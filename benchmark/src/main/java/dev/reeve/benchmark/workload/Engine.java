package dev.reeve.benchmark.workload;

import dev.reeve.Execution;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine in a user's configuration, on a measured store, with an agent whose handlers are no-ops. */
public final class Engine implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedReeve reeve;
    private final @Nullable Agent agent;
    private final MeasuredStore store;

    private Engine(EmbeddedReeve reeve, @Nullable Agent agent, MeasuredStore store) {
        this.reeve = reeve;
        this.agent = agent;
        this.store = store;
    }

    /**
     * @param lanes 0 for the engine's default
     * @param slots maximum number of concurrent handlers
     */
    public static Engine open(Database database, int lanes, int slots, List<Definition> workflows) {
        return open(database, lanes, slots, workflows, (order, step) -> Payloads.result(order));
    }

    public static Engine open(
            Database database, int lanes, int slots, List<Definition> workflows, Handler<Json, ?> handler) {
        NodeOptions options = NodeOptions.defaults().withLanes(lanes);
        return open(database, options, slots, workflows, handler);
    }

    public static Engine open(Database database, NodeOptions options, int slots, List<Definition> workflows) {
        return open(database, options, slots, workflows, (order, step) -> Payloads.result(order));
    }

    public static Engine open(
            Database database, NodeOptions options, int slots, List<Definition> workflows, Handler<Json, ?> handler) {
        Engine engine = withoutAgent(database, options, workflows);
        EmbeddedReeve reeve = engine.reeve;
        try {
            Agent agent = reeve.agent("bench")
                    .action(NoopCall.ACTION, Json.class, handler)
                    .slots(slots)
                    .start();
            return new Engine(reeve, agent, engine.store);
        } catch (RuntimeException e) {
            reeve.close();
            throw e;
        }
    }

    /** An engine whose agents are elsewhere. */
    public static Engine withoutAgent(Database database, NodeOptions options, List<Definition> workflows) {
        MeasuredStore store = new MeasuredStore(database.open());
        EmbeddedReeve reeve = EmbeddedReeve.on(store, options);
        try {
            workflows.forEach(reeve::deploy);
            return new Engine(reeve, null, store);
        } catch (RuntimeException e) {
            reeve.close();
            throw e;
        }
    }

    public EmbeddedReeve reeve() {
        return reeve;
    }

    public Commits commits() {
        return store.commits();
    }

    public Scans scans() {
        return store.scans();
    }

    /** Number of executions removed. */
    public long removed() {
        return store.removed();
    }

    /** Number of lanes that the engine runs. */
    public int lanes() {
        return store.lanes();
    }

    /** Runs one execution and takes its rows. */
    public Sample sample(String workflow) {
        Execution execution = reeve.start(workflow, Payloads.order(0));
        execution.awaitEnd(PATIENCE);
        return Sample.of(store, execution.id());
    }

    /** The content of the store, read without the engine. */
    public Store store() {
        return store;
    }

    @Override
    public void close() {
        if (agent != null) {
            agent.close();
        }
        reeve.close();
    }
}
