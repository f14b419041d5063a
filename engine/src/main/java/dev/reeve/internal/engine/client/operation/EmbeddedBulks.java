package dev.reeve.internal.engine.client.operation;

import dev.reeve.Bulk;
import dev.reeve.BulkOperations;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionQuery;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.bulk.BulkWork;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.spi.store.ExecutionFilter;
import java.util.List;

/** The bulk operations of the engine in this process, for one actor. */
public final class EmbeddedBulks implements BulkOperations {

    private final EngineAccess engine;
    private final BulkRunner bulks;

    public EmbeddedBulks(EngineAccess engine, BulkRunner bulks) {
        this.engine = engine;
        this.bulks = bulks;
    }

    @Override
    public Bulk start(BulkRequest request, String reason) {
        return new EmbeddedBulk(engine, bulks.begin(request, engine.actor(), Arguments.text("reason", reason)));
    }

    @Override
    public Bulk start(BulkRequest request, int expected, String reason) {
        int found = count(request);
        if (found != expected) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "%d were expected, and %d match now: look at them again".formatted(expected, found));
        }
        return start(request, reason);
    }

    @Override
    public int count(BulkRequest request) {
        return bulks.count(request);
    }

    @Override
    public List<Bulk> list() {
        ExecutionQuery query = ExecutionQuery.all().workflow(BulkWork.WORKFLOW).limit(ExecutionFilter.LIMIT_MAX);
        return engine.reader().list(query).stream()
                .<Bulk>map(summary -> new EmbeddedBulk(engine, summary.id()))
                .toList();
    }
}
