package dev.reeve.example.job;

import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;

/** Engine and agent in a separate process. It can be killed, and restarted on the same store. */
final class ArchiveProcess {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private ArchiveProcess() {}

    /**
     * Starts a process. It ends when the job has ended, or with the process that started it.
     *
     * @param key of the job
     */
    static Process start(Path store, Archive archive, String key) {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ArchiveProcess.class.getName(),
                        store.toString(),
                        archive.copy().toString(),
                        Long.toString(archive.perRecord().toMillis()),
                        key)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("the process cannot be started", e);
        }
    }

    /** @param args store, copy, milliseconds per record, key of the job */
    public static void main(String[] args) {
        endWithParent();
        Archive archive = new Archive(Path.of(args[1]), Duration.ofMillis(Long.parseLong(args[2])));
        try (Reeve reeve = Reeve.open(Path.of(args[0]))) {
            Agent.Builder copier = reeve.agent("copier");
            archive.wire(copier::action);
            copier.start();
            var unused = reeve.find(args[3]).orElseThrow().awaitEnd(PATIENCE);
        }
    }

    /** Ends the process if its parent has died: the pipe to its standard input then breaks. */
    private static void endWithParent() {
        Thread.ofPlatform().daemon().name("parent").start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // nothing is ever sent
                }
            } catch (IOException e) {
                System.err.println("the parent is gone: " + e);
            }
            Runtime.getRuntime().halt(1);
        });
    }
}
