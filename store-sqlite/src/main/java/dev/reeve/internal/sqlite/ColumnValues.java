package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts values to columns and back. */
final class ColumnValues {

    private static final int ID_LENGTH = 16;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final Instant MICROS_MAX = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);
    private static final Instant MICROS_MIN = Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS);

    /** Reads a value of the current row. */
    interface RowReading<T> {
        T of(ResultSet columns) throws SQLException;
    }

    private ColumnValues() {}

    /** A value of each row. */
    static <T> List<T> list(PreparedStatement query, RowReading<T> reading) throws SQLException {
        List<T> found = new ArrayList<>();
        try (ResultSet columns = query.executeQuery()) {
            while (columns.next()) {
                found.add(reading.of(columns));
            }
        }
        return List.copyOf(found);
    }

    static byte[] id(ExecutionId id) {
        return ByteBuffer.allocate(ID_LENGTH)
                .putLong(id.value().getMostSignificantBits())
                .putLong(id.value().getLeastSignificantBits())
                .array();
    }

    static ExecutionId id(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new ExecutionId(new UUID(buffer.getLong(), buffer.getLong()));
    }

    /**
     * Microseconds since 1970, truncated and not rounded, so that no time seems later than it is; limited to the range
     * of a long.
     */
    static long micros(Instant at) {
        if (at.isAfter(MICROS_MAX)) {
            return Long.MAX_VALUE;
        }
        return at.isBefore(MICROS_MIN) ? Long.MIN_VALUE : ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1_000);
    }

    static void set(PreparedStatement statement, int parameter, @Nullable Instant at) throws SQLException {
        if (at == null) {
            statement.setNull(parameter, Types.INTEGER);
        } else {
            statement.setLong(parameter, micros(at));
        }
    }

    /** A JSON object of strings, in the order of the names; null for no labels, as nearly every execution has none. */
    static @Nullable String labels(Map<String, String> labels) {
        return labels.isEmpty() ? null : Json.of(new TreeMap<>(labels)).text();
    }

    private static Map<String, String> labels(@Nullable String text) {
        if (text == null) {
            return Map.of();
        }
        Map<String, String> labels = new HashMap<>();
        if (new Json(text).value() instanceof Map<?, ?> members) {
            members.forEach((name, value) -> labels.put(String.valueOf(name), String.valueOf(value)));
        }
        return labels;
    }

    /** Reads the columns of lane.find and of lists, in their order. */
    static ExecutionRow row(ResultSet columns) throws SQLException {
        return new ExecutionRow(
                id(columns.getBytes(1)),
                columns.getString(2),
                columns.getString(3),
                columns.getString(4),
                columns.getInt(5),
                status(columns.getString(6)),
                columns.getInt(7),
                labels(columns.getString(8)),
                columns.getLong(9),
                instant(columns.getLong(10)),
                instantOrNull(columns, 11),
                instantOrNull(columns, 12),
                columns.getString(13));
    }

    /** Reads the columns of journal.of, in their order. */
    static JournalRow journal(ExecutionId id, ResultSet columns) throws SQLException {
        return new JournalRow(id, columns.getInt(1), instant(columns.getLong(2)), columns.getString(3));
    }

    private static ExecutionStatus status(String name) {
        try {
            return ExecutionStatus.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw SqliteErrors.unusable(
                    "execution.status: expected one of %s, found '%s'. A newer release wrote the file; use that one."
                            .formatted(Arrays.toString(ExecutionStatus.values()), name),
                    e);
        }
    }

    private static @Nullable Instant instantOrNull(ResultSet columns, int column) throws SQLException {
        long micros = columns.getLong(column);
        return columns.wasNull() ? null : instant(micros);
    }
}
