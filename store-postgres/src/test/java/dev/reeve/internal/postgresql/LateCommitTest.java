package dev.reeve.internal.postgresql;

import static dev.reeve.internal.postgresql.Doubts.QUICK;
import static dev.reeve.internal.postgresql.Doubts.commit;
import static dev.reeve.internal.postgresql.Doubts.commitAll;
import static dev.reeve.internal.postgresql.Doubts.reacquire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that acknowledges commits before they are durable, unless it is set to wait. */
final class LateCommitTest {

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());
    private final Fixture fixture = new Fixture(7);

    /** Deferred, so that it sees what holds when the transaction commits. */
    private void watchCommits() {
        server.execute("alter database %s set synchronous_commit = off".formatted(name));
        server.execute(name, """
                create table public.seen (setting text);
                create function public.see() returns trigger language plpgsql as $$
                begin
                    insert into public.seen values (tg_table_name || ' ' || current_setting('synchronous_commit'));
                    return null;
                end $$;
                create constraint trigger lanes after insert or update or delete on reeve.lane
                    deferrable initially deferred for each row execute function public.see();
                create constraint trigger workflows after insert on reeve.workflow
                    deferrable initially deferred for each row execute function public.see();
                """);
    }

    @Test
    @DisplayName("I1, T1: with synchronous_commit off, the store's own sessions wait until their commits are durable")
    void whatIsAcknowledgedIsDurable() {
        assertDurable(new DatabaseFacts("18", "somewhere", Schema.DEFAULT, PostgresMigrations.VERSION, false));
    }

    @Test
    @DisplayName("I1, T1, R49: behind a pooler each transaction sets synchronous_commit itself")
    void behindAPoolerWhatIsAcknowledgedIsDurable() {
        assertDurable(new DatabaseFacts("18", "somewhere", Schema.DEFAULT, PostgresMigrations.VERSION, true));
    }

    @Test
    @DisplayName(
            "I1, T1: with synchronous_commit off, the request to send messages again is durable once it is answered")
    void redeliveryIsDurable() {
        watchCommits();
        ExecutionId id = fixture.id();
        Instant later = Fixture.START.plusSeconds(60);
        try (Store store = Doubts.open(database, QUICK)) {
            Batch start = Fixture.startAll(List.of(id));
            OutboxRow message = new OutboxRow(id, 1, Fixture.START, "kafka:shop", "kafka:shop", null, "a.b", "{}");
            commitAll(
                    store.join(fixture.node("a"), 1).getFirst(),
                    new Batch(start.journal(), start.started(), start.changed(), List.of(message)));
            ClaimedMessage claimed = store.outbox()
                    .claim("kafka:shop", later, later.plusSeconds(30), 1)
                    .getFirst();
            store.outbox().settle(List.of(Settlement.undeliverable(claimed, "gone")));
            server.execute(name, """
                    create constraint trigger messages after update on reeve.outbox
                        deferrable initially deferred for each row execute function public.see()
                    """);

            assertThat(store.outbox().redeliver(id, later)).isEqualTo(1);
        }
        assertThat(server.query(name, "select setting from public.seen")).contains("outbox on");
    }

    @Test
    @DisplayName("Synchronous_commit is switched off by a reload while a lane works")
    void switchedOffWhileALaneIsAtWork() throws SQLException {
        watchCommits();
        try (LendingDataSource pool = new LendingDataSource(database)) {
            List<Connection> sessions = pool.idle(2);
            for (Connection session : sessions) {
                set(session, "on");
            }
            try (Store store = Doubts.open(pool, QUICK)) {
                LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
                List<ExecutionId> ids = fixture.ids(1);
                commitAll(lane, Fixture.startAll(ids));

                for (Connection session : sessions) {
                    set(session, "off");
                }

                commitAll(lane, Fixture.append(2, ids));
                store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));
                for (Connection session : sessions) {
                    set(session, "remote_apply");
                }
                commitAll(lane, Fixture.append(3, ids));
            }
        }

        assertThat(server.query(name, "select setting from public.seen"))
                .endsWith("lane on", "lane on", "workflow on", "lane remote_apply");
    }

    private static void set(Connection session, String value) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute("set synchronous_commit = " + value);
        }
    }

    private void assertDurable(DatabaseFacts late) {
        watchCommits();
        assertThat(server.query(name, "show synchronous_commit")).containsExactly("off");
        List<ExecutionId> ids = fixture.ids(2);
        List<ExecutionId> more = fixture.ids(2);

        try (Store store = new PostgresStore(database, late, QUICK)) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            commitAll(
                    lane,
                    Fixture.startAll(ids),
                    Fixture.append(2, ids),
                    Fixture.change(3, Fixture.wake(ids.getFirst(), Fixture.START)),
                    new Batch(
                            more.stream().map(id -> Fixture.journal(id, 1)).toList(),
                            more.stream().map(Fixture::row).toList(),
                            List.of(Fixture.wake(ids.getLast(), Fixture.START))));
            assertThat(reacquire(lane)).isEqualTo(Reacquired.LANDED);
            commitAll(lane, Fixture.append(4, ids));
            store.deploy(new StoredWorkflow("default", "w", 1, new Json("{}")));

            LaneStore next = store.join(fixture.node("b"), 1).getFirst();
            assertThat(commit(lane, Fixture.append(5, ids))).isEqualTo(CommitOutcome.FENCED);
            assertThat(reacquire(lane)).isEqualTo(Reacquired.FENCED);
            commitAll(next, Fixture.append(5, ids));
        }

        assertThat(server.query(name, "select setting from public.seen"))
                .hasSize(11)
                .allMatch(seen -> seen.endsWith(" on"));
    }
}
