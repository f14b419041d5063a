package dev.reeve.benchmark.peers.dbos;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import dev.reeve.benchmark.peers.driver.BenchDatabase;
import dev.reeve.benchmark.peers.driver.Comparison;
import dev.reeve.benchmark.peers.driver.Payloads;
import dev.reeve.benchmark.peers.driver.Peer;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * DBOS Transact: workflows run in this process on virtual threads, and the library stores each step's result. No queue
 * is between, since a queue was slower. 30 connections and 30 workflows under way carried most.
 */
public final class DbosPeer implements Peer {

    private static final int IN_FLIGHT = Integer.getInteger("inflight", 30);

    private DBOS dbos;
    private Flows flows;
    private Consumer<UUID> completed;

    /** The workflow. */
    public static final class Chain implements Flows {

        private final DBOS dbos;

        Chain(DBOS dbos) {
            this.dbos = dbos;
        }

        @Override
        @Workflow(name = "chain3")
        public String chain3(String input) {
            step(1);
            step(2);
            return step(3);
        }

        private String step(int number) {
            UUID id = UUID.fromString(DBOS.workflowId());
            return dbos.runStep(() -> Payloads.result(id, number), "step" + number);
        }
    }

    @Override
    public void open(Consumer<UUID> completed) throws Exception {
        this.completed = completed;
        dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(BenchDatabase.create("bench_dbos", IN_FLIGHT)));
        flows = dbos.registerProxy(Flows.class, new Chain(dbos));
        dbos.launch();
    }

    @Override
    public void start(List<UUID> ids) {
        for (UUID id : ids) {
            String input = Payloads.input(id);
            WorkflowHandle<String, RuntimeException> handle =
                    dbos.startWorkflow(() -> flows.chain3(input), new StartWorkflowOptions(id.toString()));
            Thread.startVirtualThread(() -> {
                handle.getResult();
                completed.accept(id);
            });
        }
    }

    @Override
    public int batch() {
        return 1;
    }

    @Override
    public int clients() {
        return IN_FLIGHT;
    }

    @Override
    public int inFlight() {
        return IN_FLIGHT;
    }

    public static void main(String[] arguments) throws Exception {
        Comparison.run(new DbosPeer(), arguments);
    }
}
