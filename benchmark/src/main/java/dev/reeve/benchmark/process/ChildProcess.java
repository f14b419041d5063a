package dev.reeve.benchmark.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another Java process with the class path of this one. This process reads its standard output, and usually shares
 * its standard error.
 */
public final class ChildProcess implements AutoCloseable {

    /** The exit code after SIGKILL. */
    public static final int KILLED = 137;

    private final Process process;
    private final BufferedReader output;

    private ChildProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static ChildProcess start(Class<?> main, List<String> arguments) throws IOException {
        return start(main, arguments, List.of());
    }

    /** @param options JVM options, in addition to those of this process */
    public static ChildProcess start(Class<?> main, List<String> arguments, List<String> options) throws IOException {
        return start(main, arguments, options, ProcessBuilder.Redirect.INHERIT);
    }

    /** @param errors receives its standard error */
    private static ChildProcess start(
            Class<?> main, List<String> arguments, List<String> options, ProcessBuilder.Redirect errors)
            throws IOException {
        return start(System.getProperty("java.class.path"), main.getName(), arguments, options, errors);
    }

    /**
     * Starts a program with another class path.
     *
     * @param main the name of its class
     */
    public static ChildProcess start(
            String classPath, String main, List<String> arguments, List<String> options, ProcessBuilder.Redirect errors)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The memory and collector options of this process, without those of debuggers and profilers.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-Xm")
                        || option.matches("-XX:\\+Use[A-Za-z]+GC")
                        || option.startsWith("--enable-native-access"))
                .forEach(command::add);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return new ChildProcess(
                new ProcessBuilder(command).redirectError(errors).start());
    }

    /** The next line of its standard output; null if it has ended. */
    public @Nullable String line() throws IOException {
        return output.readLine();
    }

    /** As {@link #line}, but fails unless the line exists and begins like this. Returns the rest. */
    public String expect(String beginning) throws IOException {
        String line = line();
        if (line == null || !line.startsWith(beginning)) {
            throw new CheckFailedException("a child process should have said '%s' and said '%s'%s"
                    .formatted(
                            beginning,
                            line,
                            process.isAlive() ? "" : "; it ended with exit code " + process.exitValue()));
        }
        return line.substring(beginning.length()).trim();
    }

    /** Writes a line to its standard input. */
    public void say(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** Ends its standard input. */
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Sends a signal, named without SIG. */
    public void signal(String name) throws IOException {
        signal(pid(), name);
    }

    public static void signal(long pid, String name) throws IOException {
        int exit = exitOf(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start());
        CheckFailedException.check(exit == 0, () -> "kill -%s %d: exit code %d".formatted(name, pid, exit));
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process with SIGKILL. Returns its exit code after its end. */
    public int kill() {
        // Not Process.destroyForcibly, which would close the output before the last of it is read.
        process.toHandle().destroyForcibly();
        return awaitExit();
    }

    public int awaitExit() {
        return exitOf(process);
    }

    /** Waits for the end of a process. */
    public static int exitOf(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailedException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
