package dev.reeve.internal.server;

import dev.reeve.Json;
import dev.reeve.internal.access.AccessRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of who did what, as lines of JSON in a file that only its owner can read. Each line has the hash of the
 * line before it, so a line that was changed or removed later is noticed. Thread-safe. (D22)
 */
public final class RecordFile implements AccessRecord, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RecordFile.class);
    private static final String START = "0".repeat(64);

    private final FileChannel channel;
    private final Clock clock;
    private String last;

    private RecordFile(FileChannel channel, Clock clock, String last) {
        this.channel = channel;
        this.clock = clock;
        this.last = last;
    }

    /** Opens the record in this directory, and continues it. */
    public static RecordFile in(Path directory, Clock clock) throws IOException {
        OwnerFile.directory(directory);
        Path file = directory.resolve("record.jsonl");
        OwnerFile.create(file);
        List<String> lines = Files.readAllLines(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        if (!lines.isEmpty() && !endsWithLine(file)) { // a crash cut the last line
            channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
        return new RecordFile(channel, clock, lines.isEmpty() ? START : hash(lines.getLast()));
    }

    private static boolean endsWithLine(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return bytes[bytes.length - 1] == '\n';
    }

    @Override
    public synchronized void add(Entry entry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", clock.instant().toString());
        members.put("who", entry.who());
        members.put("origin", entry.origin());
        members.put("operation", entry.operation().name());
        members.put("namespace", entry.namespace());
        put(members, "subject", entry.subject());
        put(members, "reason", entry.reason());
        members.put("outcome", entry.error() == null ? "DONE" : entry.error().name());
        members.put("previous", last);
        try {
            String line = Json.of(members).text();
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            last = hash(line);
        } catch (IOException | RuntimeException e) {
            LOG.error("{} of {} in {} could not be recorded", entry.operation(), entry.who(), entry.namespace(), e);
        }
    }

    private static void put(Map<String, Object> members, String name, @Nullable String value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    static String hash(String line) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Writes the record to the disk, and closes it. */
    @Override
    public synchronized void close() throws IOException {
        channel.force(true);
        channel.close();
    }
}
