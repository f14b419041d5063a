package dev.reeve.internal.postgresql;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/** A server of the PostgreSQL that is installed on this machine, in a directory of its own. */
final class InstalledServer {

    private static final String TEMPLATE = "reeve_template";

    private final Path directory;
    private final String bin;
    private final int port;
    private int databases;

    private InstalledServer(Path directory, String bin, int port) {
        this.directory = directory;
        this.bin = bin;
        this.port = port;
    }

    /** Empty if there is none, or the user of the tests cannot start it. */
    static Optional<InstalledServer> start() throws IOException, InterruptedException {
        Optional<String> bin = run(List.of("pg_config", "--bindir")).map(String::strip);
        if (bin.isEmpty() || !Files.isExecutable(Path.of(bin.get(), "initdb"))) {
            return Optional.empty();
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        // owned by the user of the server: PostgreSQL refuses to run as root
        Optional<String> made = asServer(List.of("mktemp", "-d", "-t", "reeve-postgres-XXXXXX"));
        if (made.isEmpty()) {
            return Optional.empty();
        }
        Path directory = Path.of(made.get().strip());
        InstalledServer server = new InstalledServer(directory, bin.get(), port);
        String data = directory.resolve("data").toString();
        boolean up = asServer(List.of(bin.get() + "/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"))
                        .isPresent()
                && asServer(List.of(
                                bin.get() + "/pg_ctl",
                                "-D",
                                data,
                                "-l",
                                directory.resolve("log").toString(),
                                "-w",
                                "-o",
                                "-p %d -k %s -c max_connections=300".formatted(port, directory),
                                "start"))
                        .isPresent();
        if (!up) {
            return Optional.empty();
        }
        server.execute("create database " + TEMPLATE);
        PostgresMigrations.run(server.dataSource(TEMPLATE));
        return Optional.of(server);
    }

    /** With the schema in it, and nothing else. */
    PGSimpleDataSource database() {
        String name = "t" + ++databases;
        execute("create database %s template %s".formatted(name, TEMPLATE));
        return dataSource(name);
    }

    private PGSimpleDataSource dataSource(String database) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setURL("jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database));
        dataSource.setUser("postgres");
        return dataSource;
    }

    private void execute(String sql) {
        String url = "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(port);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    void close() throws IOException, InterruptedException {
        asServer(List.of(bin + "/pg_ctl", "-D", directory.resolve("data").toString(), "-m", "immediate", "stop"));
        asServer(List.of("rm", "-rf", directory.toString()));
    }

    private static Optional<String> asServer(List<String> command) throws IOException, InterruptedException {
        List<String> full = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            full.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        full.addAll(command);
        return run(full);
    }

    /** Its output; empty if it could not be run or failed. */
    private static Optional<String> run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("reeve-postgres", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            return process.exitValue() == 0
                    ? Optional.of(Files.readString(out, StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException e) {
            // no such program
            return Optional.empty();
        } finally {
            Files.delete(out);
        }
    }
}
