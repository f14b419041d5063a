package dev.reeve.benchmark.earlier;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** This checkout. */
final class Release implements Engine {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Reeve reeve;
    private final AutoCloseable pool;

    private Release(Reeve reeve, AutoCloseable pool) {
        this.reeve = reeve;
        this.pool = pool;
    }

    /** @param lanes 0 for the engine's default */
    static Engine open(Place place, int lanes) {
        return open(place, NodeOptions.defaults().withLanes(lanes));
    }

    static Engine keeping(Place place, Duration retention) {
        return open(place, NodeOptions.defaults().withRetention(retention));
    }

    private static Engine open(Place place, NodeOptions options) {
        if (!place.isPostgres()) {
            return new Release(Reeve.open(Path.of(place.address()), options), () -> {});
        }
        HikariDataSource pool = place.pool();
        return new Release(Reeve.open(pool, options), pool);
    }

    @Override
    public void deploy(String yaml) {
        reeve.deploy(Workflow.parse(yaml));
    }

    @Override
    public void agent(int slots, Work work) {
        reeve.agent("earlier")
                .action(ACTION, Json.class, (input, step) -> new Json(work.apply(input.text())))
                .slots(slots)
                .start();
    }

    @Override
    public void start(String workflow, String key, String input) {
        reeve.start(workflow, new Json(input), Start.key(key));
    }

    @Override
    public CompletionStage<String> run(String workflow, String key, String input) {
        return reeve.startAsync(workflow, new Json(input), key.isEmpty() ? Start.plain() : Start.key(key))
                .thenCompose(Execution::result)
                .thenApply(result -> result.status().name());
    }

    @Override
    public String read(String key) {
        Execution execution = reeve.find(key).orElseThrow();
        execution.describe();
        execution.history();
        return execution.status().name();
    }

    @Override
    public String cancel(String key) {
        Execution execution = reeve.find(key).orElseThrow();
        execution.cancel("measured");
        return execution.awaitEnd(PATIENCE).status().name();
    }

    @Override
    public boolean isOverloaded(RuntimeException failure) {
        return failure instanceof ReeveException known && known.code() == ErrorCode.OVERLOADED;
    }

    @Override
    public void close() {
        reeve.close();
        try {
            pool.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
