package dev.reeve.benchmark.earlier;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.client.Execution;
import dev.reeve.engine.client.Reeve;
import dev.reeve.engine.client.Start;
import dev.reeve.engine.cluster.NodeOptions;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The release before the review. */
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
        return open(place, options(lanes));
    }

    static Engine keeping(Place place, Duration retention) {
        return open(place, options(0).withRetention(retention));
    }

    private static NodeOptions options(int lanes) {
        NodeOptions standard = NodeOptions.DEFAULT;
        return new NodeOptions(lanes, standard.lane(), standard.supervisor(), standard.drain());
    }

    private static Engine open(Place place, NodeOptions options) {
        if (!place.isPostgres()) {
            return new Release(Reeve.embedded(Path.of(place.address()), options), () -> {});
        }
        HikariDataSource pool = place.pool();
        return new Release(Reeve.embedded(pool, options), pool);
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
        execution.cancel("earlier", "measured");
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
