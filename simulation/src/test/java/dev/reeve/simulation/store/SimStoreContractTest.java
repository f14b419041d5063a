package dev.reeve.simulation.store;

import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.AllowanceContract;
import dev.reeve.spi.store.ClusterContract;
import dev.reeve.spi.store.InboxContract;
import dev.reeve.spi.store.MailContract;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreContract;

/** Without faults the simulated database is a store like any other. */
final class SimStoreContractTest extends StoreContract
        implements ClusterContract, AllowanceContract, InboxContract, MailContract {

    private final Timeline timeline = new Timeline(1);
    private final SimDatabase database = SimDatabase.model(timeline, StoreFaults.none());

    @Override
    protected Store open() {
        return new DrivenStore(timeline, database.open(Runnable::run));
    }
}
