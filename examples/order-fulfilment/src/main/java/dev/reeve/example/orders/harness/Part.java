package dev.reeve.example.orders.harness;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A process of the demo, which can be killed and started again. It writes into a log file. For one thread. */
final class Part implements AutoCloseable {

    private static final long START_SECONDS_MAX = 180;

    /** More than a server needs to finish requests (20 s) and attempts (10 s). */
    private static final long END_SECONDS_MAX = 60;

    private final String name;
    private final List<String> command;
    private final Map<String, String> environment;
    private final Path log;
    private @Nullable Process process;
    private CompletableFuture<String> said = new CompletableFuture<>();

    /** @param name for messages, such as {@code the server} */
    Part(String name, List<String> command, Map<String, String> environment, Path log) {
        this.name = name;
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
        this.log = log;
    }

    /** A part that is a program in Java, on the class path of this one. */
    static Part java(String name, Class<?> main, List<String> arguments, Path log) {
        return new Part(name, javaCommand(main, arguments), Map.of(), log);
    }

    static List<String> javaCommand(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return command;
    }

    String name() {
        return name;
    }

    /** Starts the process, and does not wait until it works. */
    void start() {
        start(line -> false);
    }

    /**
     * Starts the process, and waits for a line of its output.
     *
     * @throws ReeveException if it ends without that line
     */
    String startUntil(Predicate<String> wanted) throws InterruptedException {
        start(wanted);
        try {
            return said.get(START_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw ReeveException.of(
                    ErrorCode.INTERNAL, "%s does not start; what it said is in %s".formatted(name, log), e);
        }
    }

    private void start(Predicate<String> wanted) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process started = builder.start();
            process = started;
            CompletableFuture<String> line = new CompletableFuture<>();
            said = line;
            Thread.ofVirtual().name("output of " + name).start(() -> copy(started, wanted, line));
        } catch (IOException e) {
            throw ReeveException.of(ErrorCode.INTERNAL, "%s cannot be started: %s".formatted(name, e.getMessage()), e);
        }
    }

    private void copy(Process started, Predicate<String> wanted, CompletableFuture<String> found) {
        try (BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
                PrintStream target = new PrintStream(
                        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                        true,
                        StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                target.println(line);
                if (wanted.test(line)) {
                    found.complete(line);
                }
            }
            found.completeExceptionally(new IOException("the output has ended"));
        } catch (IOException e) {
            found.completeExceptionally(e);
            throw new UncheckedIOException(e);
        }
    }

    /** @throws ReeveException if the process has ended */
    void check() {
        if (process != null && !process.isAlive()) {
            throw ReeveException.of(
                    ErrorCode.INTERNAL,
                    "%s ended with exit code %d; what it said is in %s".formatted(name, process.exitValue(), log));
        }
    }

    /** Kills the process with SIGKILL. Returns after its end. */
    void kill() throws InterruptedException {
        if (process != null) {
            // Not Process.destroyForcibly, which would close the output before the last of it is read.
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
    }

    /** Ends the process with SIGTERM, and with SIGKILL if that takes too long. */
    @Override
    public void close() {
        if (process == null) {
            return;
        }
        // Process.destroy would also close its standard input, and the process would believe that this one has died.
        process.toHandle().destroy();
        try {
            if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                System.err.printf("%s did not end within %d s after SIGTERM%n", name, END_SECONDS_MAX);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
