package dev.reeve.internal.http.record;

import dev.reeve.InvalidInputException;
import dev.reeve.internal.access.RecordRange;
import dev.reeve.internal.document.RecordDocument;
import dev.reeve.internal.values.JsonText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Searches the files of a record for one page, the newest lines first. It reads a bounded number of bytes, and then
 * says where the next page goes on. Later lines than those that are wanted are jumped over. For one thread.
 */
final class RecordSearch {

    /** Bytes that are read for one page: about 25,000 lines. */
    static final int EXAMINED_MAX = 8 << 20;

    /** Opening a file counts as this number of bytes, because many small files are work, too. */
    private static final int FILE_COST = 128 << 10;

    /** A part of a file that is read line by line. */
    private static final int JUMP = 64 << 10;

    /** Bytes that are read to find one line. */
    private static final int PROBE = 8 << 10;

    /** The end of a file whose size is not known yet. */
    private static final long END = 999_999_999_999_999_999L;

    /** By how much a line may be earlier than the one before it, since clocks are set. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    /** Lines that are too early, one after the other, after which no earlier ones are read: a clock can be wrong. */
    static final int EARLY_MAX = 500;

    /** How many lines are looked at before a part of a file is left out as too late. */
    private static final int SAMPLES = 32;

    /**
     * A file of the record that is open for reading.
     *
     * @param size the end of its last whole line
     */
    record Part(FileChannel in, long size) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Opens a file of the record; empty if it is gone. */
    @FunctionalInterface
    interface Parts {
        Optional<Part> open(int number) throws IOException;
    }

    private final Parts parts;
    private final RecordCursors cursors;
    private final RecordRange range;
    private final Predicate<RecordDocument.Call> wanted;
    private final List<RecordDocument.Call> found = new ArrayList<>();
    private RecordCursors.@Nullable End last;
    private RecordCursors.@Nullable End next;
    private @Nullable Instant back;
    private long left = EXAMINED_MAX;
    private int early;

    RecordSearch(Parts parts, RecordCursors cursors, RecordRange range, Predicate<RecordDocument.Call> wanted) {
        this.parts = parts;
        this.cursors = cursors;
        this.range = range;
        this.wanted = wanted;
    }

    /**
     * The page.
     *
     * @param numbers of the files, the newest first
     */
    RecordDocument page(List<Integer> numbers) throws IOException {
        String cursor = range.cursor();
        RecordCursors.End from = cursor == null ? new RecordCursors.End(Integer.MAX_VALUE, END) : cursors.open(cursor);
        boolean more = true;
        for (int number : numbers) {
            if (more && number <= from.number()) {
                long end = number == from.number() ? from.position() : END;
                more = search(number, end);
            }
        }
        return new RecordDocument(found, next == null ? null : cursors.seal(next), back);
    }

    /** Whether to go on with an earlier file. */
    private boolean search(int number, long position) throws IOException {
        if (left <= 0) {
            next = new RecordCursors.End(number, position);
            return false;
        }
        left -= FILE_COST;
        Optional<Part> opened = parts.open(number);
        if (opened.isEmpty()) {
            return true;
        }
        try (Part part = opened.get()) {
            return search(number, part.in(), jump(part.in(), Math.min(position, part.size())));
        }
    }

    private boolean search(int number, FileChannel in, long position) throws IOException {
        LinesBackwards lines = new LinesBackwards(in, position);
        String line = lines.next();
        while (line != null) {
            RecordDocument.@Nullable Call call = call(line);
            if (call != null && isEnough(call)) {
                return false;
            }
            if (call != null && range.has(call.at()) && wanted.test(call)) {
                if (found.size() == range.limit()) {
                    next = last;
                    return false;
                }
                found.add(call);
                last = new RecordCursors.End(number, lines.position());
            }
            if (position - lines.position() >= left) {
                next = new RecordCursors.End(number, lines.position());
                return false;
            }
            line = lines.next();
        }
        left -= position;
        return true;
    }

    /** Counts a line. Whether those before it are too early: one such line may be of a clock that was wrong. */
    private boolean isEnough(RecordDocument.Call call) {
        if (call.at().plus(SLACK).isBefore(range.from())) {
            early++;
            return early == EARLY_MAX;
        }
        early = 0;
        back = call.at();
        return false;
    }

    /** The end of a line, behind which all lines are too late. Halves the part in which it can be. */
    private long jump(FileChannel in, long end) throws IOException {
        if (range.before().equals(Instant.MAX)) {
            return end;
        }
        long low = 0;
        long high = end;
        while (high - low > JUMP) {
            long middle = low + (high - low) / 2;
            RecordDocument.@Nullable Call call = lineAfter(in, middle, end);
            if (call == null) {
                break; // a long line, or a damaged one: the search reads on from here
            }
            if (call.at().minus(SLACK).isBefore(range.before())) {
                low = middle;
            } else {
                high = middle;
            }
        }
        long found = behindWrongClock(in, high, end);
        byte[] rest = bytes(in, found, end);
        int lineEnd = indexOf(rest, 0);
        return found == end || lineEnd < 0 ? end : found + lineEnd + 1;
    }

    /**
     * If the clock was ahead for a while, lines that are not too late stand behind lines that are. Samples of the part
     * to leave out find them.
     */
    private long behindWrongClock(FileChannel in, long high, long end) throws IOException {
        for (int i = SAMPLES; i > 0 && high < end; i--) {
            RecordDocument.@Nullable Call call = lineAfter(in, high + (end - high) * i / (SAMPLES + 1), end);
            if (call != null && call.at().minus(SLACK).isBefore(range.before())) {
                return high + (end - high) * (i + 1) / (SAMPLES + 1);
            }
        }
        return high;
    }

    /** The first whole line after a position; null if there is none nearby. */
    private static RecordDocument.@Nullable Call lineAfter(FileChannel in, long position, long end) throws IOException {
        byte[] bytes = bytes(in, position, end);
        int begin = indexOf(bytes, 0) + 1;
        int lineEnd = begin == 0 ? -1 : indexOf(bytes, begin);
        return lineEnd < 0 ? null : call(new String(bytes, begin, lineEnd - begin, StandardCharsets.UTF_8));
    }

    private static byte[] bytes(FileChannel in, long position, long end) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(PROBE, end - position));
        while (buffer.hasRemaining() && in.read(buffer, position + buffer.position()) >= 0) {
            // reads on
        }
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    private static int indexOf(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** A line as a call; null if it is damaged, such as by a crash. */
    private static RecordDocument.@Nullable Call call(String line) {
        try {
            if (!(JsonText.value(line) instanceof Map<?, ?> members)) {
                return null;
            }
            return new RecordDocument.Call(
                    Instant.parse(text(members, "at")),
                    text(members, "who"),
                    text(members, "origin"),
                    text(members, "operation"),
                    text(members, "namespace"),
                    optional(members, "subject"),
                    optional(members, "execution"),
                    optional(members, "workflow"),
                    optional(members, "key"),
                    optional(members, "reason"),
                    text(members, "outcome"));
        } catch (InvalidInputException | DateTimeException e) {
            return null;
        }
    }

    private static String text(Map<?, ?> members, String name) {
        String text = optional(members, name);
        return text == null ? "" : text;
    }

    private static @Nullable String optional(Map<?, ?> members, String name) {
        return members.get(name) instanceof String text ? text : null;
    }
}
