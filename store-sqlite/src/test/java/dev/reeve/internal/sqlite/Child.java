package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Another process that uses a store, and what it does there. */
final class Child {

    /** How many executions a batch of the commit loop starts. */
    static final int STARTS = 5;

    private final Process process;
    private final BufferedReader lines;

    private Child(Process process) {
        this.process = process;
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static Child start(String what, Path file, String... more) throws IOException {
        return start(List.of(), what, file, more);
    }

    /** The same, run by another command, such as strace. */
    static Child start(List<String> wrapper, String what, Path file, String... more) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName(), what));
        command.add(file.toString());
        command.addAll(List.of(more));
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    static long myPid() {
        return ProcessHandle.current().pid();
    }

    long pid() {
        return process.pid();
    }

    /** The next line that it says; null if it has ended. */
    @Nullable String line() throws IOException {
        return lines.readLine();
    }

    /** SIGKILL. Its earlier output can still be read. */
    void kill() {
        // By its handle: Process.destroyForcibly would close the pipe as well.
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** The starts of batch {@code number} of the commit loop. */
    static List<ExecutionId> idsOf(int number) {
        List<ExecutionId> ids = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            ids.add(new ExecutionId(new UUID((1_772_366_400_000L + number) << 16 | 0x7000, Long.MIN_VALUE + i)));
        }
        return ids;
    }

    /** Starts some executions, and ends those of the batch before. */
    static Batch batch(int number) {
        List<JournalRow> journal =
                new ArrayList<>(Fixture.startAll(idsOf(number)).journal());
        if (number > 1) {
            journal.addAll(Fixture.append(2, idsOf(number - 1)).journal());
        }
        return new Batch(journal, Fixture.startAll(idsOf(number)).started(), List.of());
    }

    /** Written at once and to the system, so that an acknowledgement is out when it is out. */
    private static void say(FileOutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The commands of the other process: {@code hold FILE} opens the store and keeps it; {@code commit FILE FIRST LAST}
     * commits these batches and acknowledges each.
     */
    public static void main(String[] arguments) throws IOException {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            Store store;
            try {
                store = new SqliteStoreProvider().open(Path.of(arguments[1])).orElseThrow();
            } catch (StoreException e) {
                say(out, "REFUSED " + e.getMessage());
                return;
            }
            say(out, "OPEN");
            if (arguments[0].equals("hold")) {
                System.in.read();
                return;
            }
            LaneStore lane = store.join(new NodeId("child", myPid()), 1).getFirst();
            int last = Integer.parseInt(arguments[3]);
            for (int number = Integer.parseInt(arguments[2]); number <= last; number++) {
                CommitOutcome outcome =
                        lane.commit(batch(number)).toCompletableFuture().join();
                if (!outcome.equals(CommitOutcome.COMMITTED)) {
                    say(out, "FAILED " + outcome);
                    return;
                }
                say(out, "ACK " + number);
            }
            say(out, "DONE");
            System.in.read();
        }
    }
}
