package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.internal.sqlite.Positions.Position;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.OutboxRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

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
         * @throws dev.reeve.engine.store.StoreException if the execution does not exist
         */
        Position position(ExecutionId id);
    }

    /**
     * Finds the place of every row.
     *
     * @throws dev.reeve.engine.store.StoreException if the batch does not match the content of the store
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
        if (row.seq() != last + 1) {
            throw SqliteErrors.data(
                    "Execution %s: expected the journal row with seq %d, found seq %d."
                            .formatted(row.id(), last + 1, row.seq()),
                    null);
        }
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

    private void writeStarted(Session session) throws SQLException {
        if (started.isEmpty()) {
            return;
        }
        PreparedStatement insert = session.prepared(Blocks.START);
        long number = firstNumber;
        for (ExecutionRow row : started) {
            insert.setLong(1, number);
            insert.setBytes(2, ColumnValues.id(row.id()));
            insert.setInt(3, row.id().shard());
            insert.setString(4, row.namespace());
            insert.setString(5, row.key());
            insert.setString(6, row.workflow());
            insert.setInt(7, row.version());
            insert.setString(8, row.status().name());
            insert.setInt(9, row.priority());
            insert.setString(10, ColumnValues.labels(row.labels()));
            insert.setLong(11, row.digest());
            insert.setLong(12, ColumnValues.micros(row.startedAt()));
            ColumnValues.set(insert, 13, row.wakeAt());
            ColumnValues.set(insert, 14, row.endedAt());
            insert.setString(15, row.error());
            insert.addBatch();
            number++;
        }
        checkWritten("executions", insert.executeBatch());
    }

    private void writeJournal(Session session) throws SQLException {
        if (first.isEmpty() && further.isEmpty()) {
            return;
        }
        PreparedStatement insert = session.prepared(Blocks.JOURNAL);
        for (Placed<JournalRow> placed : further) {
            addJournal(insert, placed.number(), placed.row());
        }
        for (Placed<JournalRow> placed : first) {
            addJournal(insert, firstNumber + placed.number(), placed.row());
        }
        checkWritten("journal rows", insert.executeBatch());
    }

    /** Detects rows that a foreign trigger has dropped. Such a loss would go unnoticed otherwise. */
    static void checkWritten(String what, int[] counts) {
        long written = Arrays.stream(counts).filter(count -> count == 1).count();
        if (written != counts.length) {
            throw SqliteErrors.data(
                    "Of %d %s the file took %d: a trigger on one of its tables drops rows. Remove it."
                            .formatted(counts.length, what, written),
                    null);
        }
    }

    private static void addJournal(PreparedStatement insert, long number, JournalRow row) throws SQLException {
        insert.setLong(1, number);
        insert.setInt(2, row.seq());
        insert.setLong(3, ColumnValues.micros(row.at()));
        insert.setString(4, row.events());
        insert.addBatch();
    }

    private void writeChanged(Session session) throws SQLException {
        if (changed.isEmpty()) {
            return;
        }
        PreparedStatement update = session.prepared(Blocks.CHANGE);
        for (Placed<ExecutionChange> placed : changed) {
            ExecutionChange change = placed.row();
            update.setLong(1, placed.number());
            update.setString(2, change.status().name());
            ColumnValues.set(update, 3, change.wakeAt());
            ColumnValues.set(update, 4, change.endedAt());
            update.setString(5, change.error());
            update.setObject(6, change.version());
            update.addBatch();
        }
        for (int count : update.executeBatch()) {
            if (count != 1) {
                throw SqliteErrors.data("A change found %d executions instead of 1.".formatted(count), null);
            }
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
