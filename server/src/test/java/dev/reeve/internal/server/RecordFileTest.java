package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The record of who did what (D22)")
final class RecordFileTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-25T12:00:00Z"), ZoneOffset.UTC);

    private static void add(Path directory, String who, ErrorCode... error) throws IOException {
        try (RecordFile record = RecordFile.in(directory, CLOCK)) {
            record.add(new AccessRecord.Entry(
                    who,
                    "127.0.0.1",
                    Operation.CANCEL,
                    "default",
                    "an id",
                    "a\nreason",
                    error.length == 0 ? null : error[0]));
        }
    }

    @Test
    @DisplayName("Each line has the hash of the one before, also after a restart, and only the owner can read the file")
    void chained(@TempDir Path directory) throws IOException {
        add(directory, "ada");
        add(directory, "vera", ErrorCode.DENIED);

        Path file = directory.resolve("record.jsonl");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .contains(
                        "\"who\":\"ada\"", "\"reason\":\"a\\nreason\"", "\"outcome\":\"DONE\"", "\"previous\":\"0000");
        assertThat(lines.get(1))
                .contains("\"outcome\":\"DENIED\"", "\"previous\":\"" + RecordFile.hash(lines.get(0)) + "\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    @DisplayName("A last line that a crash has cut stays as it is, and the next one follows it")
    void continuesAfterCrash(@TempDir Path directory) throws IOException {
        add(directory, "ada");
        Path file = directory.resolve("record.jsonl");
        Files.writeString(file, "{\"at\":\"2026", StandardOpenOption.APPEND);

        add(directory, "bob");

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).contains("\"previous\":\"" + RecordFile.hash(lines.get(1)) + "\"");
    }
}
