package dev.reeve.faults.engine;

import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.agent.StepContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The observations of agents and clients, outside of the engine and safe from kills: a file to which all processes
 * append, a line with each write, so that all share one order. Thread-safe.
 */
public final class Ledger implements AutoCloseable {

    /** An observation. */
    public sealed interface Entry {

        /** A handler was called. */
        record Called(ExecutionId execution, StepPath step, Purpose purpose, int attempt, String key)
                implements Entry {}

        /** A handler has returned or thrown. */
        record Returned(ExecutionId execution, StepPath step, Purpose purpose, int attempt) implements Entry {}

        /** The start of an execution was acknowledged. */
        record Acknowledged(String key, ExecutionId execution) implements Entry {}

        /** A caller was notified of the end of an execution. */
        record Ended(ExecutionId execution, String status) implements Entry {}
    }

    private final FileChannel channel;

    public Ledger(Path file) {
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void called(StepContext step) {
        write("CALLED %s %s %s %d %s"
                .formatted(step.execution(), step.step(), step.purpose(), step.attempt(), step.idempotencyKey()));
    }

    public void returned(StepContext step) {
        write("RETURNED %s %s %s %d".formatted(step.execution(), step.step(), step.purpose(), step.attempt()));
    }

    public void acknowledged(String key, ExecutionId execution) {
        write("ACKNOWLEDGED %s %s".formatted(key, execution));
    }

    public void ended(ExecutionId execution, String status) {
        write("ENDED %s %s".formatted(execution, status));
    }

    private synchronized void write(String line) {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            channel.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<Entry> read(Path file) {
        try {
            List<Entry> entries = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                entries.add(
                        switch (words[0]) {
                            case "CALLED" ->
                                new Entry.Called(
                                        ExecutionId.parse(words[1]),
                                        StepPath.parse(words[2]),
                                        Purpose.valueOf(words[3]),
                                        Integer.parseInt(words[4]),
                                        words[5]);
                            case "RETURNED" ->
                                new Entry.Returned(
                                        ExecutionId.parse(words[1]),
                                        StepPath.parse(words[2]),
                                        Purpose.valueOf(words[3]),
                                        Integer.parseInt(words[4]));
                            case "ACKNOWLEDGED" -> new Entry.Acknowledged(words[1], ExecutionId.parse(words[2]));
                            case "ENDED" -> new Entry.Ended(ExecutionId.parse(words[1]), words[2]);
                            default -> throw new IllegalStateException("not an entry of the ledger: " + line);
                        });
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
