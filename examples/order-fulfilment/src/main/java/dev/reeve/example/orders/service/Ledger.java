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
 * What a service has done, in a file that is right at any moment at which its process dies. Thread-safe; one process at a
 * time.
 *
 * <p>A line per effect: a checksum, then the entry. A line is only ever added, and is on the disk before anybody is told of
 * the effect. A process that dies while it writes leaves half a line at the end: nobody was told of it, so it is dropped
 * when the ledger is opened again.
 */
public final class Ledger implements AutoCloseable {

    private final Path file;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> byKey = new HashMap<>();
    private final Map<String, Entry> byOrder = new HashMap<>();
    private final Map<String, Long> sums = new HashMap<>();

    /** Guards the entries, and lets a service look before it writes. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Whoever has it syncs for all who have written before. */
    private final ReentrantLock syncing = new ReentrantLock();

    // Not a FileChannel: handlers are interrupted at complete-by, and an interrupted thread closes the channel for all.
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
     * What is in a ledger's file.
     *
     * @param entries in the order in which they were written
     * @param length of their lines, in bytes
     * @param torn how many bytes follow that are no whole line
     */
    public record Contents(List<Entry> entries, long length, long torn) {}

    /**
     * Opens the ledger in this file, which is created if it does not exist, and cuts off what a crash left unfinished.
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

    /** How many bytes of an unfinished line were cut off when it was opened. */
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

    /** The entry of a whole line; empty if the line is not what was written. */
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
     * Has an effect once. Returns when it is on the disk.
     *
     * @param key the request's idempotency key
     * @param effect what to write; called only if nothing was written for the key before, and alone: nothing else is
     *     written while it looks around. What it throws is thrown, and then nothing was written
     * @return the entry of the key: this one, or that of the request which came first
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

    /** While one thread syncs others write and wait; the next sync is for all of them. */
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

    /** After a failed write or sync nobody knows what is on the disk, until the file is read again. */
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

    /** What was written for this idempotency key. */
    public Optional<Entry> ofKey(String key) {
        lock.lock();
        try {
            return Optional.ofNullable(byKey.get(key));
        } finally {
            lock.unlock();
        }
    }

    /** What was written for this order, for example the {@code charge} that a refund gives back. */
    public Optional<Entry> ofOrder(String action, String orderId) {
        lock.lock();
        try {
            return Optional.ofNullable(byOrder.get(action + ' ' + orderId));
        } finally {
            lock.unlock();
        }
    }

    /** How much of a subject all entries of an action come to. */
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
