package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.UnofferedAction;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Actions without agents, for readers beside the engine. */
final class UnofferedTest {

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();

    @Test
    @DisplayName("An action without agents stays listed when more steps wait for it")
    void neverMissing() throws SQLException {
        String name = Objects.requireNonNull(database.getDatabaseName());
        server.execute(name, """
                create function public.slow() returns trigger language plpgsql as $$
                begin
                    perform pg_advisory_xact_lock(77);
                    return new;
                end $$;
                create trigger slow before insert on reeve.unoffered_action
                    for each row when (new.waiting > 3) execute function public.slow();
                """);
        UnofferedAction few = new UnofferedAction("bank.charge", Instant.EPOCH, 3, null);
        UnofferedAction many = new UnofferedAction("bank.charge", Instant.EPOCH, 9, "till");
        UnofferedAction over = new UnofferedAction("mail.send", Instant.EPOCH, 1, null);
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow();
                Connection holder = database.getConnection();
                Statement holds = holder.createStatement()) {
            store.keepUnoffered(List.of(few, over));
            holder.setAutoCommit(false);
            holds.execute("select pg_advisory_xact_lock(77)");
            CompletableFuture<Void> keeping =
                    CompletableFuture.runAsync(() -> store.keepUnoffered(List.of(many)), Doubts::onThread);
            Doubts.awaitWaiting(server, name, "advisory");

            assertThat(store.unoffered()).contains(few);
            holder.rollback();
            keeping.join();
            assertThat(store.unoffered()).containsExactly(many);
        }
    }
}
