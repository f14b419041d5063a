package dev.reeve.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process is killed, and what it had acknowledged is there. */
final class CrashTest {

    private static final int ROUNDS = 10;

    @TempDir
    private Path directory;

    @Test
    @Tag("proof")
    @DisplayName("F39, I1: after ten kills during commits no acknowledged work is lost, no batch is partial, the "
            + "file is intact")
    void nothingAcknowledgedIsLost() throws IOException, SQLException {
        Path file = directory.resolve("test.db");
        Random random = new Random(20260301);
        int next = 1;
        for (int round = 1; round <= ROUNDS; round++) {
            int acknowledged = commitUntilKilled(file, next, 5 + random.nextInt(100));

            try (Store store = new SqliteStoreProvider().open(file).orElseThrow()) {
                boolean oneMore =
                        store.find(Child.idsOf(acknowledged + 1).getFirst()).isPresent();
                int last = oneMore ? acknowledged + 1 : acknowledged;
                for (int number = 1; number <= last; number++) {
                    assertWhole(store, number, last);
                }
                for (ExecutionId id : Child.idsOf(last + 1)) {
                    assertThat(store.history(id)).isEmpty();
                }
                next = last + 1;
            }
            assertSound(file);
        }
        assertThat(next).isGreaterThan(ROUNDS * 5);
    }

    /** The number of the last batch that was acknowledged. */
    private static int commitUntilKilled(Path file, int first, int patience) throws IOException {
        Child child = Child.start("commit", file, String.valueOf(first), String.valueOf(Integer.MAX_VALUE));
        int acknowledged = first - 1;
        int heard = 0;
        String line = child.line();
        while (line != null) {
            assertThat(line).matches("OPEN|ACK \\d+");
            if (line.startsWith("ACK")) {
                heard++;
                assertThat(line).isEqualTo("ACK " + (acknowledged + 1));
                acknowledged++;
            }
            if (heard == patience) {
                child.kill();
            }
            line = child.line();
        }
        assertThat(heard).isGreaterThanOrEqualTo(patience);
        return acknowledged;
    }

    private static void assertWhole(Store store, int number, int last) {
        for (ExecutionId id : Child.idsOf(number)) {
            List<JournalRow> expected = number < last
                    ? List.of(Fixture.journal(id, 1), Fixture.journal(id, 2))
                    : List.of(Fixture.journal(id, 1));
            assertThat(store.history(id)).as("batch %d of %d", number, last).isEqualTo(expected);
            assertThat(store.find(id)).contains(Fixture.row(id));
        }
    }

    private static void assertSound(Path file) throws SQLException {
        try (Session session = new Connections(file).bare()) {
            assertThat(session.pragma("integrity_check")).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("F41: an fsync comes between the last write to the log and each acknowledgement")
    void thereIsAnFsyncBeforeEachAcknowledgement() throws IOException {
        Path trace = directory.resolve("trace.txt");
        List<String> strace = List.of(
                "strace",
                "-f",
                "-y",
                "-qq",
                "-s",
                "16",
                "-e",
                "trace=pwrite64,write,fdatasync,fsync",
                "-o",
                trace.toString());
        Trouble.skipUnless(
                Trouble.run("strace", "-f", "-o", "/dev/null", "true"), "F41", "strace is missing or not allowed here");

        Child child = Child.start(strace, "commit", directory.resolve("test.db"), "1", "20");
        List<String> said = new ArrayList<>();
        String line = child.line();
        while (line != null && !line.equals("DONE")) {
            said.add(line);
            line = child.line();
        }
        assertThat(said).hasSize(21);
        child.kill();

        assertThat(syncedAcknowledgements(Files.readAllLines(trace))).isEqualTo(20);
    }

    /** How many acknowledgements came after an fsync of all earlier writes to the log. */
    private static int syncedAcknowledgements(List<String> trace) {
        Pattern acknowledgement = Pattern.compile("(\\d+) +write\\(1<.*\"ACK .*");
        String thread = trace.stream()
                .map(acknowledgement::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElseThrow();
        boolean written = false;
        boolean synced = false;
        int acknowledgements = 0;
        for (String line : trace) {
            if (!line.startsWith(thread + " ")) {
                continue;
            }
            if (line.contains("pwrite64(") && line.contains("-wal>")) {
                written = true;
                synced = false;
            } else if (line.matches(".*f(data)?sync.*\\) += 0.*")) {
                synced = written;
            } else if (acknowledgement.matcher(line).matches()) {
                assertThat(written && synced).as(line).isTrue();
                acknowledgements++;
                written = false;
                synced = false;
            }
        }
        return acknowledgements;
    }
}
