package dev.reeve.faults.engine;

import dev.reeve.faults.server.PostgresServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A running {@link EngineProcess} or {@link TransactionalProcess}. For one thread. */
public final class Child implements AutoCloseable {

    private static final String ENDED = "<ended>";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Child(Process process) {
        this.process = process;
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // killed
        }
        lines.add(ENDED);
    }

    /** Runs the executions with these numbers. */
    public static Child run(Place place, Path ledger, int from, int to, String... jvmOptions) {
        return run(List.of(), place, ledger, from, to, jvmOptions);
    }

    /** As above, under another command, such as strace. */
    public static Child run(List<String> wrapper, Place place, Path ledger, int from, int to, String... jvmOptions) {
        List<String> arguments =
                List.of(place.address(), ledger.toString(), Integer.toString(from), Integer.toString(to));
        return run(wrapper, EngineProcess.class, ledger.resolveSibling("engine.log"), arguments, jvmOptions);
    }

    /** Runs the agent of a transactional step. */
    public static Child runTransactional(Place place, Path log, String... jvmOptions) {
        return run(List.of(), TransactionalProcess.class, log, List.of(place.address()), jvmOptions);
    }

    private static Child run(
            List<String> wrapper, Class<?> main, Path log, List<String> arguments, String... jvmOptions) {
        List<String> command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dorg.slf4j.simpleLogger.logFile=System.err",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        try {
            return new Child(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Reads until a line begins with this text. */
    public String await(String wanted) {
        List<String> heard = new ArrayList<>();
        try {
            long giveUp = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            while (true) {
                String line = lines.poll(giveUp - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (line == null || line.equals(ENDED)) {
                    throw new IllegalStateException("the engine's process %s without saying %s; it said %s"
                            .formatted(line == null ? "goes on" : "ended", wanted, heard));
                }
                heard.add(line);
                if (line.startsWith(wanted)) {
                    return line;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends a signal, named without SIG. */
    public void signal(String name) {
        try {
            PostgresServer.signal(name, process.pid());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends SIGKILL, and waits for the end of the process. */
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** Lets the process close its engine properly, and waits for its end. */
    public int shutDown() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return exitCode();
    }

    /** Waits for the end of the process. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the engine's process hangs");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        kill();
    }
}
