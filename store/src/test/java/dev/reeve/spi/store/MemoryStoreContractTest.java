package dev.reeve.spi.store;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.store.ModelPermits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The contract itself is tried out on the simplest store that keeps it. */
final class MemoryStoreContractTest extends StoreContract
        implements ClusterContract, AllowanceContract, InboxContract, PermitContract, MailContract {

    private @Nullable MemoryStore opened;

    @Override
    protected Store open() {
        opened = opened == null ? new MemoryStore(() -> Fixture.START) : opened.reopened();
        return opened;
    }

    @Override
    public @Nullable AgentSide complete(AttemptToken token, Json output) {
        ModelPermits.AgentTransaction transaction =
                Objects.requireNonNull(opened).permits().complete(token, output);
        return transaction == null
                ? null
                : new AgentSide() {
                    @Override
                    public void commit() {
                        transaction.commit();
                    }

                    @Override
                    public void rollBack() {
                        transaction.rollBack();
                    }
                };
    }
}
