package dev.reeve.internal.engine.client.operation;

import dev.reeve.Bulk;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.ShownBulks;
import dev.reeve.internal.engine.bulk.BulkWork;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.spi.store.ExecutionFilter;
import java.util.List;
import java.util.function.Predicate;

/** The bulk operations of the engine in this process, for one actor. */
public final class EmbeddedBulks implements ShownBulks {

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
        if (count(request) != expected) {
            // without the number: callers may see only a part of it
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "%d were expected, and another number matches now: look at them again".formatted(expected));
        }
        return start(request, reason);
    }

    @Override
    public int count(BulkRequest request) {
        return count(request, id -> true);
    }

    @Override
    public int count(BulkRequest request, Predicate<ExecutionId> shown) {
        return bulks.count(request, shown);
    }

    @Override
    public List<Bulk> list() {
        ExecutionQuery query = ExecutionQuery.all().workflow(BulkWork.WORKFLOW).limit(ExecutionFilter.LIMIT_MAX);
        return engine.reader().list(query).stream()
                .<Bulk>map(summary -> new EmbeddedBulk(engine, summary.id()))
                .toList();
    }
}
