package dev.reeve.benchmark.earlier.driver;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The real PgBouncer in transaction mode before a server. */
final class Bouncer implements AutoCloseable {

    private static final int SESSIONS = 5;
    private static final int TRIES = 300;
    private static final long BETWEEN_TRIES_NANOS = 20_000_000;

    private final Process process;
    private final int port;

    private Bouncer(Process process, int port) {
        this.process = process;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /** Searches the path, and Debian's directory, which is not on every user's path. */
    static Optional<Path> executable() {
        String path = System.getenv("PATH");
        return Stream.concat(
                        Stream.of((path == null ? "" : path).split(File.pathSeparator)), Stream.of("/usr/sbin"))
                .map(directory -> Path.of(directory, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Bouncer before(Path executable, int server, Path parent) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Path home = Files.createTempDirectory(parent, "pgbouncer");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path users = Files.writeString(home.resolve("users"), "\"postgres\" \"\"\n");
        Path settings = Files.writeString(home.resolve("ini"), """
                [databases]
                * = host=127.0.0.1 port=%d user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                logfile =
                pidfile =
                pool_mode = transaction
                default_pool_size = %d
                server_round_robin = 1
                max_client_conn = 200
                auth_type = any
                auth_file = %s
                ignore_startup_parameters = extra_float_digits
                """.formatted(server, port, SESSIONS, users));
        for (Path file : new Path[] {users, settings}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        // it refuses to run as root, and then reads these files as user nobody
        ProcessBuilder command = System.getProperty("user.name").equals("root")
                ? new ProcessBuilder(executable.toString(), "-u", "nobody", settings.toString())
                : new ProcessBuilder(executable.toString(), settings.toString());
        Process process = command.redirectErrorStream(true)
                .redirectOutput(parent.resolve("pgbouncer.log").toFile())
                .start();
        Bouncer bouncer = new Bouncer(process, port);
        for (int i = 0; !bouncer.isUp(); i++) {
            if (i == TRIES) {
                bouncer.close();
                throw new IOException("PgBouncer does not answer: see pgbouncer.log");
            }
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
        return bouncer;
    }

    private boolean isUp() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("PgBouncer ended with %d: see pgbouncer.log".formatted(process.exitValue()));
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        process.destroyForcibly();
    }
}
