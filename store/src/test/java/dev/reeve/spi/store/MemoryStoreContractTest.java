package dev.reeve.spi.store;

import org.jspecify.annotations.Nullable;

/** The contract itself is tried out on the simplest store that keeps it. */
final class MemoryStoreContractTest extends StoreContract implements ClusterContract, InboxContract {

    private @Nullable MemoryStore opened;

    @Override
    protected Store open() {
        opened = opened == null ? new MemoryStore(() -> Fixture.START) : opened.reopened();
        return opened;
    }
}
