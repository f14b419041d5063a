package dev.reeve.faults.server;

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
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The real PgBouncer in transaction mode before a server, if it is installed. */
public final class PgBouncer implements AutoCloseable {

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Searches the path, and Debian's directory, which is not on every user's path. */
    public static Optional<Path> executable() {
        String path = System.getenv("PATH");
        return Stream.concat(
                        Stream.of((path == null ? "" : path).split(File.pathSeparator, -1)), Stream.of("/usr/sbin"))
                .map(directory -> Path.of(directory, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param sessions number of server sessions that all clients of a database share */
    public static PgBouncer before(Path executable, int server, int sessions, Path directory) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        boolean root = System.getProperty("user.name").equals("root");
        // it refuses to run as root, and then reads these files as user nobody
        Path home = Files.createTempDirectory("reeve-pgbouncer");
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
                """.formatted(server, port, sessions, users));
        for (Path file : new Path[] {users, settings}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        ProcessBuilder command = root
                ? new ProcessBuilder(executable.toString(), "-u", "nobody", settings.toString())
                : new ProcessBuilder(executable.toString(), settings.toString());
        Process process = command.redirectErrorStream(true)
                .redirectOutput(directory.resolve("pgbouncer.log").toFile())
                .start();
        PgBouncer bouncer = new PgBouncer(process, port);
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(bouncer::isUp);
        return bouncer;
    }

    private boolean isUp() {
        if (!process.isAlive()) {
            throw new IllegalStateException("PgBouncer ended with " + process.exitValue() + ": see pgbouncer.log");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        process.destroyForcibly();
    }
}
