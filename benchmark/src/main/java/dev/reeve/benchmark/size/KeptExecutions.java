package dev.reeve.benchmark.size;

import dev.reeve.AuditOptions;
import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.KeptRows;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.workload.NoopCall;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;

/** Executions that have ended and are kept for a year, beside those that are measured. */
final class KeptExecutions {

    static final Definition WORKFLOW =
            DefinitionReader.parse("{\"workflow\":\"kept\",\"retention\":\"365d\",\"steps\":{\"step1\":{\"action\":\""
                    + NoopCall.ACTION + "\"}}}");

    private KeptExecutions() {}

    /** @param retention of all other executions */
    static NodeOptions options(int lanes, Duration retention) {
        // The copies would be incidents for the auditor.
        return NodeOptions.defaults()
                .withLanes(lanes)
                .withAudit(AuditOptions.OFF)
                .withRetention(retention);
    }

    /** Writes copies of one execution. No engine may be open. */
    static void add(Database database, Sample sample, long count, Progress progress) {
        database.keep(new KeptRows(sample, count, Instant.now().minus(Duration.ofDays(300))), progress);
    }
}
