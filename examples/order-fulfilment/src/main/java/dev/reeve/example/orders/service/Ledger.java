package dev.reeve.example.orders.service;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file with all effects of a service, which survives a crash of its process at any moment. Thread-safe; one process
 * at a time.
 *
 * <p>A line per effect: a checksum, then the entry. The ledger only appends. An effect is reported only after its line
 * is on the disk. A process that dies during a write leaves an incomplete last line. Its effect was never reported, so
 * the line is dropped when the ledger is opened again.
 */
public final class Ledger implements AutoCloseable {

    private final Path file;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> byKey = new HashMap<>();
    private final Map<String, Entry> byOrder = new HashMap<>();
    private final Map<String, Long> sums = new HashMap<>();

    /** Guards the entries. A service can read and write under one lock. */
    private final ReentrantLock lock = new ReentrantLock();

    /** The holder syncs the writes of all threads before it (group commit). */
    private final ReentrantLock syncing = new ReentrantLock();

    // Not a FileChannel: handlers are interrupted at complete-by, and an interrupt closes the channel for all threads.
    private final FileOutputStream out;

    private final long dropped;

    private long synced;
    private @Nullable IOException broken;

    private Ledger(Path file, Contents contents) throws IOException {
        this.file = file;
        contents.entries().forEach(this::remember);
        this.synced = contents.entries().size();
        this.dropped = contents.torn();
        this.out = new FileOutputStream(file.toFile(), true);
        if (contents.torn() > 0) {
            out.getChannel().truncate(contents.length());
        }
        out.getFD().sync();
    }

    /**
     * The content of a ledger's file.
     *
     * @param entries in the order in which they were written
     * @param length of their lines, in bytes
     * @param torn bytes of an incomplete line after them
     */
    public record Contents(List<Entry> entries, long length, long torn) {}

    /**
     * Opens the ledger in this file. Creates the file if it does not exist, and cuts off an incomplete last line.
     *
     * @throws LedgerException if the file cannot be used, or is damaged elsewhere than at its end
     */
    public static Ledger open(Path file) {
        try {
            return new Ledger(file, read(file));
        } catch (IOException e) {
            throw new LedgerException("ledger %s cannot be opened: %s".formatted(file, e), e);
        }
    }

    /**
     * Reads a ledger and changes nothing.
     *
     * @throws LedgerException if the file cannot be read, or is damaged elsewhere than at its end
     */
    public static Contents read(Path file) {
        byte[] bytes;
        try {
            bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        } catch (IOException e) {
            throw new LedgerException("ledger %s cannot be read: %s".formatted(file, e), e);
        }
        List<Entry> entries = new ArrayList<>();
        int start = 0;
        for (int end = lineEnd(bytes, start); end < bytes.length; end = lineEnd(bytes, start)) {
            Optional<Entry> entry = parse(new String(bytes, start, end - start, StandardCharsets.UTF_8));
            if (entry.isEmpty()) {
                if (lineEnd(bytes, end + 1) < bytes.length) {
                    throw new LedgerException(
                            "ledger %s is damaged in line %d, which no killed process does; restore it, or begin with another directory"
                                    .formatted(file, entries.size() + 1));
                }
                break;
            }
            entries.add(entry.get());
            start = end + 1;
        }
        return new Contents(List.copyOf(entries), start, bytes.length - start);
    }

    /** Bytes of an incomplete line that were cut off at opening. */
    public long dropped() {
        return dropped;
    }

    private static int lineEnd(byte[] bytes, int start) {
        int end = start;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        return end;
    }

    /** The entry of a complete line; empty if the checksum does not match. */
    private static Optional<Entry> parse(String line) {
        int tab = line.indexOf('\t');
        if (tab < 0 || !line.substring(0, tab).equals(checksum(line.substring(tab + 1)))) {
            return Optional.empty();
        }
        return Optional.of(Entry.ofLine(line.substring(tab + 1)));
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    /**
     * Records an effect once. Returns when it is on the disk.
     *
     * @param key the request's idempotency key
     * @param effect creates the entry. Called only if the key has no entry yet. No other entry is written during the
     *     call. If it throws, the exception is passed on and nothing is written
     * @return the entry of the key: the new one, or that of an earlier request
     */
    public Entry once(String key, Supplier<Entry> effect) {
        Entry entry;
        long position;
        lock.lock();
        try {
            Entry known = byKey.get(key);
            entry = known == null ? write(effect.get()) : known;
            position = entries.size();
        } finally {
            lock.unlock();
        }
        // Also for a known entry, which may have been written but not synced a moment ago.
        sync(position);
        return entry;
    }

    private Entry write(Entry entry) {
        check();
        String line = entry.toLine();
        try {
            out.write((checksum(line) + '\t' + line + '\n').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw broken(e);
        }
        remember(entry);
        return entry;
    }

    private void remember(Entry entry) {
        entries.add(entry);
        byKey.put(entry.key(), entry);
        byOrder.put(entry.action() + ' ' + entry.orderId(), entry);
        sums.merge(entry.action() + ' ' + entry.subject(), entry.amount(), Math::addExact);
    }

    /** While one thread syncs, others write and wait; the next sync covers all of them. */
    private void sync(long position) {
        syncing.lock();
        try {
            if (synced >= position) {
                return;
            }
            long written = size();
            out.getFD().sync();
            synced = written;
        } catch (IOException e) {
            throw broken(e);
        } finally {
            syncing.unlock();
        }
    }

    /** After a failed write or sync, the content of the disk is unknown until the file is read again. */
    private LedgerException broken(IOException cause) {
        lock.lock();
        try {
            broken = cause;
        } finally {
            lock.unlock();
        }
        return new LedgerException("ledger %s cannot be written: %s".formatted(file, cause.getMessage()), cause);
    }

    private void check() {
        if (broken != null) {
            throw new LedgerException(
                    "ledger %s could not be written before; restart the service".formatted(file), broken);
        }
    }

    private int size() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }

    /** The entry of this idempotency key. */
    public Optional<Entry> ofKey(String key) {
        lock.lock();
        try {
            return Optional.ofNullable(byKey.get(key));
        } finally {
            lock.unlock();
        }
    }

    /** The entry of this order, for example the {@code charge} that a refund gives back. */
    public Optional<Entry> ofOrder(String action, String orderId) {
        lock.lock();
        try {
            return Optional.ofNullable(byOrder.get(action + ' ' + orderId));
        } finally {
            lock.unlock();
        }
    }

    /** The sum of the amounts of an action for a subject. */
    public long sum(String action, String subject) {
        lock.lock();
        try {
            return sums.getOrDefault(action + ' ' + subject, 0L);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new LedgerException("ledger %s cannot be closed: %s".formatted(file, e), e);
        }
    }
}
