package dev.reeve.internal.engine.postgresql;

import static dev.reeve.internal.engine.postgresql.SqlOutcomes.arrived;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.ended;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.output;
import static dev.reeve.internal.engine.postgresql.SqlOutcomes.refused;
import static dev.reeve.internal.engine.postgresql.TestWorkflows.APPROVAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.EngineFixture;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** S3: requests of SQL functions that the database takes and the engine cannot read. */
final class UnreadableRequestTest {

    private static final Definition ORDER = DefinitionReader.parse("""
        workflow: place_order
        version: 1
        steps:
          book: { action: order.book, input: "${ input.id }" }
        output: { booked: "${ steps.book.output }" }
        """);

    private final TestServer server = TestServer.shared();
    private final PGSimpleDataSource database = server.database();
    private final String name = Objects.requireNonNull(database.getDatabaseName());

    @AutoClose
    private final Pools pools = new Pools();

    @AutoClose
    private final JdbcReeve reeve =
            Reeve.open(pools.open(database), NodeOptions.defaults().withLanes(2).withDrain(Duration.ZERO));

    @BeforeEach
    void deploy() {
        reeve.deploy(ORDER);
        reeve.deploy(APPROVAL);
        EngineFixture.echo(reeve, "order.book");
    }

    private ExecutionId started(String input, String options) {
        return ExecutionId.parse(
                server.query(name, "select reeve.start('place_order', '%s', '%s')::text".formatted(input, options))
                        .getFirst());
    }

    private static String input(Execution execution) {
        return ((Event.ExecutionStarted) execution.history().getFirst().event())
                .input()
                .text();
    }

    private void assertNothingWaits() {
        SqlOutcomes.assertNothingWaits(server, name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"key\":\"p\"}",
                "{}",
                "{\"key\":\"p\",\"keyPolicy\":\"return_open\"}",
                "{\"key\":\"p\",\"keyPolicy\":\"refuse_open\"}",
                "{\"key\":\"p\",\"priority\":1e400}"
            })
    @DisplayName(
            "S3 L1: a request that the engine cannot read fails under its key, also if it is repeated; others go on")
    void unreadable(String options) {
        String twice = "{\"id\":1,\"id\":2}";
        ExecutionId first = started(twice, options);
        ended(reeve, first, ExecutionStatus.FAILED);
        started(twice, options);
        ExecutionId fine = started("{\"id\":\"fine\"}", "{}");
        ended(reeve, fine, ExecutionStatus.COMPLETED);
        assertNothingWaits();

        assertThat(arrived(reeve, first).summary().error()).contains("INVALID_INPUT", "cannot be read");
        assertThat(input(arrived(reeve, first)))
                .contains("\"workflow\":\"place_order\"", "\\\"id\\\":2}", "\"options\":{");
        if (options.contains("key")) {
            assertThat(arrived(reeve, first).summary().key()).isEqualTo("p");
            assertThat(reeve.find("p")).isPresent();
            assertThatThrownBy(() -> reeve.start("place_order", Map.of("id", 1), Start.key("p")))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
            Execution next =
                    reeve.start("place_order", Map.of("id", 1), Start.key("p").keyPolicy(KeyPolicy.RETURN_OPEN));
            assertThat(output(next)).isEqualTo(Map.of("booked", 1));
        }
        assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @DisplayName("S3: an unreadable request for a later execution of its key fails as this execution")
    void unreadableAfterAnother() {
        String anew = "{\"key\":\"k\",\"keyPolicy\":\"return_open\"}";
        ExecutionId first = started("{\"id\":1}", anew);
        ended(reeve, first, ExecutionStatus.COMPLETED);

        ExecutionId second = started("{\"id\":1,\"id\":1}", anew);
        ended(reeve, second, ExecutionStatus.FAILED);
        ExecutionId third = started("{\"id\":3}", anew);
        ended(reeve, third, ExecutionStatus.COMPLETED);

        assertThat(second).isEqualTo(Succession.after(first));
        assertThat(third).isEqualTo(Succession.after(second));
        assertNothingWaits();
    }

    @Test
    @DisplayName("S3: a key that SQL takes and Java refuses fails under another id, also if it is repeated")
    void keyThatIsTooLong() {
        String options = "{\"key\":\"%s\"}".formatted("😀".repeat(200));
        started("{\"id\":1}", options);
        started("{\"id\":1}", options);

        assertNothingWaits();
        assertThat(refused(reeve))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.error()).contains("key"));
    }

    @Test
    @DisplayName("I15: an unreadable request fails in its own namespace")
    void unreadableInANamespace() {
        Reeve billing = reeve.namespace("billing");
        billing.deploy(ORDER);
        ExecutionId id = started("{\"id\":1,\"id\":2}", "{\"key\":\"k\",\"namespace\":\"billing\"}");
        ended(billing, id, ExecutionStatus.FAILED);
        assertNothingWaits();

        assertThat(billing.find("k")).map(Execution::id).contains(id);
        assertThat(reeve.find(id)).isEmpty();
        assertThat(refused(reeve)).isEmpty();
    }

    @Test
    @DisplayName("S3: an option of a signal that is no text becomes a failed execution")
    void signalOptions() {
        ExecutionId id = reeve.start("approval", Map.of()).id();
        for (String options : List.of("{\"id\":5}", "{\"by\":{\"a\":1}}")) {
            server.query(name, "select reeve.signal('%s', 'approved', '{}', '%s')::text".formatted(id, options));
        }
        assertNothingWaits();
        assertThat(refused(reeve))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.error()).contains("expected a text"));
        assertThat(arrived(reeve, id).status().isTerminal()).isFalse();
    }
}
