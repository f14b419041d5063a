package dev.reeve.internal.store;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ShardSet;
import java.util.List;
import java.util.Set;

/** The requests in the inbox of a {@link ModelStore}, and the side of their callers. */
public final class ModelRequests implements RequestStore {

    private final ModelInbox inbox;

    ModelRequests(ModelInbox inbox) {
        this.inbox = inbox;
    }

    /** Stores a request, as the transaction of a caller does. */
    public void add(InboxPost request) {
        inbox.request(request);
    }

    @Override
    public List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax, Set<ExecutionId> except) {
        return inbox.requests(shards, limit, lengthMax, except);
    }
}
