package dev.reeve.benchmark;

import dev.reeve.engine.client.Reeve;
import dev.reeve.engine.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of a PostgreSQL server: one that is started for the occasion, or one that is there. */
final class PostgresDatabase implements Database {

    private static final List<String> SETTINGS = List.of(
            "server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers", "max_wal_size");

    private final String url;
    private final String user;
    private final String password;
    private final @Nullable EmbeddedServer server;

    private PostgresDatabase(String url, String user, String password, @Nullable EmbeddedServer server) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.server = server;
    }

    /** A new server in a new directory, which is removed on {@link #close}. */
    static PostgresDatabase embedded(Path parent) throws IOException {
        EmbeddedServer server = EmbeddedServer.start(parent);
        return new PostgresDatabase(server.url(), "postgres", "postgres", server);
    }

    /**
     * @param user empty if the URL says it
     * @param password empty if there is none, or the URL says it
     */
    static PostgresDatabase at(String url, String user, String password) {
        return new PostgresDatabase(url, user, password, null);
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
        PGSimpleDataSource source = dataSource();
        return Databases.open(provider -> provider.open(source), "reeve-store-postgres");
    }

    @Override
    public Reeve embedded() {
        return Reeve.embedded(dataSource());
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
        return server == null ? -1 : server.cpuNanos();
    }

    @Override
    public long sizeBytes() {
        return Long.parseLong(query("select pg_database_size(current_database())"));
    }

    private String query(String sql) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new UnusableDatabaseException(sql, e);
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
        if (server != null) {
            server.close();
        }
    }
}
