package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.sqlite.Positions.Position;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.OutboxRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A batch prepared for writing: the place of every row is known, and rows that lie side by side in the file follow each
 * other. Prepared outside the transaction, so that the writer is needed for a short time only.
 */
final class PreparedBatch {

    private record Placed<T>(long number, T row) {}

    /** New executions in the order of their ids, which is also the order of their numbers and of the index of ids. */
    private final List<ExecutionRow> started;

    /** The first transition of each new execution, in the same order. */
    private final List<Placed<JournalRow>> first = new ArrayList<>();

    private final List<Placed<JournalRow>> further = new ArrayList<>();
    private final List<Placed<ExecutionChange>> changed = new ArrayList<>();

    /** The positions that the lane knows once the batch is in the store. */
    private final Map<ExecutionId, Position> moved = new HashMap<>();

    private long firstNumber;

    private final List<OutboxRow> messages;

    private PreparedBatch(Batch batch) {
        messages = batch.messages();
        started = new ArrayList<>(batch.started());
        started.sort(Comparator.comparing(ExecutionRow::id));
    }

    /** The positions of executions that the batch does not start. */
    interface Lookup {

        /**
         * The position of an execution.
         *
         * @throws dev.reeve.spi.store.StoreException if the execution does not exist
         */
        Position position(ExecutionId id);
    }

    /**
     * Finds the place of every row.
     *
     * @throws dev.reeve.spi.store.StoreException if the batch does not match the content of the store
     */
    static PreparedBatch of(Batch batch, Lookup lookup) {
        PreparedBatch writing = new PreparedBatch(batch);
        Map<ExecutionId, Integer> places = new HashMap<>();
        for (ExecutionRow row : writing.started) {
            if (places.put(row.id(), places.size()) != null) {
                throw SqliteErrors.data("Execution %s is started twice in one batch.".formatted(row.id()), null);
            }
        }
        for (JournalRow row : batch.journal()) {
            Integer place = places.get(row.id());
            if (place == null) {
                writing.place(row, lookup);
            } else {
                checkSeq(row, 0);
                writing.first.add(new Placed<>(place, row));
            }
        }
        for (ExecutionChange change : batch.changed()) {
            Position known = writing.moved.get(change.id());
            long number = known == null ? lookup.position(change.id()).number() : known.number();
            writing.changed.add(new Placed<>(number, change));
        }
        writing.sort();
        return writing;
    }

    private void place(JournalRow row, Lookup lookup) {
        Position position = lookup.position(row.id());
        checkSeq(row, position.seq());
        further.add(new Placed<>(position.number(), row));
        if (moved.put(row.id(), new Position(position.number(), row.seq())) != null) {
            throw SqliteErrors.data("Execution %s has two journal rows in one batch.".formatted(row.id()), null);
        }
    }

    /** Checks for a gap (I4). The index refuses a second row with the same number, but not a gap. */
    private static void checkSeq(JournalRow row, int last) {
        if (row.seq() == last + 1) {
            return;
        }
        String message = "Execution %s: expected the journal row with seq %d, found seq %d."
                .formatted(row.id(), last + 1, row.seq());
        boolean isSecond = row.seq() >= 1 && row.seq() <= last;
        throw isSecond ? SqliteErrors.stale(message) : SqliteErrors.data(message, null);
    }

    private void sort() {
        first.sort(Comparator.comparingLong(Placed::number));
        further.sort(Comparator.comparingLong(Placed::number));
        changed.sort(Comparator.comparingLong(Placed::number));
        Set<ExecutionId> once = new HashSet<>();
        for (Placed<JournalRow> row : first) {
            if (!once.add(row.row().id())) {
                throw SqliteErrors.data(
                        "Execution %s has two journal rows in one batch."
                                .formatted(row.row().id()),
                        null);
            }
        }
    }

    /** How many numbers the new executions need. */
    int startedCount() {
        return started.size();
    }

    /** Writes everything, within the caller's transaction. */
    void write(Session session, long firstNumber) throws SQLException {
        this.firstNumber = firstNumber;
        writeStarted(session);
        writeJournal(session);
        writeChanged(session);
        SqliteOutbox.add(session, messages);
    }

    /** Sets the parameters of one row. */
    private interface Row<T> {

        /** @param before the number of the last parameter before those of this row */
        void set(PreparedStatement insert, int before, T row) throws SQLException;
    }

    private void writeStarted(Session session) throws SQLException {
        List<Placed<ExecutionRow>> rows = new ArrayList<>(started.size());
        for (ExecutionRow row : started) {
            rows.add(new Placed<>(firstNumber + rows.size(), row));
        }
        insert(session, "executions", Blocks.START, Blocks.START_ROWS, rows, PreparedBatch::setStarted);
    }

    private static void setStarted(PreparedStatement insert, int before, Placed<ExecutionRow> placed)
            throws SQLException {
        ExecutionRow row = placed.row();
        insert.setLong(before + 1, placed.number());
        insert.setBytes(before + 2, ColumnValues.id(row.id()));
        insert.setInt(before + 3, row.id().shard());
        insert.setString(before + 4, row.namespace());
        insert.setString(before + 5, row.key());
        insert.setString(before + 6, row.workflow());
        insert.setInt(before + 7, row.version());
        insert.setString(before + 8, row.status().name());
        insert.setInt(before + 9, row.priority());
        insert.setString(before + 10, ColumnValues.labels(row.labels()));
        insert.setLong(before + 11, row.digest());
        insert.setLong(before + 12, ColumnValues.micros(row.startedAt()));
        ColumnValues.set(insert, before + 13, row.wakeAt());
        ColumnValues.set(insert, before + 14, row.endedAt());
        insert.setString(before + 15, row.error());
    }

