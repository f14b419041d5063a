package dev.reeve.internal.engine.client;

import dev.reeve.Bulk;
import dev.reeve.BulkOperations;
import dev.reeve.BulkRequest;
import dev.reeve.ExecutionQuery;
import dev.reeve.internal.engine.bulk.BulkWork;
import dev.reeve.spi.store.ExecutionFilter;
import java.util.List;

/** The bulk operations of the engine in this process, for one actor. */
final class EmbeddedBulks implements BulkOperations {

    private final EmbeddedReeve reeve;
    private final Bulks bulks;

    EmbeddedBulks(EmbeddedReeve reeve, Bulks bulks) {
        this.reeve = reeve;
        this.bulks = bulks;
    }

    @Override
    public Bulk start(BulkRequest request, String reason) {
        return new EmbeddedBulk(reeve, bulks.begin(request, reeve.actor().name(), Checks.text("reason", reason)));
    }

    @Override
    public List<Bulk> list() {
        ExecutionQuery query = ExecutionQuery.all().workflow(BulkWork.WORKFLOW).limit(ExecutionFilter.LIMIT_MAX);
        return reeve.list(query).stream()
                .<Bulk>map(summary -> new EmbeddedBulk(reeve, summary.id()))
                .toList();
    }
}
