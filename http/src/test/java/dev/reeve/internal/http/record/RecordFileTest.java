package dev.reeve.internal.http.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Subject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The record of who did what (D22)")
final class RecordFileTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-25T12:00:00Z"), ZoneOffset.UTC);

    private static final RecordFile.Kept LARGE = new RecordFile.Kept(1 << 20, 4);

    private static void add(Path directory, String who, ErrorCode... error) throws IOException {
        try (RecordFile record = RecordFile.in(directory, LARGE, CLOCK)) {
            record.add(new AccessRecord.Entry(
                    who,
                    "127.0.0.1",
                    Operation.CANCEL,
                    "default",
                    Subject.of("an id"),
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

    @Test
    @DisplayName("A last line that a crash has cut within a character stops no start")
    void continuesWithinCharacter(@TempDir Path directory) throws IOException {
        add(directory, "ada");
        Path file = directory.resolve("record.jsonl");
        Files.write(file, new byte[] {'{', '"', (byte) 0xC3}, StandardOpenOption.APPEND);

        add(directory, "bob");

        List<String> lines =
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).contains("\"who\":\"bob\"");
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    @DisplayName(
            "A full file is renamed, the oldest ones are deleted, and the chain of hashes goes on from file to file")
    void rotates(@TempDir Path directory) throws IOException {
        RecordFile.Kept small = new RecordFile.Kept(1_000, 3);
        for (int start = 0; start < 5; start++) {
            try (RecordFile record = RecordFile.in(directory, small, CLOCK)) {
                for (int i = 0; i < 8; i++) {
                    record.add(new AccessRecord.Entry(
                            "ada",
                            "127.0.0.1",
                            Operation.CANCEL,
                            "default",
                            Subject.of(start + "/" + i),
                            "reason",
                            null));
                }
            }
        }

        List<Path> files = files(directory);
        assertThat(files).hasSize(3);
        assertThat(files.getLast().getFileName()).hasToString("record.jsonl");
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            assertThat(Files.size(file)).isBetween(1L, 1_600L);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            lines.addAll(Files.readAllLines(file));
        }
        assertThat(lines.getLast()).contains("\"subject\":\"4/7\"");
        for (int i = 1; i < lines.size(); i++) {
            assertThat(lines.get(i)).contains("\"previous\":\"" + RecordFile.hash(lines.get(i - 1)) + "\"");
        }
    }

    @Test
    @DisplayName("A start right after the renaming continues the chain of the renamed file")
    void startsAfterRenaming(@TempDir Path directory) throws IOException {
        add(directory, "ada");
        Path full = directory.resolve("record-000007.jsonl");
        Files.move(directory.resolve("record.jsonl"), full);

        add(directory, "bob");

        assertThat(Files.readString(directory.resolve("record.jsonl")))
                .contains("\"previous\":\""
                        + RecordFile.hash(Files.readString(full).strip()) + "\"");
    }

    @Test
    @DisplayName("A start reads only the end of a file, also if its last line is long")
    void longLine(@TempDir Path directory) throws IOException {
        String reason = "x".repeat(300_000);
        try (RecordFile record = RecordFile.in(directory, LARGE, CLOCK)) {
            for (String subject : List.of("a", "b")) {
                record.add(new AccessRecord.Entry(
                        "ada", "127.0.0.1", Operation.CANCEL, "default", Subject.of(subject), reason, null));
            }
        }
        add(directory, "bob");

        List<String> lines = Files.readAllLines(directory.resolve("record.jsonl"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).contains("\"previous\":\"" + RecordFile.hash(lines.get(1)) + "\"");
    }

    private static AccessRecord.Entry entry(String subject) {
        return new AccessRecord.Entry(
                "ada", "127.0.0.1", Operation.CANCEL, "default", Subject.of(subject), "reason", null);
    }

    private static void checkChain(List<String> lines, String... subjects) {
        assertThat(lines).hasSize(subjects.length);
        for (int i = 0; i < subjects.length; i++) {
            assertThat(lines.get(i)).contains("\"subject\":\"" + subjects[i] + "\"");
            if (i > 0) {
                assertThat(lines.get(i)).contains("\"previous\":\"" + RecordFile.hash(lines.get(i - 1)) + "\"");
            }
        }
    }

    @Test
    @DisplayName("If no new file can be begun, the record goes on in the full one, and begins one when it can")
    void goesOnInFullFile(@TempDir Path directory) throws IOException {
        AtomicBoolean none = new AtomicBoolean();
        RecordFile.Opening opening = file -> {
            FileChannel opened = RecordFile.open(file);
            if (none.get()) {
                opened.close();
                throw new IOException("Too many open files");
            }
            return opened;
        };
        Path current = directory.resolve("record.jsonl");
        Path full = directory.resolve("record-000001.jsonl");
        try (RecordFile record = RecordFile.in(directory, new RecordFile.Kept(1, 3), CLOCK, opening)) {
            none.set(true);
            record.add(entry("a"));
            record.add(entry("b"));
            record.add(entry("c"));

            assertThat(files(directory)).containsExactly(current);

            none.set(false);
            record.add(entry("d"));
        }

        assertThat(files(directory)).containsExactly(full, current);
        List<String> lines = new ArrayList<>(Files.readAllLines(full));
        lines.addAll(Files.readAllLines(current));
        checkChain(lines, "a", "b", "c", "d");
    }

    @Test
    @DisplayName("A line for which the disk has no room leaves no part of it, and the chain goes on after it")
    void fullDisk(@TempDir Path directory) throws IOException {
        List<FullDisk> disks = new ArrayList<>();
        RecordFile.Opening opening = file -> {
            disks.add(new FullDisk(RecordFile.open(file)));
            return disks.getLast();
        };
        try (RecordFile record = RecordFile.in(directory, LARGE, CLOCK, opening)) {
            record.add(entry("a"));
            disks.getLast().left = 10;
            record.add(entry("lost"));
            disks.getLast().left = Integer.MAX_VALUE;
            record.add(entry("b"));
        }

        checkChain(Files.readAllLines(directory.resolve("record.jsonl")), "a", "b");
    }

    @Test
    @DisplayName("The numbers of full files go on, also if all of them were moved elsewhere")
    void numbersGoOn(@TempDir Path directory) throws IOException {
        Path current = directory.resolve("record.jsonl");
        try (RecordFile record = RecordFile.in(directory, new RecordFile.Kept(1, 9), CLOCK)) {
            record.add(entry("a"));
            record.add(entry("b"));
            record.add(entry("c"));
            Files.delete(directory.resolve("record-000001.jsonl"));
            Files.delete(directory.resolve("record-000002.jsonl"));

            record.add(entry("d"));
        }

        assertThat(files(directory)).containsExactly(directory.resolve("record-000003.jsonl"), current);
    }
}
