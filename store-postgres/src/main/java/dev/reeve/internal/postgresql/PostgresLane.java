package dev.reeve.internal.postgresql;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Permit;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredExecution;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane on one connection. Works on the caller's thread, one caller at a time. The lock is needed only when another
 * thread closes the store.
 *
 * <p>After any error at or after the commit the connection is given up, and the state of the store counts as unknown
 * until {@link #reacquire} has read the lane's row.
 */
final class PostgresLane implements LaneStore {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresLane.class);

    private static final String COMMIT = "commit a batch";

    /** The number of a batch that was never sent. */
    private static final long NEVER = -1;

    /** How many of its incarnations a lane remembers. A failover loses only the last few. */
    private static final int OWN_MAX = 1_000;

    private final Sessions sessions;
    private final LaneName name;
    private final ReentrantLock lock = new ReentrantLock();

    private long incarnation;

    /**
     * The incarnations that this lane has taken or tried to take, the oldest first. After a failover the database may
     * have any of them, and none of them belongs to another owner.
     */
    private final Deque<Long> own = new ArrayDeque<>();

    /** The incarnation that is being taken; kept until the answer is known, so that a repeated request is the same. */
    private @Nullable Long taking;

    /** The number of the last batch that is known to be in the store. */
    private long known;

    /** The number that the last batch has if it is in the store. */
    private long asked = NEVER;

    /** Whether another node has taken the lane. Final, because no incarnation comes back. */
    private boolean taken;

    private final DuePages pages;

    private volatile @Nullable LaneSession session;
    private @Nullable CommitStatements commits;
    private volatile boolean closed;

    PostgresLane(Sessions sessions, LaneName name, long incarnation, LaneSession session) {
        this.sessions = sessions;
        this.name = name;
        this.incarnation = incarnation;
        this.session = session;
        remember(incarnation);
        commits = new CommitStatements(session);
        pages = new DuePages();
    }

    @Override
    public ShardSet shards() {
        return name.shards();
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Batch batch) {
        lock.lock();
        try {
            return CompletableFuture.completedFuture(commitNow(batch));
        } finally {
            lock.unlock();
        }
    }

    private CommitOutcome commitNow(Batch batch) {
        asked = NEVER;
        if (closed) {
            return new CommitOutcome.InDoubt(PostgresErrors.closed());
        }
        if (taken) {
            return CommitOutcome.FENCED;
        }
        CommitStatements statements = commits;
        if (statements == null) {
            return new CommitOutcome.InDoubt(PostgresErrors.unavailable(
                    name + ": the last answer of the database is not known: reacquire the lane first"));
        }
        try {
            CommitStatements.Form form = statements.of(batch);
            form.set("node", name.node());
            form.set("lane", (short) name.lane());
            form.set("incarnation", incarnation);
            form.set("batch", known);
            asked = known + 1;
            batch.started().forEach(row -> pages.written(row.wakeAt()));
            batch.changed().forEach(row -> pages.written(row.wakeAt()));
            return commit(statements, form.statement());
        } catch (SQLException e) {
            giveUp();
            return new CommitOutcome.InDoubt(PostgresErrors.batchFailed(COMMIT, e));
        } catch (ArithmeticException e) {
            giveUp();
            return new CommitOutcome.InDoubt(new StoreException(
                    StoreException.Kind.DATA, "a time or a size in the batch does not fit into PostgreSQL: " + e, e));
        }
    }

    private CommitOutcome commit(CommitStatements statements, PreparedStatement statement) throws SQLException {
        boolean fenced;
        try (ResultSet rows = statements.rows(statement)) {
            fenced = !rows.next();
        }
        if (fenced) {
            return fenced();
        }
        StoreException lost = PostgresErrors.notReplicated(COMMIT, statement.getWarnings());
        if (lost != null) {
            giveUp();
            return new CommitOutcome.InDoubt(lost);
        }
        known = asked;
        return CommitOutcome.COMMITTED;
    }

    /** No row passed the fence: another node has the lane, or the store has lost batches that it had acknowledged. */
    private CommitOutcome fenced() throws SQLException {
        try (Query query = current().query("lane.batch");
                ResultSet rows = named(query).set("own", own(current())).rows()) {
            if (!rows.next()) {
                taken = true;
                return CommitOutcome.FENCED;
            }
            long found = rows.getLong(1);
            boolean earlier = rows.getLong(2) != incarnation;
            giveUp();
            return new CommitOutcome.InDoubt(
                    PostgresErrors.unavailable("%s: the database is at batch %d%s, and had acknowledged %d"
                            .formatted(name, found, earlier ? " of an earlier incarnation of this lane" : "", known)));
        }
    }

    private void remember(long incarnation) {
        own.addLast(incarnation);
        if (own.size() > OWN_MAX) {
            own.removeFirst();
        }
    }

    private Array own(LaneSession asked) throws SQLException {
        ArrayBuffer buffer = asked.arrays().bigints();
        own.forEach(buffer::add);
        return buffer.build();
    }

    @Override
    public CompletionStage<Reacquired> reacquire() {
        return answer("take the lane again", () -> {
            giveUp();
            pages.forget();
            long next;
            if (taking == null) {
                next = sessions.newIncarnation();
                taking = next;
                remember(next);
            } else {
                next = taking;
            }
            LaneSession fresh = sessions.open(name);
            boolean kept = false;
            try (Query query = fresh.query("lane.reacquire", "session.durably", "lane.reacquired")) {
                named(query).set("own", own(fresh)).set("new_incarnation", next);
                Reacquired answer = reacquired(query, next);
                kept = answer != Reacquired.FENCED;
                if (kept) {
                    session = fresh;
                    commits = new CommitStatements(fresh);
                }
                return answer;
            } finally {
                if (!kept) {
                    fresh.close();
                }
            }
        });
    }

    private Reacquired reacquired(Query query, long next) throws SQLException {
        long found;
        try (ResultSet rows = query.rows()) {
            if (!rows.next()) {
                taken = true;
                return Reacquired.FENCED;
            }
            found = rows.getLong(1);
        }
        // The log is replicated in order: once this is on the standby, so is everything that it has seen.
        StoreException lost =
                PostgresErrors.notReplicated("take a lane", query.statement().getWarnings());
        if (lost != null) {
            throw lost;
        }
        incarnation = next;
        taking = null;
        boolean forgotten = found < known;
        if (forgotten) {
            LOG.error(
                    "{}: the database has forgotten batches {} to {} that it had acknowledged: was there a failover to a"
                            + " standby that lagged behind? The lane goes on with what is there",
                    name,
                    found + 1,
                    known);
        }
        boolean landed = found == asked;
        known = found;
        if (!landed) {
            asked = NEVER;
        }
        return forgotten ? Reacquired.FORGOTTEN : landed ? Reacquired.LANDED : Reacquired.NOT_LANDED;
    }

    @Override
    public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
        return answer("find executions", () -> findNow(ids));
    }

    @Override
    public CompletionStage<Map<ExecutionId, ExecutionRow>> newest(List<ExecutionId> ids) {
        return answer(
                "find the newest executions of keys", () -> ids.isEmpty() ? Map.of() : NewestRows.of(current(), ids));
    }

    @Override
    public CompletionStage<Set<ExecutionId>> held(List<ExecutionId> ids) {
        return answer("find the keys that are held", () -> ids.isEmpty() ? Set.of() : HeldKeys.of(current(), ids));
    }

    @Override
    public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return answer("load executions", () -> {
            // Before the journals: a caller may commit a start in its own transaction in between (S3), and an execution
            // without a journal would be taken for a damaged one.
            List<ExecutionRow> rows = findNow(ids);
            if (rows.isEmpty()) {
                return Loaded.all(List.of());
            }
            List<ExecutionId> there = rows.stream().map(ExecutionRow::id).toList();
            LaneSession session = current();
            JournalPages pages = new JournalPages(
                    session.connection(), some -> ids(session, session.query("lane.journals"), some), bytesMax);
            int done = pages.read(there);
            List<StoredExecution> loaded = rows.subList(0, done).stream()
                    .map(row -> new StoredExecution(row, pages.journal(row.id())))
                    .toList();
            return new Loaded(loaded, there.subList(done, there.size()));
        });
    }

    private List<ExecutionRow> findNow(List<ExecutionId> ids) throws SQLException {
        return ids(current(), current().query("lane.find"), ids).list(ResultRows::execution);
    }

    private static Query ids(LaneSession session, Query query, List<ExecutionId> ids) throws SQLException {
        Set<ExecutionId> once = new LinkedHashSet<>(ids);
        ArrayBuffer buffer = session.arrays();
        buffer.smallints();
        once.forEach(id -> buffer.add((short) id.shard()));
        Array shards = buffer.build();
        buffer.uuids();
        once.forEach(buffer::add);
        return query.set("shards", shards).set("ids", buffer.build());
    }

    @Override
    public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
        return answer("say what is due", () -> pages.read(current(), shards, until, after, limit));
    }

    @Override
    public CompletionStage<Map<AttemptToken, Permit>> revoke(List<AttemptToken> tokens) {
        return answer("revoke permits", () -> {
            ArrayBuffer buffer = current().arrays().texts();
            tokens.forEach(token -> buffer.add(token.text()));
            try (Query query = named(current().query("lane.revoke"))
                            .set("incarnation", incarnation)
                            .set("tokens", buffer.build());
                    ResultSet rows = query.rows()) {
                return permits(rows, tokens.size());
            }
        });
    }

    private Map<AttemptToken, Permit> permits(ResultSet rows, int asked) throws SQLException {
        Map<AttemptToken, Permit> found = new HashMap<>();
        while (rows.next()) {
            String output = rows.getString(2);
            Permit permit = output != null
                    ? new Permit.Used(readable(output))
                    : rows.getBoolean(3) ? Permit.HELD : Permit.REVOKED;
            found.put(AttemptToken.parse(rows.getString(1)), permit);
        }
        if (found.size() != asked) {
            throw PostgresErrors.unavailable(name + ": another node has the lane, so it revokes no permits");
        }
        return found;
    }

    /** PostgreSQL stores some texts as JSON that payloads do not allow. */
    private static Json readable(String output) {
        try {
            return Json.parse(output);
        } catch (ReeveException e) {
            LOG.warn("a stored output is taken as null, because it cannot be read: {}", e.getMessage());
            return Json.NULL;
        }
    }

    private Query named(Query query) throws SQLException {
        return query.set("node", name.node()).set("lane", (short) name.lane());
    }

    private LaneSession current() {
        LaneSession open = session;
        if (open == null) {
            throw PostgresErrors.unavailable(
                    name + ": the last answer of the database is not known: reacquire the lane first");
        }
        return open;
    }

    /** Stops using this connection. */
    private void giveUp() {
        LaneSession old = session;
        CommitStatements statements = commits;
        session = null;
        commits = null;
        if (old == null) {
            return;
        }
        try (old) {
            if (statements != null) {
                statements.close();
            }
        } catch (SQLException e) {
            LOG.debug("{}: the statements of a broken connection could not be closed", name, e);
        }
    }

    private interface Question<T> {
        T ask() throws SQLException;
    }

    private <T> CompletionStage<T> answer(String asked, Question<T> question) {
        lock.lock();
        try {
            return closed
                    ? CompletableFuture.failedFuture(PostgresErrors.closed())
                    : CompletableFuture.completedFuture(question.ask());
        } catch (SQLException e) {
            return CompletableFuture.failedFuture(PostgresErrors.failed(asked, e));
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        } finally {
            lock.unlock();
        }
    }

    /** Gives the connection of a lane back that another node has taken. */
    void taken() {
        lock.lock();
        try {
            taken = true;
            giveUp();
        } finally {
            lock.unlock();
        }
    }

    String node() {
        return name.node();
    }

    /** Gives the connection back; cuts it if the lane is still waiting for an answer. May be called by any thread. */
    void close() {
        closed = true;
        LaneSession.giveUp(session, lock, this::giveUp);
    }
}
