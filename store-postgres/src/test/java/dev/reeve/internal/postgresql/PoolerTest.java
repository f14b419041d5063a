package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** F31: behind a pooler that gives each transaction another session. {@link PoolerContractTest} has all of it. */
final class PoolerTest {

    private static final int THREADS = 4;
    private static final int ROUNDS = 12;

    private final TestServer server = TestServer.shared();
    private final Fixture fixture = new Fixture(7);

    @Test
    @DisplayName("several threads read and write repeatedly, and each gets its own answers")
    void everybodyGetsWhatTheyAskedFor() throws IOException, InterruptedException {
        PGSimpleDataSource database = server.emptyDatabase();
        try (SwappingPooler pooler = new SwappingPooler(server.port(), 4)) {
            database.setPortNumbers(new int[] {pooler.port()});
            HikariConfig config = new HikariConfig();
            config.setDataSource(database);
            config.setMaximumPoolSize(8);
            try (HikariDataSource pool = new HikariDataSource(config);
                    Store store = Doubts.open(pool, Timeouts.DEFAULT)) {
                LaneStore lane = store.join(fixture.node("a"), 2).getFirst();
                List<ExecutionId> ids = fixture.ids(THREADS);
                Doubts.commitAll(lane, Fixture.startAll(ids));

                List<CompletableFuture<Void>> threads = IntStream.range(0, THREADS)
                        .mapToObj(i -> CompletableFuture.runAsync(() -> ask(store, ids.get(i), i), Doubts::onThread))
                        .toList();
                for (int seq = 2; seq < ROUNDS; seq++) {
                    Doubts.commitAll(lane, Fixture.append(seq, ids));
                }
                threads.forEach(CompletableFuture::join);
                assertThat(store.history(ids.getFirst())).hasSize(ROUNDS - 1);
            }
            assertThat(pooler.askAll("""
                    select current_setting('search_path') || ', ' || current_setting('statement_timeout') || ', '
                        || current_setting('enable_seqscan') || ', ' || count(*)
                    from pg_prepared_statements where statement like '%reeve.%'""")).containsOnly("\"$user\", public, 0, on, 0");
        }
    }

    private static void ask(Store store, ExecutionId id, int thread) {
        for (int round = 1; round <= ROUNDS; round++) {
            assertThat(store.history(id)).isNotEmpty().allMatch(row -> row.id().equals(id));
            assertThat(store.find(id))
                    .hasValueSatisfying(row -> assertThat(row.id()).isEqualTo(id));
            assertThat(store.list(new ExecutionFilter("default", null, Set.of(), Map.of(), null, null, null, 10)))
                    .hasSize(THREADS);
            StoredWorkflow workflow = new StoredWorkflow("n" + thread, "w", round, new Json("{}"));
            assertThat(store.deploy(workflow)).isEqualTo(workflow);
            assertThat(store.workflows("n" + thread)).hasSize(round);
            assertThat(store.outbox().receivers(null, 10)).isEmpty();
        }
    }
}