    private void writeJournal(Session session) throws SQLException {
        List<Placed<JournalRow>> rows = new ArrayList<>(further.size() + first.size());
        rows.addAll(further);
        for (Placed<JournalRow> placed : first) {
            rows.add(new Placed<>(firstNumber + placed.number(), placed.row()));
        }
        insert(session, "journal rows", Blocks.JOURNAL, Blocks.JOURNAL_ROWS, rows, PreparedBatch::setTransition);
    }

    private static void setTransition(PreparedStatement insert, int before, Placed<JournalRow> placed)
            throws SQLException {
        JournalRow row = placed.row();
        insert.setLong(before + 1, placed.number());
        insert.setInt(before + 2, row.seq());
        insert.setLong(before + 3, ColumnValues.micros(row.at()));
        insert.setString(before + 4, row.events());
    }

    /** @param many the statement {@code one} for {@link Blocks#TOGETHER} rows */
    private static <T> void insert(
            Session session, String what, SqliteSql one, SqliteSql many, List<T> rows, Row<T> setting)
            throws SQLException {
        int written = 0;
        int done = 0;
        int width = one.parameters().size();
        while (rows.size() - done >= Blocks.TOGETHER) {
            PreparedStatement insert = session.prepared(many);
            for (int i = 0; i < Blocks.TOGETHER; i++) {
                setting.set(insert, i * width, rows.get(done + i));
            }
            written += insert.executeUpdate();
            insert.clearParameters(); // texts may be long
            done += Blocks.TOGETHER;
        }
        if (done < rows.size()) {
            PreparedStatement insert = session.prepared(one);
            for (T row : rows.subList(done, rows.size())) {
                setting.set(insert, 0, row);
                insert.addBatch();
            }
            written += WrittenRows.count(insert.executeBatch());
        }
        WrittenRows.check(what, rows.size(), written);
    }

    /** The new values of a change. */
    private record Values(
            ExecutionStatus status,
            @Nullable Instant wakeAt,
            @Nullable Instant endedAt,
            @Nullable String error,
            @Nullable Integer version) {

        static Values of(ExecutionChange change) {
            return new Values(change.status(), change.wakeAt(), change.endedAt(), change.error(), change.version());
        }
    }

    private void writeChanged(Session session) throws SQLException {
        Map<Values, List<Long>> alike = new LinkedHashMap<>();
        for (Placed<ExecutionChange> placed : changed) {
            alike.computeIfAbsent(Values.of(placed.row()), values -> new ArrayList<>())
                    .add(placed.number());
        }
        for (Map.Entry<Values, List<Long>> entry : alike.entrySet()) {
            change(session, entry.getKey(), entry.getValue());
        }
    }

    private static void change(Session session, Values values, List<Long> numbers) throws SQLException {
        int done = 0;
        while (values.version() == null && numbers.size() - done >= Blocks.TOGETHER) {
            PreparedStatement update = session.prepared(Blocks.CHANGE_ALIKE);
            update.setString(1, values.status().name());
            ColumnValues.set(update, 2, values.wakeAt());
            ColumnValues.set(update, 3, values.endedAt());
            update.setString(4, values.error());
            for (int i = 0; i < Blocks.TOGETHER; i++) {
                update.setLong(5 + i, numbers.get(done + i));
            }
            checkFound(Blocks.TOGETHER, update.executeUpdate());
            done += Blocks.TOGETHER;
        }
        if (done == numbers.size()) {
            return;
        }
        PreparedStatement update = session.prepared(Blocks.CHANGE);
        for (long number : numbers.subList(done, numbers.size())) {
            update.setLong(1, number);
            update.setString(2, values.status().name());
            ColumnValues.set(update, 3, values.wakeAt());
            ColumnValues.set(update, 4, values.endedAt());
            update.setString(5, values.error());
            update.setObject(6, values.version());
            update.addBatch();
        }
        for (int count : update.executeBatch()) {
            checkFound(1, count);
        }
    }

    private static void checkFound(int changes, int found) {
        if (found != changes) {
            throw SqliteErrors.data(
                    changes == 1
                            ? "A change found %d executions instead of 1.".formatted(found)
                            : "%d changes found %d executions.".formatted(changes, found),
                    null);
        }
    }

    /** Records the new positions, after the commit. */
    void remember(Positions positions) {
        moved.forEach(positions::put);
        for (int i = 0; i < started.size(); i++) {
            positions.put(started.get(i).id(), new Position(firstNumber + i, 0));
        }
        for (Placed<JournalRow> placed : first) {
            positions.put(
                    placed.row().id(),
                    new Position(firstNumber + placed.number(), placed.row().seq()));
        }
        for (Placed<ExecutionChange> placed : changed) {
            if (Objects.nonNull(placed.row().endedAt())) {
                positions.remove(placed.row().id());
            }
        }
    }
}
