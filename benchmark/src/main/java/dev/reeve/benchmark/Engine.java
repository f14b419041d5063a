package dev.reeve.benchmark;

import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.engine.client.Reeve;
import dev.reeve.engine.cluster.NodeOptions;
import dev.reeve.engine.store.Store;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.util.List;

/** An engine as a user would have it, on a store that is measured, with an agent whose handlers do as good as nothing. */
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
     * @param lanes 0 for as many as the engine thinks right
     * @param slots how many handlers may run at once
     */
    static Engine open(Database database, int lanes, int slots, List<Workflow> workflows) {
        return open(database, lanes, slots, workflows, (order, step) -> Payloads.result(order));
    }

    static Engine open(Database database, int lanes, int slots, List<Workflow> workflows, Handler<Json> handler) {
        NodeOptions standard = NodeOptions.DEFAULT;
        NodeOptions options = new NodeOptions(lanes, standard.lane(), standard.supervisor(), standard.drain());
        return open(database, options, slots, workflows, handler);
    }

    static Engine open(Database database, NodeOptions options, int slots, List<Workflow> workflows) {
        return open(database, options, slots, workflows, (order, step) -> Payloads.result(order));
    }

    private static Engine open(
            Database database, NodeOptions options, int slots, List<Workflow> workflows, Handler<Json> handler) {
        MeasuredStore store = new MeasuredStore(database.open());
        Reeve reeve = Reeve.on(store, options);
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

    /** How many executions were removed. */
    long removed() {
        return store.removed();
    }

    /** As many as the engine runs. */
    int lanes() {
        return store.lanes();
    }

    /** What is in the store, past the engine. */
    Store store() {
        return store;
    }

    @Override
    public void close() {
        agent.close();
        reeve.close();
    }
}
