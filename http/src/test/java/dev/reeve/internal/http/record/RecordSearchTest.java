package dev.reeve.internal.http.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.InvalidInputException;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.RecordRange;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.document.RecordDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The search in the record of who did what (D22)")
final class RecordSearchTest {

    private static final Instant BEGIN = Instant.parse("2026-11-25T12:00:00Z");
    private static final String ID = "01890abc-0000-7000-8000-00000000000f";

    @TempDir
    private Path directory;

    private Instant now = BEGIN;
    private @Nullable RecordFile record;

    private RecordFile open(long fileBytes) throws IOException {
        InstantSource source = () -> now;
        RecordFile opened =
                RecordFile.in(directory, new RecordFile.Kept(fileBytes, 1_000), source.withZone(ZoneOffset.UTC));
        record = opened;
        return opened;
    }

    @AfterEach
    void close() throws IOException {
        if (record != null) {
            record.close();
        }
    }

    /** An entry that is a second later than the one before. */
    private void add(RecordFile to, String subject, String reason) {
        now = now.plusSeconds(1);
        to.add(new AccessRecord.Entry(
                "ada", "127.0.0.1", Operation.CANCEL, "default", Subject.of(subject), reason, null));
    }

    private void addAll(RecordFile to, int number, String reason) {
        for (int i = 0; i < number; i++) {
            add(to, String.valueOf(i), reason);
        }
    }

    private static RecordRange range(@Nullable String cursor, int limit) {
        return new RecordRange(Instant.MIN, Instant.MAX, cursor, limit);
    }

    private static RecordDocument page(RecordFile from, RecordRange range) {
        return page(from, range, call -> true);
    }

    private static RecordDocument page(RecordFile from, RecordRange range, Predicate<RecordDocument.Call> wanted) {
        return from.search(range, wanted).orElseThrow();
    }

    private static List<String> subjects(RecordDocument page) {
        return page.calls().stream().map(call -> String.valueOf(call.subject())).toList();
    }

