package dev.reeve.internal.sqlite;

import dev.reeve.ExecutionId;
import dev.reeve.internal.sqlite.Positions.Position;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredExecution;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One lane. Works on the caller's thread, one caller at a time. */
final class SqliteLane implements LaneStore {

    /** Sorts before every wake time and every id. */
    private static final long BEFORE_ALL = Long.MIN_VALUE;

    private static final byte[] NO_ID = {};

    private final SqliteFile file;
    private final Writer writer;
    private final Readers readers;
    private final String node;
    private final int lane;
    private final ShardSet shards;
    private final Positions positions = new Positions();

    private long incarnation;

    /** The incarnation that the next reacquire takes; kept until it is known to be taken. */
    private @Nullable Long nextIncarnation;

    /** How many batches are known to be in the store. */
    private long batches;

    /** The number of the last batch given to commit, if that batch is in the store. */
    private long attempted = 1;

    SqliteLane(SqliteFile file, Writer writer, Readers readers, String node, int lane, int lanes, long incarnation) {
        this.file = file;
        this.writer = writer;
        this.readers = readers;
        this.node = node;
        this.lane = lane;
        this.shards = ShardSet.ofLane(lane, lanes);
        this.incarnation = incarnation;
    }

    @Override
    public ShardSet shards() {
        return shards;
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Batch batch) {
        attempted = batches + 1;
        CommitOutcome outcome;
        try {
            PreparedBatch writing = PreparedBatch.of(batch, this::position);
            boolean owned = writer.transaction("Committing a batch", session -> write(session, writing));
            if (owned) {
                batches = attempted;
                writing.remember(positions);
                outcome = CommitOutcome.COMMITTED;
            } else {
                outcome = CommitOutcome.FENCED;
            }
        } catch (StoreException e) {
            positions.clear();
            outcome = new CommitOutcome.InDoubt(e);
        } catch (RuntimeException e) {
            // A value cannot even be converted, such as a label over a limit.
            positions.clear();
            outcome = new CommitOutcome.InDoubt(SqliteErrors.data("The batch cannot be written: " + e.getMessage(), e));
        }
        return CompletableFuture.completedStage(outcome);
    }

    /** Returns false and writes nothing if the lane is not ours any more. */
    private boolean write(Session session, PreparedBatch writing) throws SQLException {
        PreparedStatement fence = session.prepared(Blocks.FENCE);
        fence.setString(1, node);
        fence.setInt(2, lane);
        fence.setLong(3, incarnation);
        fence.setLong(4, batches);
        if (fence.executeUpdate() == 0) {
            checkForgotten(session);
            return false;
        }
        writing.write(session, writer.takeNumbers(writing.startedCount()));
        return true;
    }

