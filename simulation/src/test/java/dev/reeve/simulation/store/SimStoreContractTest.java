package dev.reeve.simulation.store;

import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreContract;
import dev.reeve.testkit.store.SimDatabase;
import dev.reeve.testkit.store.StoreFaults;
import dev.reeve.testkit.timeline.Timeline;

/** Without faults the simulated database is a store like any other. */
final class SimStoreContractTest extends StoreContract {

    private final Timeline timeline = new Timeline(1);
    private final SimDatabase database = SimDatabase.model(timeline, StoreFaults.none());

    @Override
    protected Store open() {
        return new DrivenStore(timeline, database.open(Runnable::run));
    }
}