    @Test
    @DisplayName("A call comes back as it was written, hostile texts included")
    void roundTrip() throws IOException {
        String hostile = "\"}\n{\"who\":\"root\" \u202e\ud83d\ude80<script>";
        RecordFile open = open(1 << 20);
        Subject subject = new Subject("POST /x", ExecutionId.parse(ID), "pay", hostile);
        open.add(new AccessRecord.Entry(
                "ada", "192.0.2.7", Operation.SKIP, "billing", subject, hostile, ErrorCode.DENIED));
        open.add(new AccessRecord.Entry("bob", "", Operation.AUDIT, "default", null, null, null));

        assertThat(page(open, range(null, 10)))
                .isEqualTo(new RecordDocument(
                        List.of(
                                new RecordDocument.Call(
                                        BEGIN, "bob", "", "AUDIT", "default", null, null, null, null, null, "DONE"),
                                new RecordDocument.Call(
                                        BEGIN,
                                        "ada",
                                        "192.0.2.7",
                                        "SKIP",
                                        "billing",
                                        "POST /x",
                                        ID,
                                        "pay",
                                        hostile,
                                        hostile,
                                        "DENIED")),
                        null,
                        BEGIN));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 40, 1_000})
    @DisplayName("The pages have each call once, the newest first, also if files fill up between them")
    void pages(int limit) throws IOException {
        RecordFile open = open(2_000);
        addAll(open, 100, "first");
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            RecordDocument page = page(open, range(cursor, limit), call -> "first".equals(call.reason()));
            assertThat(page.calls()).hasSizeLessThanOrEqualTo(limit);
            seen.addAll(subjects(page));
            cursor = page.next();
            addAll(open, 10, "later");
        } while (cursor != null);

        List<String> all = new ArrayList<>();
        for (int i = 99; i >= 0; i--) {
            all.add(String.valueOf(i));
        }
        assertThat(seen).isEqualTo(all);
    }

    @Test
    @DisplayName("A page of a large record reads 8 MiB of it at most, and the search goes on from there")
    void bounded() throws IOException {
        RecordFile open = open(3 << 20);
        add(open, "wanted", "r");
        addAll(open, 20_000, "x".repeat(1_000));
        long size = 0;
        try (var files = Files.list(directory)) {
            for (Path each : files.toList()) {
                size += Files.size(each);
            }
        }
        assertThat(size).isGreaterThan(20 << 20);

        int pages = 0;
        int[] examined = {0};
        RecordDocument page;
        String cursor = null;
        do {
            examined[0] = 0;
            page = page(open, range(cursor, 10), call -> {
                examined[0]++;
                return "wanted".equals(call.subject());
            });
            assertThat(examined[0] * 1_100L).isLessThan(RecordSearch.EXAMINED_MAX);
            cursor = page.next();
            pages++;
        } while (cursor != null);

        assertThat(subjects(page)).containsExactly("wanted");
        assertThat(page.back()).isEqualTo(BEGIN.plusSeconds(1));
        assertThat(pages).isBetween(3, 4);
    }

    @Test
    @DisplayName("A time far back is found at once, and nothing before the first time is read")
    void jumps() throws IOException {
        RecordFile open = open(4 << 20);
        addAll(open, 40_000, "x".repeat(300));
        Instant from = BEGIN.plusSeconds(5_000);
        int[] examined = {0};

        RecordDocument page = page(open, new RecordRange(from, from.plusSeconds(3), null, 10), call -> {
            examined[0]++;
            return true;
        });

        assertThat(subjects(page)).containsExactly("5001", "5000", "4999");
        assertThat(page.next()).isNull();
        assertThat(page.back()).isAfter(from.minus(Duration.ofMinutes(2)));
        assertThat(examined[0]).isEqualTo(3);
        for (int second : List.of(1, 2, 39_999, 40_000)) {
            Instant at = BEGIN.plusSeconds(second);
            assertThat(subjects(page(open, new RecordRange(at, at.plusNanos(1), null, 10))))
                    .containsExactly(String.valueOf(second - 1));
        }
        assertThat(page(open, new RecordRange(BEGIN, BEGIN, null, 10)).calls()).isEmpty();
        assertThat(page(open, new RecordRange(now.plusSeconds(1), Instant.MAX, null, 10))
                        .calls())
                .isEmpty();
    }

    @Test
    @DisplayName("Lines that are damaged, long, or in a file that is gone keep nothing else from being found")
    void damaged() throws IOException {
        RecordFile open = open(1_000);
        addAll(open, 12, "r");
        add(open, "long", "x".repeat(500_000));
        addAll(open, 1, "r");
        open.close();
        Path file = directory.resolve("record.jsonl");
        Files.writeString(file, "[1]\n{\"at\":\"yesterday\"}\n\n{\"at\":1}\n", StandardOpenOption.APPEND);
        Files.write(file, new byte[] {'{', '"', (byte) 0xC3}, StandardOpenOption.APPEND);
        RecordFile again = open(1_000);
        Files.delete(directory.resolve("record-000002.jsonl"));
        add(again, "last", "r");

        List<String> found = subjects(page(again, range(null, 100)));

        assertThat(found).startsWith("last", "0", "long", "11").endsWith("1", "0");
        assertThat(found).hasSizeBetween(7, 14);
    }

    @Test
    @DisplayName("A line that is longer than all that is read at once is left out")
    void endless() throws IOException {
        RecordFile open = open(1 << 30);
        add(open, "first", "r");
        byte[] endless = new byte[2 * LinesBackwards.LINE_MAX + 5];
        Arrays.fill(endless, (byte) 'x');
        open.close();
        Files.write(directory.resolve("record.jsonl"), endless, StandardOpenOption.APPEND);

        assertThat(subjects(page(open(1 << 30), range(null, 100)))).containsExactly("first");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "1.2",
                "é",
                "AAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    @DisplayName("A text that is no cursor is refused")
    void noCursor(String cursor) throws IOException {
        RecordFile open = open(1_000);
        addAll(open, 20, "r");
        assertThatThrownBy(() -> page(open, range(cursor, 10))).isInstanceOf(InvalidInputException.class);
    }

    @Test
    @DisplayName("A cursor of another server is refused, and the message says what to do")
    void cursorOfAnotherServer(@TempDir Path elsewhere) throws IOException {
        RecordFile open = open(1_000);
        addAll(open, 20, "r");
        String cursor = String.valueOf(page(open, range(null, 5)).next());

        try (RecordFile other =
                RecordFile.in(elsewhere, new RecordFile.Kept(1_000, 1_000), Clock.fixed(BEGIN, ZoneOffset.UTC))) {
            addAll(other, 20, "r");
            assertThatThrownBy(() -> page(other, range(cursor, 5)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("ask the same server, or begin anew");
        }
        assertThat(subjects(page(open, range(cursor, 5)))).containsExactly("14", "13", "12", "11", "10");
    }

    @Test
    @DisplayName("A cursor does not show where in the record it is")
    void sealedCursor() throws IOException {
        RecordFile open = open(1 << 20);
        addAll(open, 20, "r");

        String first = String.valueOf(page(open, range(null, 5)).next());

        assertThat(first)
                .matches("[A-Za-z0-9_-]{54}")
                .isNotEqualTo(page(open, range(null, 5)).next());
    }

    @Test
    @DisplayName("Lines of a clock that was wrong end no search, unless there are many in a row")
    void wrongClock() throws IOException {
        RecordFile open = open(1 << 20);
        addAll(open, 3, "first");
        Instant right = now;
        now = BEGIN.minus(Duration.ofDays(400));
        addAll(open, RecordSearch.EARLY_MAX - 1, "wrong");
        now = right;
        addAll(open, 2, "last");
        RecordRange range = new RecordRange(BEGIN, Instant.MAX, null, 10);

        assertThat(subjects(page(open, range))).containsExactly("1", "0", "2", "1", "0");
        assertThat(page(open, range).back()).isEqualTo(BEGIN.plusSeconds(1));

        now = BEGIN.minus(Duration.ofDays(400));
        addAll(open, RecordSearch.EARLY_MAX, "wrong");
        assertThat(page(open, range).calls()).isEmpty();
    }

    @Test
    @DisplayName("Calls after a time in which the clock was ahead are found")
    void clockAhead() throws IOException {
        RecordFile open = open(1 << 20);
        addAll(open, 600, "first");
        Instant right = now;
        now = right.plus(Duration.ofHours(1));
        addAll(open, 300, "wrong");
        now = right;
        addAll(open, 200, "last");
        RecordRange range = new RecordRange(BEGIN, now.plusSeconds(1), null, 300);

        List<String> found = subjects(page(open, range));

        assertThat(found).startsWith("199", "198").hasSize(300);
        assertThat(found.subList(200, 300)).startsWith("599", "598");
    }

    @Test
    @DisplayName("A search while others write sees whole lines only")
    void whileOthersWrite() throws Exception {
        RecordFile open = RecordFile.in(directory, new RecordFile.Kept(20_000, 1_000), Clock.systemUTC());
        record = open;
        Thread writer = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 3_000; i++) {
                open.add(new AccessRecord.Entry(
                        "ada", "", Operation.CANCEL, "default", Subject.of(String.valueOf(i)), "é".repeat(50), null));
            }
        });
        int newest = -1;
        while (writer.isAlive() || newest < 2_999) {
            List<String> found = subjects(page(open, range(null, 20)));
            for (int i = 0; i + 1 < found.size(); i++) {
                assertThat(Integer.parseInt(found.get(i))).isEqualTo(Integer.parseInt(found.get(i + 1)) + 1);
            }
            newest = found.isEmpty() ? -1 : Integer.parseInt(found.getFirst());
        }
        writer.join();
        assertThat(Files.readString(directory.resolve("record.jsonl"), StandardCharsets.UTF_8))
                .endsWith("\n");
    }
}
