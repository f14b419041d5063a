package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.spi.store.AllowanceContract;
import dev.reeve.spi.store.ClusterContract;
import dev.reeve.spi.store.InboxContract;
import dev.reeve.spi.store.MailContract;
import dev.reeve.spi.store.PermitContract;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreContract;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * F31: the contract behind a pooler that gives each transaction another session, and nothing left behind in any. The
 * driver keeps a statement under a name from the fifth use on; here it would be from the first.
 */
@Tag("proof")
final class PoolerContractTest extends StoreContract
        implements ClusterContract, AllowanceContract, InboxContract, PermitContract, MailContract {

    private static final int SESSIONS = 5;

    private @Nullable SwappingPooler pooler;
    private @Nullable HikariDataSource pool;

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(pool()).orElseThrow();
    }

    private HikariDataSource pool() {
        if (pool == null) {
            try {
                pooler = new SwappingPooler(TestServer.shared().port(), SESSIONS);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            PGSimpleDataSource database = TestServer.shared().database();
            database.setPortNumbers(new int[] {pooler.port()});
            database.setPrepareThreshold(1);
            HikariConfig config = new HikariConfig();
            config.setDataSource(database);
            config.setMaximumPoolSize(20);
            config.setMinimumIdle(1);
            pool = new HikariDataSource(config);
        }
        return pool;
    }

    @Override
    public @Nullable AgentSide complete(AttemptToken token, Json output) {
        return AgentTransaction.begin(pool(), token, output);
    }

    @Override
    @Test
    @DisplayName("I4: a gap in a journal is refused when it is read; a number below 1 is refused at once")
    public void aGapInAJournalIsRefused() {
        // as without a pooler, where it is tested
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException, InterruptedException {
        if (pool == null) {
            return;
        }
        List<String> left = Objects.requireNonNull(pooler).askAll("""
                select coalesce(string_agg(statement, '; '), 'nothing') || ', ' || current_setting('search_path') || ', '
                    || current_setting('statement_timeout') || ', ' || current_setting('enable_seqscan')
                from pg_prepared_statements where statement ~ 'reeve|set_config'""");
        pool.close();
        pooler.close();
        assertThat(left).hasSize(SESSIONS).containsOnly("nothing, \"$user\", public, 0, on");
    }
}
