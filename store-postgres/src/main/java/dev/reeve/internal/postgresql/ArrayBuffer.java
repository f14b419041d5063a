package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.internal.values.Times;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;

/**
 * Builds one array parameter after the other in PostgreSQL's binary format: a header, then length and bytes of each
 * element. It needs one byte array for a parameter, and nothing for its elements. The driver's conversion from objects
 * would quote and escape every JSON text and box every number. Not thread-safe.
 */
final class ArrayBuffer {

    /** A batch with large payloads must not keep its memory forever. */
    private static final int KEPT_MAX = 4 << 20;

    private static final int HEADER = 20;
    private static final int DIMENSIONS_AT = 0;
    private static final int NULLS_AT = 4;

    /** 2000-01-01T00:00:00Z, the epoch of PostgreSQL. */
    private static final long EPOCH_MICROS = 946_684_800_000_000L;

    /** Version of jsonb's binary format: the text follows. */
    private static final byte JSONB_VERSION = 1;

    private final BaseConnection connection;
    private byte[] bytes = new byte[1 << 12];
    private int size;
    private int elements;
    private int arrayOid;
    private boolean nulls;

    ArrayBuffer(BaseConnection connection) {
        this.connection = connection;
    }

    ArrayBuffer smallints() {
        return begin(Oid.INT2, Oid.INT2_ARRAY);
    }

    ArrayBuffer integers() {
        return begin(Oid.INT4, Oid.INT4_ARRAY);
    }

    ArrayBuffer bigints() {
        return begin(Oid.INT8, Oid.INT8_ARRAY);
    }

    ArrayBuffer texts() {
        return begin(Oid.TEXT, Oid.TEXT_ARRAY);
    }

    ArrayBuffer jsons() {
        return begin(Oid.JSON, Oid.JSON_ARRAY);
    }

    ArrayBuffer jsonbs() {
        return begin(Oid.JSONB, Oid.JSONB_ARRAY);
    }

    ArrayBuffer uuids() {
        return begin(Oid.UUID, Oid.UUID_ARRAY);
    }

    ArrayBuffer times() {
        return begin(Oid.TIMESTAMPTZ, Oid.TIMESTAMPTZ_ARRAY);
    }

    private ArrayBuffer begin(int elementOid, int oid) {
        size = 0;
        elements = 0;
        nulls = false;
        arrayOid = oid;
        // dimensions, whether there are nulls, type, then length and lower bound of the only dimension
        writeInt(1);
        writeInt(0);
        writeInt(elementOid);
        writeInt(0);
        writeInt(1);
        return this;
    }

    void add(short value) {
        length(2);
        ensure(2);
        bytes[size++] = (byte) (value >>> 8);
        bytes[size++] = (byte) value;
    }

    void add(int value) {
        length(4);
        writeInt(value);
    }

    void add(long value) {
        length(8);
        writeLong(value);
    }

    void add(ExecutionId id) {
        length(16);
        writeLong(id.value().getMostSignificantBits());
        writeLong(id.value().getLeastSignificantBits());
    }

    /**
     * Adds a time, truncated to microseconds.
     *
     * @throws ArithmeticException if it does not fit
     */
    void add(@Nullable Instant time) {
        if (time == null) {
            addNull();
            return;
        }
        length(8);
        Instant storable = Times.normal(time);
        writeLong(storable.getEpochSecond() * 1_000_000L + storable.getNano() / 1_000 - EPOCH_MICROS);
    }

    void add(@Nullable String text) {
        if (text == null) {
            addNull();
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        length(utf8.length);
        write(utf8);
    }

    void addJsonb(byte[] utf8) {
        length(utf8.length + 1);
        ensure(1);
        bytes[size++] = JSONB_VERSION;
        write(utf8);
    }

    private void addNull() {
        nulls = true;
        length(-1);
    }

    /** The parameter. The buffer can be used for the next one. */
    Array build() throws SQLException {
        putInt(NULLS_AT, nulls ? 1 : 0);
        putInt(12, elements);
        if (elements == 0) {
            // an empty array has no dimension
            putInt(DIMENSIONS_AT, 0);
            size = 12;
        }
        byte[] value = Arrays.copyOf(bytes, size);
        if (bytes.length > KEPT_MAX) {
            bytes = new byte[HEADER];
        }
        return new PgArray(connection, arrayOid, value);
    }

    private void length(int length) {
        elements++;
        writeInt(length);
    }

    private void write(byte[] source) {
        ensure(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    private void writeLong(long value) {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    private void writeInt(int value) {
        ensure(4);
        putInt(size, value);
        size += 4;
    }

    private void putInt(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    private void ensure(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8L)));
        }
    }
}
