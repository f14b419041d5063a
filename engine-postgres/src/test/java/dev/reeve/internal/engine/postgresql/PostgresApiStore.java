package dev.reeve.internal.engine.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.http.endpoint.ApiStore;
import dev.reeve.internal.postgresql.TestServer;
import java.nio.file.Path;

/** A new database. */
final class PostgresApiStore implements ApiStore {

    @Override
    public Reeve open(Path directory, NodeOptions options) {
        HikariConfig config = new HikariConfig(); // as a process has it, which does not open a session for each read
        config.setDataSource(TestServer.shared().database());
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        config.setIdleTimeout(10_000); // no test closes it: it keeps no connection that nobody uses
        return Reeve.open(new HikariDataSource(config), options);
    }
}
