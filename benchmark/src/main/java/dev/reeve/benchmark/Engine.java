package dev.reeve.benchmark;

import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.spi.store.Store;
import java.util.List;

/** An engine in a user's configuration, on a measured store, with an agent whose handlers are no-ops. */
final class Engine implements AutoCloseable {

    private final Reeve reeve;
    private final Agent agent;
    private final MeasuredStore store;

    private Engine(Reeve reeve, Agent agent, MeasuredStore store) {
        this.reeve = reeve;
        this.agent = agent;
        this.store = store;
    }

    /**
     * @param lanes 0 for the engine's default
     * @param slots maximum number of concurrent handlers
     */
    static Engine open(Database database, int lanes, int slots, List<Definition> workflows) {
        return open(database, lanes, slots, workflows, (order, step) -> Payloads.result(order));
    }

    static Engine open(Database database, int lanes, int slots, List<Definition> workflows, Handler<Json, ?> handler) {
        NodeOptions options = NodeOptions.defaults().withLanes(lanes);
        return open(database, options, slots, workflows, handler);
    }

    static Engine open(Database database, NodeOptions options, int slots, List<Definition> workflows) {
        return open(database, options, slots, workflows, (order, step) -> Payloads.result(order));
    }

    static Engine open(
            Database database, NodeOptions options, int slots, List<Definition> workflows, Handler<Json, ?> handler) {
        MeasuredStore store = new MeasuredStore(database.open());
        Reeve reeve = EmbeddedReeve.on(store, options);
        try {
            workflows.forEach(reeve::deploy);
            Agent agent = reeve.agent("bench")
                    .action(Workflows.NOOP, Json.class, handler)
                    .slots(slots)
                    .start();
            return new Engine(reeve, agent, store);
        } catch (RuntimeException e) {
            reeve.close();
            throw e;
        }
    }

    Reeve reeve() {
        return reeve;
    }

    Commits commits() {
        return store.commits();
    }

    Scans scans() {
        return store.scans();
    }

    /** Number of executions removed. */
    long removed() {
        return store.removed();
    }

    /** Number of lanes that the engine runs. */
    int lanes() {
        return store.lanes();
    }

    /** The content of the store, read without the engine. */
    Store store() {
        return store;
    }

    @Override
    public void close() {
        agent.close();
        reeve.close();
    }
}
