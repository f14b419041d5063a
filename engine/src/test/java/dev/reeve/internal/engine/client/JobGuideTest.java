package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.JdbcReeve;
import dev.reeve.JobOptions;
import dev.reeve.NodeOptions;
import dev.reeve.NotCompletedException;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Retry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The examples of docs/guide/jobs.md are compiled, and do what the guide says")
final class JobGuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/jobs.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/reeve/internal/engine/client/JobGuideTest.java");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    record Charge(String card, int amount) {}

    record Receipt(String id) {}

    record Mail(String to) {}

    /** The service behind the handler. */
    interface Bank {
        Receipt charge(Charge charge, String idempotencyKey);
    }

    static final JobOptions PATIENT = JobOptions.defaults()
            .withRetry(Retry.DEFAULT.withMaxAttempts(20).withMaxBackoff(Duration.ofHours(1)))
            .withAttemptCompleteBy(Duration.ofSeconds(30));

    private final Reeve reeve = EmbeddedReeve.on(new MemoryStore(Instant::now), NodeOptions.defaults());
    private final Charge charge = new Charge("4242", 10);

    @AfterEach
    void close() {
        reeve.close();
    }

    private void agent(Bank bank) {
        reeve.agent("bank")
                .action("card.charge", Charge.class, (charge, step) -> bank.charge(charge, step.idempotencyKey()))
                .start();
    }

    @Test
    void theGuideShowsWhatIsCompiled() throws IOException {
        assertThat(GuideBlocks.of(GUIDE, "java")).hasSize(7).allMatch(GuideBlocks.isIn(SOURCE));
    }

    @Test
    void aJobGivesTheResultOfTheHandler() {
        agent((paid, key) -> new Receipt("r-" + paid.amount()));

        Receipt receipt =
                reeve.run("card.charge", charge, Start.key("order-17")).await(Receipt.class, Duration.ofSeconds(30));

        assertThat(receipt).isEqualTo(new Receipt("r-10"));
        assertThat(reeve.find("order-17")).isPresent();
        assertThat(reeve.list(ExecutionQuery.all().workflow("reeve_job_card_charge")))
                .hasSize(1);
    }

    @Test
    void optionsAreConstants() {
        Mail mail = new Mail("ann");
        reeve.run("mail.send", mail, Start.key("mail-4711").priority(10), PATIENT);

        assertThat(reeve.find("mail-4711").orElseThrow().summary().priority()).isEqualTo(10);
    }

    @Test
    void aFailedJobIsEscalatedOrEnds() {
        agent((paid, key) -> {
            throw StepFailure.businessError("DECLINED", "the card is not covered");
        });
        Execution escalated = reeve.run("card.charge", charge, Start.key("order-17"));
        await().atMost(PATIENCE).until(() -> escalated.status() == ExecutionStatus.ESCALATED);

        Execution job = reeve.run(
                "card.charge", charge, Start.plain(), JobOptions.defaults().withOnExhausted(OnExhausted.COMPENSATE));

        assertThatThrownBy(() -> job.await(Receipt.class, PATIENCE))
                .isInstanceOf(NotCompletedException.class)
                .hasMessageContaining("DECLINED");
        assertThat(job.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(job.recovery().rerunFrom("run", "the card is covered")).isNotEqualTo(job);
    }

    @Test
    void aScheduleRunsJobs() {
        reeve.schedules()
                .putJob(
                        "nightly_report",
                        Map.of("kind", "sales"),
                        Schedule.cron("report.print", "0 3 * * *", "Europe/Berlin"),
                        JobOptions.defaults());

        assertThat(reeve.schedules().list()).extracting(ScheduleStatus::name).containsExactly("nightly_report");
    }

    /** Compiled only: TransactionalStartTest runs it on PostgreSQL. */
    static void inATransaction(DataSource database, JdbcReeve reeve, Charge charge) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            reeve.run(connection, "card.charge", charge, Start.key("order-17"), JobOptions.defaults());
            connection.commit();
        }
    }
}
