package dev.reeve.benchmark.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.benchmark.process.Cable;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.spi.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of a PostgreSQL server: a new server, or an existing one. */
public final class PostgresDatabase implements Database {

    private static final List<String> SETTINGS = List.of(
            "server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers", "max_wal_size");

    /** Enough for the maximum number of lanes, and for reads. */
    private static final int POOL_MAX = 20;

    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

    private final String url;
    private final String user;
    private final String password;
    private final @Nullable EmbeddedServer server;
    private final @Nullable ServerPair pair;
    private @Nullable HikariDataSource pool;

    private PostgresDatabase(
            String url, String user, String password, @Nullable EmbeddedServer server, @Nullable ServerPair pair) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.server = server;
        this.pair = pair;
    }

    /** A new server in a new directory. {@link #close} removes the directory. */
    public static PostgresDatabase embedded(Path parent) throws IOException {
        EmbeddedServer server = EmbeddedServer.start(parent);
        return new PostgresDatabase(server.url(), "postgres", "postgres", server, null);
    }

    /** Two new servers with synchronous replication. Leads to the primary, also after a failover. */
    public static PostgresDatabase replicated(Path parent) throws IOException {
        return of(ServerPair.start(parent));
    }

    /** The primary of these servers. {@link #close} closes them. */
    public static PostgresDatabase of(ServerPair pair) throws IOException {
        return new PostgresDatabase(local(pair.follow().port()), "postgres", "postgres", null, pair);
    }

    /**
     * @param user empty if the URL contains it
     * @param password empty if there is none, or the URL contains it
     */
    public static PostgresDatabase at(String url, String user, String password) {
        return new PostgresDatabase(url, user, password, null, null);
    }

    /** A connection pool as users have one: each read of the store borrows a connection. */
    private HikariDataSource pool() {
        if (pool == null) {
            pool = new HikariDataSource(poolOf(POOL_MAX));
        }
        return pool;
    }

    private HikariConfig poolOf(int connections) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(dataSource());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        // the store reports an unreachable server
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(CONNECT_MAX.toMillis());
        return config;
    }

    /** A new pool for the application's own transactions, which do not commit by themselves. */
    public HikariDataSource applicationPool(int connections) {
        HikariConfig config = poolOf(connections);
        config.setAutoCommit(false);
        return new HikariDataSource(config);
    }

    private PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url);
        if (!user.isEmpty()) {
            source.setUser(user);
        }
        if (!password.isEmpty()) {
            source.setPassword(password);
        }
        return source;
    }

    @Override
    public Store open() {
        HikariDataSource source = pool();
        return Stores.open(provider -> provider.open(source), "reeve-postgresql");
    }

    @Override
    public Reeve embedded() {
        return Reeve.open(pool());
    }

    @Override
    public String describe() {
        StringJoiner settings = new StringJoiner(", ", "postgres (", ")");
        for (String setting : SETTINGS) {
            settings.add(setting + " " + query("show " + setting));
        }
        return settings.toString();
    }

    @Override
    public long serverCpuNanos() {
        return server == null && pair == null ? -1 : server().cpuNanos();
    }

    @Override
    public long sizeBytes() {
        return Long.parseLong(query("select pg_database_size(current_database())"));
    }

    /** A new connection, not of the pool. */
    public Connection connect() throws SQLException {
        return dataSource().getConnection();
    }

    /** Reads the store beside running engines. */
    public ReeveReader reader() {
        return ReeveReader.open(pool());
    }

    /** The own server of this workload; the primary if there are two. */
    public EmbeddedServer server() {
        if (pair != null) {
            return pair.primary();
        }
        if (server == null) {
            throw new CheckFailedException("this workload needs a server of its own");
        }
        return server;
    }

    /** The two servers of this workload. */
    public ServerPair pair() {
        if (pair == null) {
            throw new CheckFailedException("this workload needs two servers of its own");
        }
        return pair;
    }

    /** A new cable to the own server of this workload; to the primary if there are two, also after a failover. */
    public Cable cable() throws IOException {
        return pair == null ? Cable.to(server().port()) : pair.follow();
    }

    /** As {@link #childArguments}, for an embedded server behind this port. */
    public static List<String> childArguments(int port) {
        return List.of("postgres", local(port), "postgres", "postgres");
    }

    private static String local(int port) {
        return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
    }

    private String query(String sql) {
        return SqlValue.of(this::connect, sql);
    }

    @Override
    public Map<String, Long> tableBytes() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (String table : List.of("execution", "journal")) {
            bytes.put(table, Long.valueOf(query("select pg_table_size('reeve.%s')".formatted(table))));
            bytes.put(table + " indexes", Long.valueOf(query("select pg_indexes_size('reeve.%s')".formatted(table))));
        }
        return bytes;
    }

    @Override
    public void keep(KeptRows rows, Progress progress) {
        try (Connection connection = dataSource().getConnection()) {
            rows.intoPostgres(connection, progress);
        } catch (SQLException e) {
            throw new UnusableDatabaseException("writing what is kept", e);
        }
    }

    @Override
    public List<String> childArguments() {
        return List.of("postgres", url, user, password);
    }

    @Override
    public int rawWriters(int lanes) {
        return lanes;
    }

    @Override
    public RawWriter rawWriter() {
        try {
            return PostgresRawWriter.open(dataSource().getConnection());
        } catch (SQLException e) {
            throw new UnusableDatabaseException("connecting to " + url.replaceFirst("\\?.*", ""), e);
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
        if (server != null) {
            server.close();
        }
        if (pair != null) {
            pair.close();
        }
    }
}
