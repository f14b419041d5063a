package dev.reeve.benchmark.server;

import dev.reeve.ConnectOptions;
import dev.reeve.Reeve;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, which can be killed, and started again at the same address. For one thread. */
final class ServerProcess implements AutoCloseable {

    /**
     * @param nanos monotonic time
     * @param cpuNanos processor time so far
     * @param residentBytes of its memory; 0 if not known
     * @param threads of the operating system; 0 if not known
     */
    record Used(long nanos, long cpuNanos, long residentBytes, long threads) {

        double cpuMillisPerSecond(Used earlier) {
            return 1e3 * (cpuNanos - earlier.cpuNanos) / (nanos - earlier.nanos);
        }
    }

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Database database;
    private final Path directory;
    private ChildProcess child;
    private final URI address;

    private ServerProcess(Database database, Path directory, ChildProcess child) throws IOException {
        this.database = database;
        this.directory = directory;
        this.child = child;
        this.address = URI.create(child.expect("ready "));
    }

    /** Returns when it answers. */
    static ServerProcess start(Database database, Path directory) throws IOException {
        return new ServerProcess(database, directory, launch(database, directory, 0));
    }

    private static ChildProcess launch(Database database, Path directory, int port) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(port), directory.toString()));
        arguments.addAll(database.childArguments());
        return ChildProcess.start(ServerChild.class, arguments);
    }

    /** A client that waits as long as any workload for an answer: also while the server is started again. */
    Reeve client() {
        return Reeve.connect(ConnectOptions.to(address).withTimeout(PATIENCE));
    }

    URI address() {
        return address;
    }

    /** Kills the process with SIGKILL. */
    void kill() {
        int exit = child.kill();
        CheckFailedException.check(
                exit == ChildProcess.KILLED,
                () -> "the server ended with exit code %d before the kill".formatted(exit));
    }

    /** Starts the process, and does not wait until it answers. */
    void launch() throws IOException {
        child = launch(database, directory, address.getPort());
    }

    /** Waits until it answers. */
    void awaitReady() throws IOException {
        child.expect("ready ");
    }

    Used used() throws IOException {
        child.say("used");
        String[] figures = child.expect("used ").split(" ", -1);
        return new Used(
                System.nanoTime(), Long.parseLong(figures[0]), Long.parseLong(figures[1]), Long.parseLong(figures[2]));
    }

    /** Bytes of live objects, after a collection. */
    long heapBytes() throws IOException {
        child.say("heap");
        return Long.parseLong(child.expect("heap "));
    }

    /** Ends the process in order. */
    void end() throws IOException {
        child.endInput();
        int exit = child.awaitExit();
        CheckFailedException.check(exit == 0, () -> "the server ended with exit code " + exit);
    }

    @Override
    public void close() {
        child.close();
    }
}
