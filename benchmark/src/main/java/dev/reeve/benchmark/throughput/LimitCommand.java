package dev.reeve.benchmark.throughput;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.LoadOptions;
import dev.reeve.benchmark.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the maximum that an engine on this store could reach. */
@Command(
        name = "limit",
        description =
                "Writes what chain3 writes, without an engine: the same rows, in batches of the same size, by as many threads as the engine has lanes. Without --batch, a short run of chain3 tells how large batches are.")
public final class LimitCommand implements Callable<Integer> {

    private static final int STEPS = 3;
    private static final int BATCH_MAX = 100_000;
    private static final Duration LEARNING = Duration.ofSeconds(4);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Option(names = "--batch", paramLabel = "ROWS", description = "Journal rows per commit. Default: as under chain3.")
    private int batch;

    @Option(
            names = "--raw",
            description =
                    "Also by plain JDBC into bare tables, without the code of the store, its fence and its indexes.")
    private boolean raw;

    @Override
    public Integer call() throws Exception {
        load.check(common);
        common.require("--batch", batch, 0, BATCH_MAX);
        return common.run("limit", this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        Duration learning = batch > 0 ? Duration.ofMillis(100) : LEARNING;
        ChainRun run = ChainRun.measure(database, STEPS, common, load, learning, learning);
        int rows =
                batch > 0 ? batch : (int) Math.max(1, Math.round(run.commits().rowsPerCommit()));
        Limit limit = new Limit(database, run.sample(), run.lanes(), rows);
        List<Limit.Outcome> outcomes = new ArrayList<>();
        List<Limit.Outcome> raws = new ArrayList<>();
        for (int i = 0; i < load.runs(); i++) {
            outcomes.add(limit.throughStore(load.warmUp(), load.seconds()));
            common.progress()
                    .say("limit: %,.0f executions/s"
                            .formatted(outcomes.getLast().perSecond()));
            if (raw) {
                raws.add(limit.raw(load.warmUp(), load.seconds()));
                common.progress()
                        .say("raw: %,.0f executions/s".formatted(raws.getLast().perSecond()));
            }
        }
        report.add("lanes", run.lanes(), "");
        report.add("bytesPerExecution", run.sample().bytes(), "in the journal");
        median(outcomes).addTo(report, "limit");
        if (raw) {
            median(raws).addTo(report, "raw");
        }
    }

    private static Limit.Outcome median(List<Limit.Outcome> outcomes) {
        List<Limit.Outcome> sorted = new ArrayList<>(outcomes);
        sorted.sort(Comparator.comparingDouble(Limit.Outcome::perSecond));
        return sorted.get(sorted.size() / 2);
    }
}
