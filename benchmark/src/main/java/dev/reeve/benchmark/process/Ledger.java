package dev.reeve.benchmark.process;

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
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The observations of a process in order, in a form that survives a kill: a mapped file, whose written pages belong to
 * the kernel. Thread-safe.
 */
public final class Ledger {

    /** Kinds of observations. */
    public enum Kind {
        /** A handler was called. */
        CALLED(1),
        /** The start of an execution was acknowledged. */
        ACKNOWLEDGED(2),
        /** The caller was notified that an execution has ended. */
        ENDED(3),
        /** A caller is about to start an execution. */
        INTENDED(4),
        /** A signal was accepted. */
        SIGNALLED(5),
        /** A call failed, and may be repeated. */
        FAILED(6),
        /** A call failed with an error that no fault explains. */
        WRONG(7);

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
     * @param detail its meaning is the writer's
     * @param millis the time of this machine, for programs that compare the ledgers of several processes
     */
    public record Entry(Kind kind, ExecutionId execution, int step, int attempt, int detail, long millis) {

        /** Without a time. */
        public Entry(Kind kind, ExecutionId execution, int step, int attempt) {
            this(kind, execution, step, attempt, 0, 0);
        }
    }

    private static final int ENTRY_BYTES = 40;
    private static final int ENTRIES_MAX = 4_000_000;
    private static final int STEP_AT = 16;
    private static final int ATTEMPT_AT = 20;
    private static final int KIND_AT = 24;
    private static final int DETAIL_AT = 28;
    private static final int MILLIS_AT = 32;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final MappedByteBuffer buffer;
    private final AtomicInteger next = new AtomicInteger();

    private Ledger(MappedByteBuffer buffer) {
        this.buffer = buffer;
    }

    public static Ledger create(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // Sparse: only written pages take space.
            return new Ledger(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) ENTRIES_MAX * ENTRY_BYTES));
        }
    }

    /** @throws IllegalStateException if it is full */
    public void add(Entry entry) {
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
        buffer.putInt(at + DETAIL_AT, entry.detail());
        buffer.putLong(at + MILLIS_AT, entry.millis());
        // Written last, so that an entry cut by a kill does not count.
        INT.setRelease(buffer, at + KIND_AT, entry.kind().code);
    }

    /** All complete entries, in order. */
    public static List<Entry> read(Path file) throws IOException {
        return new Tail(file).more();
    }

    /** Reads a ledger while another process writes it. For one thread. */
    public static final class Tail {

        /** More incomplete entries in a row cannot occur: each belongs to a thread that writes. */
        private static final int INCOMPLETE_MAX = 1_000;

        private final ByteBuffer buffer;
        private final Set<Integer> incomplete = new TreeSet<>();
        private int next;

        public Tail(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            }
        }

        /** The entries that were completed since the last call. */
        public List<Entry> more() {
            List<Entry> entries = new ArrayList<>();
            incomplete.removeIf(index -> take(index, entries));
            int last = Math.min(buffer.limit() / ENTRY_BYTES, ENTRIES_MAX);
            for (int index = next; index < last && index < next + INCOMPLETE_MAX; index++) {
                if (take(index, entries)) {
                    for (int hole = next; hole < index; hole++) {
                        incomplete.add(hole);
                    }
                    next = index + 1;
                }
            }
            return entries;
        }

        /** @return whether the entry is complete */
        private boolean take(int index, List<Entry> entries) {
            int at = index * ENTRY_BYTES;
            int kind = (int) INT.getAcquire(buffer, at + KIND_AT);
            if (kind == 0) {
                return false;
            }
            entries.add(new Entry(
                    Kind.of(kind),
                    new ExecutionId(new UUID(buffer.getLong(at), buffer.getLong(at + Long.BYTES))),
                    buffer.getInt(at + STEP_AT),
                    buffer.getInt(at + ATTEMPT_AT),
                    buffer.getInt(at + DETAIL_AT),
                    buffer.getLong(at + MILLIS_AT)));
            return true;
        }
    }
}
