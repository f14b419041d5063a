package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.JournalRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads journals up to the length that the caller allows. The driver fetches a few rows at a time, and a statement asks
 * for no more executions than are likely to fit, so neither side has much more in memory than allowed. Not thread-safe.
 */
final class JournalPages {

    /** A row may be as large as a few payloads. */
    private static final int FETCH_ROWS_MIN = 16;

    private static final int FETCH_ROWS_MAX = 1_000;
    private static final long FETCH_LENGTH = 1 << 20;

    /** The assumed length of a journal before one was read: that of a few steps. */
    private static final long LENGTH_GUESSED = 4 << 10;

    /** A query for journals, in the order of the ids. */
    interface Question {
        Query of(List<ExecutionId> ids) throws SQLException;
    }

    private final Connection connection;
    private final Question question;
    private final Map<ExecutionId, List<JournalRow>> journals = new HashMap<>();
    private long room;
    private long length;
    private long rows;

    /** How many of the ids are done. */
    private int done;

    JournalPages(Connection connection, Question question, long lengthMax) {
        this.connection = connection;
        this.question = question;
        room = lengthMax;
    }

    /** @return how many of the ids were done before one was too long */
    int read(List<ExecutionId> ids) throws SQLException {
        // The driver fetches rows in portions only within a transaction.
        return Transaction.within(connection, () -> {
            boolean fits = true;
            while (fits && done < ids.size()) {
                fits = readSome(ids.subList(done, Math.min(ids.size(), done + executionsAtOnce())));
            }
            return done;
        });
    }

    /** The journal of an execution that is done; empty if it has none. */
    List<JournalRow> journal(ExecutionId id) {
        return journals.getOrDefault(id, List.of());
    }

    /** As many as fill half of the room, judged by the previous ones. */
    private int executionsAtOnce() {
        long mean = done == 0 ? LENGTH_GUESSED : Math.max(1, length / done);
        return Math.clamp(room / 2 / mean, 1, 10_000);
    }

    private int rowsAtOnce() {
        long mean = rows == 0 ? FETCH_LENGTH : Math.max(1, length / rows);
        return Math.clamp(FETCH_LENGTH / mean, FETCH_ROWS_MIN, FETCH_ROWS_MAX);
    }

    /** @return whether all of them fit */
    private boolean readSome(List<ExecutionId> ids) throws SQLException {
        try (Query query = question.of(ids)) {
            query.statement().setFetchSize(rowsAtOnce());
            try (ResultSet found = query.rows()) {
                ExecutionId current = null;
                List<JournalRow> journal = new ArrayList<>();
                while (found.next()) {
                    JournalRow row = ResultRows.journal(found);
                    if (!row.id().equals(current)) {
                        keep(current, journal);
                        current = row.id();
                        journal = new ArrayList<>();
                    }
                    journal.add(Journals.checked(row, journal.size() + 1));
                    rows++;
                    length += row.events().length();
                    room -= row.events().length();
                    if (room < 0) {
                        done += ids.indexOf(current);
                        return false;
                    }
                }
                keep(current, journal);
                done += ids.size();
                return true;
            }
        }
    }

    private void keep(@Nullable ExecutionId id, List<JournalRow> journal) {
        if (id != null) {
            journals.put(id, journal);
        }
    }
}
