package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.JobOptions;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class JobTest {

    private static final JobOptions PATIENT = JobOptions.defaults()
            .withRetry(Retry.DEFAULT.withMaxAttempts(20).withBackoff(Duration.ofMinutes(10)))
            .withRetention(Duration.ofDays(3));

    @Test
    @DisplayName("S6, F5: a job survives the death of the process between its attempts, and continues with its options")
    void aJobSurvivesACrash() {
        try (VirtualReeve reeve = VirtualReeve.open()) {
            reeve.on("card.charge").failsWithTransientError("NO_CONNECTION").answers(Map.of("id", "r-1"));
            VirtualExecution job = reeve.run("card.charge", Map.of("card", "4242"), Start.key("order-1"), PATIENT);
            reeve.advance(Duration.ofMillis(10));
            assertThat(reeve.calls("card.charge")).hasSize(1);

            reeve.crash();
            VirtualExecution again = reeve.run("card.charge", Map.of("card", "4242"), Start.key("order-1"), PATIENT);
            reeve.advance(Duration.ofMinutes(15));

            assertThat(again.id()).isEqualTo(job.id());
            assertThat(job.status()).isEqualTo(ExecutionStatus.COMPLETED);
            assertThat(reeve.calls("card.charge"))
                    .extracting(ActionCall::idempotencyKey)
                    .containsExactly(job.id() + "/run", job.id() + "/run");
        }
    }

    @Test
    @DisplayName("A job whose action nothing performs fails the test at once")
    void anActionThatNothingPerforms() {
        try (VirtualReeve reeve = VirtualReeve.open()) {
            VirtualExecution job = reeve.run("card.charge", Map.of(), Start.plain());

            assertThatThrownBy(() -> job.await(Object.class))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("waits for 'card.charge', which nothing performs");
        }
    }

    @Test
    @DisplayName("A scheduled job whose action nothing performs fails the test at once")
    void aScheduledActionThatNothingPerforms() {
        try (VirtualReeve reeve = VirtualReeve.open()) {
            reeve.schedules()
                    .putJob(
                            "minutely",
                            Map.of(),
                            Schedule.every("card.charge", Duration.ofMinutes(1)),
                            JobOptions.defaults());
            reeve.advance(Duration.ofSeconds(61));
            VirtualExecution job = reeve.startedBy("minutely").getFirst();

            assertThatThrownBy(() -> job.await(Object.class))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("waits for 'card.charge', which nothing performs");
        }
    }

    @Test
    @DisplayName(
            "A failed job is explained, stands in the inbox under its action, and is listed under a name that contains it")
    void whatAPersonReads() {
        try (VirtualReeve reeve = VirtualReeve.open()) {
            reeve.on("card.charge").failsWithBusinessError("DECLINED");
            VirtualExecution escalated = reeve.run("card.charge", Map.of(), Start.plain());
            VirtualExecution ended = reeve.run(
                    "card.charge",
                    Map.of(),
                    Start.plain(),
                    JobOptions.defaults().withOnExhausted(OnExhausted.COMPENSATE));
            reeve.advance(Duration.ofMinutes(1));

            assertThat(escalated.explain().toString())
                    .contains("run ESCALATED", "BUSINESS DECLINED", "a person can: retry, resolve, skip");
            assertThat(reeve.inbox().groups().getFirst().action()).isEqualTo("card.charge");
            assertThat(ended.status()).isEqualTo(ExecutionStatus.FAILED);
            assertThat(ended.describe().summary().workflow()).isEqualTo("reeve_job_card_charge");
        }
    }
}