    private void checkForgotten(Session session) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.BATCH);
        query.setString(1, node);
        query.setInt(2, lane);
        query.setLong(3, incarnation);
        try (ResultSet columns = query.executeQuery()) {
            if (columns.next()) {
                throw forgotten(columns.getLong(1));
            }
        }
    }

    private StoreException forgotten(long found) {
        return SqliteErrors.unusable(
                "%s: expected %d or %d batches of lane %d, found %d. The file is not as it was left; was an older copy put in its place? Start again on the right one."
                        .formatted(file.path(), attempted - 1, attempted, lane, found));
    }

    private Position position(ExecutionId id) {
        Position known = positions.get(id);
        if (known != null) {
            return known;
        }
        Position found = readers.read("Looking for an execution", session -> {
            PreparedStatement query = session.prepared(Blocks.ENTRY);
            query.setBytes(1, ColumnValues.id(id));
            try (ResultSet columns = query.executeQuery()) {
                return columns.next() ? new Position(columns.getLong(1), columns.getInt(2)) : new Position(0, 0);
            }
        });
        if (found.number() == 0) {
            throw SqliteErrors.data("There is no execution %s to write for.".formatted(id), null);
        }
        positions.put(id, found);
        return found;
    }

    @Override
    public CompletionStage<Reacquired> reacquire() {
        return answer(() -> {
            positions.clear();
            long found = writer.freshTransaction("Reacquiring a lane", this::takeIncarnation);
            if (found < 0) {
                return Reacquired.FENCED;
            }
            incarnation = Objects.requireNonNull(nextIncarnation);
            nextIncarnation = null;
            batches = found;
            if (found == attempted) {
                return Reacquired.LANDED;
            }
            if (found == attempted - 1) {
                return Reacquired.NOT_LANDED;
            }
            throw forgotten(found);
        });
    }

    /** The number of batches that are in the store; negative if the lane is not ours any more. */
    private long takeIncarnation(Session session) throws SQLException {
        if (nextIncarnation == null) {
            nextIncarnation = writer.nextIncarnation();
        }
        PreparedStatement update = session.prepared(Blocks.REACQUIRE);
        update.setString(1, node);
        update.setInt(2, lane);
        update.setLong(3, incarnation);
        update.setLong(4, nextIncarnation);
        try (ResultSet columns = update.executeQuery()) {
            return columns.next() ? columns.getLong(1) : -1;
        }
    }

    @Override
    public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
        return answer(() -> readers.read("Looking for executions", session -> {
            List<ExecutionRow> rows = new ArrayList<>(ids.size());
            PreparedStatement query = session.prepared(Blocks.FIND);
            for (ExecutionId id : ids) {
                query.setBytes(1, ColumnValues.id(id));
                try (ResultSet columns = query.executeQuery()) {
                    if (columns.next()) {
                        rows.add(ColumnValues.row(columns));
                    }
                }
            }
            return List.copyOf(rows);
        }));
    }

    @Override
    public CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids) {
        return answer(() -> readers.read("Looking for the newest executions of keys", session -> {
            Map<ExecutionId, ExecutionRow> found = new HashMap<>();
            for (ExecutionId id : ids) {
                SqliteReader.newest(session, id).ifPresent(row -> found.put(id, row));
            }
            return found;
        }));
    }

    @Override
    public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return answer(() -> readers.read("Loading executions", session -> {
            List<StoredExecution> executions = new ArrayList<>();
            long room = bytesMax;
            for (int i = 0; i < ids.size(); i++) {
                ExecutionId id = ids.get(i);
                Entry entry = entry(session, id);
                if (entry == null) {
                    continue;
                }
                List<JournalRow> journal = Journals.journal(session, id, entry.number(), room);
                if (journal == null) {
                    return new Loaded(List.copyOf(executions), List.copyOf(ids.subList(i, ids.size())));
                }
                StoredExecution execution = new StoredExecution(entry.row(), journal);
                executions.add(execution);
                room -= execution.journalLength();
            }
            return Loaded.all(List.copyOf(executions));
        }));
    }

    /** An execution, and the number that its journal rows refer to. */
    private record Entry(ExecutionRow row, long number) {}

    private static @Nullable Entry entry(Session session, ExecutionId id) throws SQLException {
        PreparedStatement query = session.prepared(Blocks.FIND);
        query.setBytes(1, ColumnValues.id(id));
        try (ResultSet columns = query.executeQuery()) {
            return columns.next() ? new Entry(ColumnValues.row(columns), columns.getLong(14)) : null;
        }
    }

    @Override
    public CompletionStage<List<Due>> due(ShardSet wanted, Instant until, @Nullable Due after, int limit) {
        if (after == null) {
            positions.clear(); // another lane may have written these executions since
        }
        if (wanted.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        return answer(() -> readers.read("Looking for what is due", session -> {
            PreparedStatement query = session.prepared(Blocks.DUE);
            query.setLong(1, ColumnValues.micros(until));
            query.setLong(2, after == null ? BEFORE_ALL : ColumnValues.micros(after.wakeAt()));
            query.setBytes(3, after == null ? NO_ID : ColumnValues.id(after.id()));
            long[] bits = wanted.bits();
            for (int i = 0; i < bits.length; i++) {
                query.setLong(4 + i, bits[i]);
            }
            query.setInt(4 + bits.length, limit);
            return ColumnValues.list(
                    query,
                    columns -> new Due(ColumnValues.instant(columns.getLong(1)), ColumnValues.id(columns.getBytes(2))));
        }));
    }

    private static <T> CompletionStage<T> answer(Supplier<T> question) {
        try {
            return CompletableFuture.completedStage(question.get());
        } catch (StoreException e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
