package dev.reeve.benchmark.earlier.driver;

import dev.reeve.benchmark.database.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PostgreSQL server for both releases, with a new database for each measurement. */
final class Server implements AutoCloseable {

    private final PostgresDatabase server;
    private final int port;
    private int count;

    Server(Path parent) throws IOException {
        server = PostgresDatabase.embedded(parent);
        Matcher address = Pattern.compile(":(\\d+)/").matcher(String.join(" ", server.childArguments()));
        if (!address.find()) {
            throw new IllegalStateException("no port in " + server.childArguments());
        }
        port = Integer.parseInt(address.group(1));
    }

    int port() {
        return port;
    }

    String describe() {
        return server.describe();
    }

    /** A database that {@link #close} removes. */
    final class Database implements AutoCloseable {

        private final String name;

        private Database(String name) {
            this.name = name;
            execute("create database " + name);
        }

        String name() {
            return name;
        }

        String url() {
            return url(port);
        }

        String url(int otherPort) {
            return "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(otherPort, name);
        }

        @Override
        public void close() {
            execute("drop database %s with (force)".formatted(name));
            execute("checkpoint");
        }
    }

    Database database(Side side) {
        return new Database("%s_%d".formatted(side.word(), ++count));
    }

    private void execute(String sql) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
