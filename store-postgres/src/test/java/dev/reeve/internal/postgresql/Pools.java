package dev.reeve.internal.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A pool for each engine of a test, as each process has one: a server that forks for every read does little else. */
public final class Pools implements AutoCloseable {

    private final List<HikariDataSource> open = new ArrayList<>();

    public DataSource open(DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(20);
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
