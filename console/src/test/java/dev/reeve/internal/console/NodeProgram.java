package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Programs for tests that have to end without a mistake. */
final class NodeProgram {

    private NodeProgram() {}

    /** Leaves the test out where Node is not installed. */
    static void assumeInstalled(String untested) {
        String path = System.getenv("PATH");
        boolean found = Arrays.stream((path == null ? "" : path).split(File.pathSeparator, -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "node")));
        if (!found) {
            String advice = "Node is not installed, so " + untested + " not checked: apt-get install nodejs";
            System.err.println("LEFT OUT: " + advice);
            Assumptions.abort(advice);
        }
    }

    /** Runs a program to its end, and returns what it has written. */
    static String run(Path directory, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path out = directory.resolve("out.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        String written = Files.readString(out);
        assertThat(ended).as(written).isTrue();
        assertThat(process.exitValue()).as(written).isZero();
        return written;
    }
}
