package dev.reeve.conformance;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An agent that is a process. It reads its server from {@code REEVE_SERVER} and its key from {@code REEVE_API_KEY}, and
 * closes when its standard input ends.
 */
final class AgentProcess implements AgentUnderTest, AutoCloseable {

    private final List<String> command;
    private @Nullable Process process;

    AgentProcess(List<String> command) {
        this.command = List.copyOf(command);
    }

    @Override
    public void start(URI server, String apiKey) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("REEVE_SERVER", server.toString());
        builder.environment().put("REEVE_API_KEY", apiKey);
        process = builder.start();
    }

    @Override
    public void close() throws IOException {
        Process running = process;
        if (running != null) {
            running.getOutputStream().close();
        }
    }

    /** Ends the process if it does not end by itself. */
    boolean ends() throws InterruptedException {
        Process running = process;
        if (running == null || running.waitFor(10, TimeUnit.SECONDS)) {
            return true;
        }
        running.destroyForcibly();
        return false;
    }
}
