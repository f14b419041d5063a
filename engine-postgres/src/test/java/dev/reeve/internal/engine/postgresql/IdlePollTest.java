package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Caller;
import dev.reeve.internal.agent.protocol.RegistrationCodec;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.transport.Registration;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("Agents that wait for work, as pg_stat_statements sees them")
@Tag("proof")
final class IdlePollTest {

    private static final int AGENTS = 200;
    private static final Duration MEASURED = Duration.ofSeconds(4);
    private static final Caller CALLER = new Caller("agents", "default");
    private static final String POLL = "{\"waitMillis\":250}";
    private static final String CLAIM = "{\"agent\":\"shell\",\"actions\":[\"no.work\"],\"waitMillis\":250}";

    /** Statements that begin and end transactions are no work of their own. */
    private static final String COUNT = """
            select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database() and query not ilike '%pg_stat_statements%'
            and query !~* '^(begin|commit|rollback|set )'
            """;

    private TestServer server;
    private EmbeddedReeve reeve;
    private Connection connection;
    private Statement statement;
    private AgentEndpoints endpoints;
    private final AtomicInteger polls = new AtomicInteger();
    private volatile boolean over;

    @BeforeEach
    void open() throws SQLException {
        server = TestServer.own(Map.of("shared_preload_libraries", "pg_stat_statements", "fsync", "off"));
        PGSimpleDataSource database = server.database();
        connection = database.getConnection();
        statement = connection.createStatement();
        statement.execute("create extension pg_stat_statements");
        reeve = (EmbeddedReeve) Reeve.open(database, NodeOptions.defaults());
        endpoints =
                new AgentEndpoints(reeve::transport, "of this test".getBytes(StandardCharsets.UTF_8), System::nanoTime);
    }

    @AfterEach
    void close() throws Exception {
        over = true;
        reeve.close();
        connection.close();
        server.close();
    }

    /** The statements of the engine in a while. */
    private long statements() throws SQLException {
        statement.execute("select pg_stat_statements_reset()");
        Awaitility.await().pollDelay(MEASURED).atMost(MEASURED.multipliedBy(3)).until(() -> true);
        try (ResultSet rows = statement.executeQuery(COUNT)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Polls again and again, and counts the answers. */
    private void poll(Supplier<CompletionStage<String>> question) {
        var unused = question.get().whenComplete((answer, error) -> {
            if (error == null && !over) {
                polls.incrementAndGet();
                poll(question);
            }
        });
    }

    private long measured() throws SQLException {
        polls.set(0);
        long statements = statements();
        assertThat(polls).as("polls that were answered").hasValueGreaterThanOrEqualTo(2 * AGENTS);
        return statements;
    }

    @Test
    @DisplayName("A8: a poll that brings no work costs no statement, with a session or as a claim")
    void idle() throws Exception {
        List<String> sessions = new ArrayList<>();
        String registration = RegistrationCodec.write(new Registration("idle", Set.of("no.work"), 1));
        for (int i = 0; i < AGENTS; i++) {
            String answer = endpoints
                    .register(CALLER, registration)
                    .toCompletableFuture()
                    .get();
            sessions.add(RegistrationCodec.readRegistered(answer).session());
        }
        long alone = statements();

        sessions.forEach(session -> poll(() -> endpoints.exchange(CALLER, session, POLL)));
        long withSessions = measured();
        for (int i = 0; i < AGENTS; i++) {
            poll(() -> endpoints.claim(CALLER, CLAIM, null));
        }
        long withClaims = measured();

        System.out.printf(
                "idle polls: %d statements without, %d with sessions, %d with claims, too; %d polls%n",
                alone, withSessions, withClaims, polls.get());
        assertThat(List.of(withSessions, withClaims))
                .allSatisfy(count -> assertThat(count)
                        .as("statements, beside %d without a poll", alone)
                        .isLessThan(alone + AGENTS / 4));
    }
}
