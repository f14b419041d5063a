package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Store;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The views in the user's own database. */
final class ViewsTest {

    private static final List<String> HISTORY = List.of("""
            [{"type":"ExecutionStarted","workflow":"order","version":1,"namespace":"default","input":{"n":1},"seed":"1f"},
             {"type":"StepTaken","step":"t","output":null,"possiblyDone":false},
             {"type":"StepTaken","step":"u","failure":{"cause":"BUSINESS","code":"NO","message":"no","possiblyDone":false},"possiblyDone":true},
             {"type":"StepTaken","step":"v","skipped":"OPERATOR","possiblyDone":false},
             {"type":"StepReady","step":"reserve","purpose":"FORWARD"},
             {"type":"StepReady","step":"notify","purpose":"FORWARD"}]""", """
            [{"type":"StepStarted","step":"reserve","purpose":"FORWARD","attempt":1,"agent":"stock-1",
              "completeBy":"2026-03-01T12:00:30.000000Z","nonce":"a"}]""", """
            [{"type":"AttemptFailed","step":"reserve","purpose":"FORWARD","attempt":1,
              "failure":{"cause":"TRANSIENT","code":"BUSY","message":"try later","possiblyDone":false}},
             {"type":"StepWaiting","step":"reserve","purpose":"FORWARD","until":"2026-03-01T12:00:31.000000Z","reason":"BACKOFF"}]""", """
            [{"type":"StepResumed","step":"reserve","purpose":"FORWARD"},
             {"type":"StepStarted","step":"reserve","purpose":"FORWARD","attempt":2,"agent":"stock-2",
              "completeBy":"2026-03-01T12:01:00.000000Z","nonce":"b"}]""", """
            [{"type":"StepCompleted","step":"reserve","attempt":2,"output":{"total":12.50}},
             {"type":"StepReady","step":"charge","purpose":"FORWARD"},
             {"type":"StepStarted","step":"charge","purpose":"FORWARD","attempt":1,"agent":"payments-1",
              "completeBy":"2026-03-01T12:02:00.000000Z","nonce":"c"}]""", """
            [{"type":"AttemptFailed","step":"charge","purpose":"FORWARD","attempt":1,
              "failure":{"cause":"BUSINESS","code":"DECLINED","message":"no","possiblyDone":false}},
             {"type":"StepFailed","step":"charge","continued":false,
              "failure":{"cause":"BUSINESS","code":"DECLINED","message":"no","possiblyDone":false}},
             {"type":"CompensationStarted","failure":{"cause":"BUSINESS","code":"DECLINED","message":"no","possiblyDone":false}},
             {"type":"StepSkipped","step":"notify","reason":"WITHDRAWN"},
             {"type":"StepReady","step":"reserve","purpose":"COMPENSATION"},
             {"type":"StepStarted","step":"reserve","purpose":"COMPENSATION","attempt":1,"agent":"stock-1",
              "completeBy":"2026-03-01T12:03:00.000000Z","nonce":"d"}]""");

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final Fixture fixture = new Fixture(5);

    private List<String> ask(String sql) {
        return server.query(Objects.requireNonNull(database.getDatabaseName()), sql);
    }

    @Test
    @DisplayName("executions, steps, attempts and their agents in plain SQL")
    void executionsStepsAndAttempts() {
        ExecutionId id = fixture.id();
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            Doubts.commitAll(
                    lane,
                    new Batch(
                            List.of(Fixture.journal(id, 1, HISTORY.getFirst())), List.of(Fixture.row(id)), List.of()));
            for (int seq = 2; seq <= HISTORY.size(); seq++) {
                Doubts.commitAll(
                        lane, new Batch(List.of(Fixture.journal(id, seq, HISTORY.get(seq - 1))), List.of(), List.of()));
            }
        }
        String here = " where shard = reeve.shard_of('%1$s') and execution = '%1$s'".formatted(id);

        assertThat(ask("select concat_ws(' ', workflow, status, wake_at) from reeve.executions" + here))
                .containsExactly("order RUNNING");
        assertThat(ask("select concat_ws(' ', step, status, attempts, waits_for, error) from reeve.steps" + here
                        + " order by step"))
                .containsExactly(
                        "charge FAILED 1 DECLINED: no",
                        "notify SKIPPED 0 ",
                        "reserve COMPENSATING 2 ",
                        "t COMPLETED 0 ",
                        "u FAILED 0 NO: no",
                        "v SKIPPED 0 ");
        assertThat(ask(
                        "select concat_ws(' ', step, purpose, attempt, agent, outcome, code, extract(second from complete_by)::int)"
                                + " from reeve.attempts" + here + " order by step, purpose, attempt"))
                .containsExactly(
                        "charge FORWARD 1 payments-1 BUSINESS DECLINED 0",
                        "reserve COMPENSATION 1 stock-1 RUNNING 0",
                        "reserve FORWARD 1 stock-1 TRANSIENT BUSY 30",
                        "reserve FORWARD 2 stock-2 COMPLETED 0");
        assertThat(ask("select type from reeve.events" + here + " order by seq, position"))
                .hasSize(20)
                .startsWith("ExecutionStarted");
    }

    @Test
    @DisplayName("every status has its usual name")
    void everyStatusHasItsName() {
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) {
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            for (ExecutionStatus status : ExecutionStatus.values()) {
                ExecutionId id = fixture.id();
                ExecutionChange change = status.isTerminal()
                        ? Fixture.ended(id, status, null)
                        : new ExecutionChange(id, status, Fixture.START, null, null);
                Doubts.commitAll(lane, Fixture.startAll(List.of(id)), Fixture.change(2, change));
                assertThat(ask("select status from reeve.executions where execution = '%s'".formatted(id)))
                        .containsExactly(status.name());
            }
        }
    }

    @Test
    @DisplayName("the shard is computed in SQL as in Java")
    void theShardIsComputedInSqlAsInJava() {
        Random random = new Random(3);
        List<ExecutionId> ids = Stream.generate(() -> new ExecutionId(new UUID(random.nextLong(), random.nextLong())))
                .limit(500)
                .toList();
        String array = ids.stream().map(ExecutionId::toString).collect(Collectors.joining(",", "{", "}"));

        assertThat(ask("select reeve.shard_of(id) from unnest('%s'::uuid[]) with ordinality as t (id, n) order by n"
                        .formatted(array)))
                .isEqualTo(ids.stream().map(id -> Integer.toString(id.shard())).toList());
    }
}
