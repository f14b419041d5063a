package dev.reeve.internal.http.record;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.RecordRange;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.document.RecordDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of who did what, as lines of JSON in a file that only its owner can read. Each line has the hash of the
 * line before it, so a line that was changed or removed later is noticed. A file that is full is renamed, and the
 * oldest ones are deleted. The first line of a file has the hash of the last line of the file before it. Thread-safe.
 * (D22)
 */
public final class RecordFile implements AccessRecord, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RecordFile.class);
    private static final String START = "0".repeat(64);
    private static final String CURRENT = "record.jsonl";
    private static final Pattern FULL = Pattern.compile("record-([0-9]{6,9})\\.jsonl");
    private static final int TAIL_BYTES = 64 << 10;

    /**
     * How much is kept.
     *
     * @param fileBytes a file of at least this size is full
     * @param files maximum number of files, the current one included
     */
    public record Kept(long fileBytes, int files) {}

    /** Opens a file to append to it, and makes it if there is none. */
    @FunctionalInterface
    interface Opening {
        FileChannel open(Path file) throws IOException;
    }

    private final Path directory;
    private final Kept kept;
    private final Clock clock;
    private final Opening opening;
    private final RecordCursors cursors = new RecordCursors();
    private FileChannel channel;
    private long size;
    private String last;

    /** The number that the current file gets when it is full. */
    private int number;

    private RecordFile(Path directory, Kept kept, Clock clock, Opening opening) throws IOException {
        this.directory = directory;
        this.kept = kept;
        this.clock = clock;
        this.opening = opening;
        Path file = directory.resolve(CURRENT);
        channel = opening.open(file);
        size = channel.size();
        byte[] tail = lastLine(file);
        if (size > 0 && !endsWithLine(file)) { // a crash cut the last line
            size += channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
        last = size > 0 ? hash(tail) : lastOfFullFile();
        number = next(fullFiles());
    }

    /** Opens the record in this directory, and continues it. */
    public static RecordFile in(Path directory, Kept kept, Clock clock) throws IOException {
        return in(directory, kept, clock, RecordFile::open);
    }

    static RecordFile in(Path directory, Kept kept, Clock clock, Opening opening) throws IOException {
        OwnerFile.directory(directory);
        return new RecordFile(directory, kept, clock, opening);
    }

    static FileChannel open(Path file) throws IOException {
        OwnerFile.create(file);
        return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    private String lastOfFullFile() throws IOException {
        List<Path> full = fullFiles();
        return full.isEmpty() ? START : hash(lastLine(full.getLast()));
    }

    private static int next(List<Path> full) {
        return full.isEmpty() ? 1 : number(full.getLast()) + 1;
    }

    private Path full(int wanted) {
        return directory.resolve("record-%06d.jsonl".formatted(wanted));
    }

    /** The files that are full, the oldest first. */
    private List<Path> fullFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> number(file) > 0)
                    .sorted(Comparator.comparingInt(RecordFile::number))
                    .toList();
        }
    }

    private static int number(Path file) {
        Matcher name = FULL.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? Integer.parseInt(name.group(1)) : 0;
    }

    private static boolean endsWithLine(Path file) throws IOException {
        byte[] end = tail(file, 1);
        return end.length == 1 && end[0] == '\n';
    }

    /** The bytes of the last line, without the line break at its end. Reads the end of the file only. */
    private static byte[] lastLine(Path file) throws IOException {
        int wanted = TAIL_BYTES;
        while (true) {
            byte[] tail = tail(file, wanted);
            int end = tail.length > 0 && tail[tail.length - 1] == '\n' ? tail.length - 1 : tail.length;
            int start = end;
            while (start > 0 && tail[start - 1] != '\n') {
                start--;
            }
            if (start > 0 || tail.length < wanted) {
                byte[] line = new byte[end - start];
                System.arraycopy(tail, start, line, 0, line.length);
                return line;
            }
            wanted = Math.multiplyExact(wanted, 2);
        }
    }

    private static byte[] tail(Path file, int bytesMax) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(bytesMax, in.size()));
            long start = in.size() - buffer.capacity();
            while (buffer.hasRemaining() && in.read(buffer, start + buffer.position()) >= 0) {
                // reads on
            }
            byte[] bytes = new byte[buffer.position()];
            buffer.flip().get(bytes);
            return bytes;
        }
    }

    @Override
    public synchronized void add(Entry entry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", clock.instant().toString());
        members.put("who", entry.who());
        members.put("origin", entry.origin());
        members.put("operation", entry.operation().name());
        members.put("namespace", entry.namespace());
        Subject subject = entry.subject();
        if (subject != null) {
            members.put("subject", subject.text());
            ExecutionId execution = subject.execution();
            put(members, "execution", execution == null ? null : execution.toString());
            put(members, "workflow", subject.workflow());
            put(members, "key", subject.key());
        }
        put(members, "reason", entry.reason());
        members.put(
                "outcome",
                entry.error() == null ? RecordDocument.DONE : entry.error().name());
        members.put("previous", last);
        try {
            byte[] line = Json.of(members).text().getBytes(StandardCharsets.UTF_8);
            if (size >= kept.fileBytes()) {
                rotate();
            }
            ByteBuffer bytes = ByteBuffer.allocate(line.length + 1)
                    .put(line)
                    .put((byte) '\n')
                    .flip();
            append(bytes);
            last = hash(line);
        } catch (IOException | RuntimeException e) {
            LOG.error("{} of {} in {} could not be recorded", entry.operation(), entry.who(), entry.namespace(), e);
        }
    }

    @Override
    public Optional<RecordDocument> search(RecordRange range, Predicate<RecordDocument.Call> wanted) {
        try {
            return Optional.of(new RecordSearch(this::part, cursors, range, wanted).page(numbers()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The numbers of the files, the newest first. A file keeps its number when it is full. */
    private List<Integer> numbers() throws IOException {
        int current = current();
        List<Integer> numbers = new ArrayList<>(List.of(current));
        for (Path each : fullFiles().reversed()) {
            if (number(each) < current) {
                numbers.add(number(each));
            }
        }
        return numbers;
    }

    private synchronized int current() {
        return number;
    }

    /** Opens a file to read what it has by now; empty if it is gone. */
    private synchronized Optional<RecordSearch.Part> part(int wanted) throws IOException {
        boolean current = wanted == number;
        try {
            FileChannel in =
                    FileChannel.open(current ? directory.resolve(CURRENT) : full(wanted), StandardOpenOption.READ);
            return Optional.of(new RecordSearch.Part(in, current ? size : in.size()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Writes a whole line, or nothing: a part of one, such as on a full disk, would damage the line after it. */
    private void append(ByteBuffer bytes) throws IOException {
        long before = size;
        try {
            while (bytes.hasRemaining()) {
                size += channel.write(bytes);
            }
        } catch (IOException e) {
            channel.truncate(before);
            size = before;
            throw e;
        }
    }

    private static void put(Map<String, Object> members, String name, @Nullable String value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    /** Begins a new file. If that fails, the record goes on in the current one. */
    private void rotate() {
        Path file = directory.resolve(CURRENT);
        try {
            channel.force(true);
            List<Path> full = fullFiles();
            int next = Math.max(number, next(full)); // also if the full files were moved elsewhere
            begin(file, full(next));
            number = next + 1;
            int tooMany = Math.clamp(full.size() + 2L - kept.files(), 0, full.size());
            for (Path oldest : full.subList(0, tooMany)) {
                Files.deleteIfExists(oldest);
                LOG.info("the record has more than {} files: {} was deleted", kept.files(), oldest);
            }
        } catch (IOException e) {
            LOG.error("{} is full, and no new file could be begun: the record goes on in it", file, e);
        }
    }

    /** The old file stays open until there is a new one: without a file, all later entries would be lost. */
    private void begin(Path file, Path full) throws IOException {
        Files.move(file, full);
        FileChannel old = channel;
        try {
            channel = opening.open(file);
        } catch (IOException e) {
            Files.deleteIfExists(file); // it may have been made, and not opened
            Files.move(full, file);
            throw e;
        }
        size = channel.size();
        old.close();
    }

    static String hash(String line) {
        return hash(line.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] line) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(line));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Writes the record to the disk, and closes it. Idempotent. */
    @Override
    public synchronized void close() throws IOException {
        if (channel.isOpen()) {
            channel.force(true);
            channel.close();
        }
    }
}
