package dev.reeve.benchmark;

import dev.reeve.ExecutionId;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The observations of a process in order, in a form that survives a kill: a mapped file, whose written pages belong to
 * the kernel. Thread-safe.
 */
final class Ledger {

    /** Kinds of observations. */
    enum Kind {
        /** A handler was called. */
        CALLED(1),
        /** The start of an execution was acknowledged. */
        ACKNOWLEDGED(2),
        /** The caller was notified that an execution has completed. */
        ENDED(3);

        private final int code;

        /** @param code in the file; never 0, the content of an empty file */
        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalStateException("no kind of entry has code " + code);
        }
    }

    /**
     * @param step from 1; 0 if the entry concerns no step
     * @param attempt from 1; 0 if the entry concerns no step
     */
    record Entry(Kind kind, ExecutionId execution, int step, int attempt) {}

    private static final int ENTRY_BYTES = 32;
    private static final int ENTRIES_MAX = 4_000_000;
    private static final int STEP_AT = 16;
    private static final int ATTEMPT_AT = 20;
    private static final int KIND_AT = 24;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final MappedByteBuffer buffer;
    private final AtomicInteger next = new AtomicInteger();

    private Ledger(MappedByteBuffer buffer) {
        this.buffer = buffer;
    }

    static Ledger create(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // Sparse: only written pages take space.
            return new Ledger(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) ENTRIES_MAX * ENTRY_BYTES));
        }
    }

    /** @throws IllegalStateException if it is full */
    void add(Entry entry) {
        int index = next.getAndIncrement();
        if (index >= ENTRIES_MAX) {
            throw new IllegalStateException("the ledger is full; use a shorter round");
        }
        int at = index * ENTRY_BYTES;
        UUID id = entry.execution().value();
        buffer.putLong(at, id.getMostSignificantBits());
        buffer.putLong(at + Long.BYTES, id.getLeastSignificantBits());
        buffer.putInt(at + STEP_AT, entry.step());
        buffer.putInt(at + ATTEMPT_AT, entry.attempt());
        // Written last, so that an entry cut by a kill does not count.
        INT.setRelease(buffer, at + KIND_AT, entry.kind().code);
    }

    /** All complete entries, in order. */
    static List<Entry> read(Path file) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            int cut = 0;
            for (int at = 0; at + ENTRY_BYTES <= buffer.limit() && cut < ENTRY_BYTES; at += ENTRY_BYTES) {
                int kind = buffer.getInt(at + KIND_AT);
                if (kind == 0) {
                    // An incomplete entry. Complete ones of other threads may follow, but never this many incomplete
                    // ones.
                    cut++;
                    continue;
                }
                entries.add(new Entry(
                        Kind.of(kind),
                        new ExecutionId(new UUID(buffer.getLong(at), buffer.getLong(at + Long.BYTES))),
                        buffer.getInt(at + STEP_AT),
                        buffer.getInt(at + ATTEMPT_AT)));
            }
        }
        return entries;
    }
}
