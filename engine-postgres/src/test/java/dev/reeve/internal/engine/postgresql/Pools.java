package dev.reeve.internal.engine.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A pool for each engine of a test, as each process has one: a server that forks for every read does little else. */
final class Pools implements AutoCloseable {

    private final List<HikariDataSource> open = new ArrayList<>();

    DataSource open(DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(config);
        open.add(pool);
        return pool;
    }

    @Override
    public void close() {
        open.forEach(HikariDataSource::close);
        open.clear();
    }
}
