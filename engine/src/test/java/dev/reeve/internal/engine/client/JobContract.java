package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Failure;
import dev.reeve.InboxGroup;
import dev.reeve.JobOptions;
import dev.reeve.NotCompletedException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.Verb;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Jobs: executions of one step without a definition of the caller's, on every store. */
public abstract class JobContract extends EngineFixture {

    private record Charge(String card, int amount) {}

    private record Receipt(String id) {}

    private static final Charge CHARGE = new Charge("4242", 10);

    private static final JobOptions ONCE = JobOptions.defaults().withRetry(Retry.NONE);

    private void charges() {
        reeve().agent("bank")
                .action("card.charge", Charge.class, (charge, step) -> {
                    calls.add(step.idempotencyKey());
                    return new Receipt("r-" + charge.amount());
                })
                .start();
    }

    private int version(Execution execution) {
        return execution.summary().version();
    }

    @Test
    @DisplayName(
            "S2, S6: a job that is stored before any agent is there survives a restart, and gives the action's result")
    void aJobSurvivesARestart() {
        Execution job = reeve().run("card.charge", CHARGE, Start.key("order-1").label("shop", "berlin"));
        assertThat(job.status()).isEqualTo(ExecutionStatus.RUNNING);

        reopened();
        charges();

        Execution again = reeve().run("card.charge", CHARGE, Start.key("order-1"));
        assertThat(again.id()).isEqualTo(job.id());
        assertThat(again.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt("r-10"));
        assertThat(calls).containsExactly(job.id() + "/run");
        assertThat(reeve().list(ExecutionQuery.all().label("shop", "berlin")))
                .extracting(ExecutionSummary::workflow, ExecutionSummary::version)
                .containsExactly(tuple("reeve_job_card_charge", 1));
    }

    @Test
    @DisplayName("The future of a job completes, and so does the job")
    void aJobStartsAsynchronously() {
        charges();

        Execution job = reeve().runAsync("card.charge", CHARGE, Start.plain(), JobOptions.defaults())
                .toCompletableFuture()
                .join();

        assertThat(job.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt("r-10"));
    }

    @Test
    @DisplayName("S9: the same action and options are the same version for every engine; other options are another one")
    void theSameOptionsAreTheSameVersion() {
        JobOptions patient = JobOptions.defaults()
                .withCompleteBy(Duration.ofHours(2))
                .withAttemptCompleteBy(Duration.ofSeconds(30))
                .withHeartbeat(Duration.ofSeconds(10))
                .withStartBy(Duration.ofHours(1))
                .withRetry(Retry.PERSISTENT)
                .withOnExhausted(OnExhausted.COMPENSATE)
                .withProbe("card.status")
                .withConcurrency(3)
                .withRate(Rate.perSecond(10))
                .withLimitKey("${ input.card }")
                .withRetention(Duration.ofDays(3));

        assertThat(version(reeve().run("card.charge", CHARGE, Start.plain()))).isEqualTo(1);
        assertThat(version(reeve().run("card.charge", CHARGE, Start.plain(), patient)))
                .isEqualTo(2);
        assertThat(version(reeve().run("card.charge", CHARGE, Start.plain(), patient)))
                .isEqualTo(2);
        reopened();
        assertThat(version(reeve().run("card.charge", CHARGE, Start.plain(), patient)))
                .isEqualTo(2);
        assertThat(version(reeve().run("card.charge", CHARGE, Start.plain()))).isEqualTo(1);
        // never the same job, not even with a name that looks alike
        assertThat(version(reeve().run("card_charge", CHARGE, Start.plain()))).isEqualTo(1);
        assertThat(version(reeve().run("card.refund", CHARGE, Start.plain()))).isEqualTo(1);
    }

    @Test
    @DisplayName("S2: a key belongs to one action and one input")
    void aKeyBelongsToOneJob() {
        Execution job = reeve().run("card.charge", CHARGE, Start.key("order-1"));

        assertThat(reeve().run("card.charge", CHARGE, Start.key("order-1"), ONCE))
                .as("a repeated start does not change the options")
                .isEqualTo(job);
        refused(ErrorCode.CONFLICT, "key 'order-1'", () -> reeve().run("card.refund", CHARGE, Start.key("order-1")));
        refused(ErrorCode.CONFLICT, "key 'order-1'", () -> reeve().run("card_charge", CHARGE, Start.key("order-1")));
        refused(
                ErrorCode.CONFLICT,
                "key 'order-1'",
                () -> reeve().run("card.charge", new Charge("4242", 11), Start.key("order-1")));
    }

    @Test
    @DisplayName(
            "O2: a job that fails is escalated, stands in the inbox under its action, and is retried by an operator")
    void aFailedJobIsRetried() {
        AtomicBoolean up = new AtomicBoolean();
        reeve().agent("bank")
                .action("card.charge", Charge.class, (charge, step) -> {
                    if (!up.get()) {
                        throw StepFailure.transientError("NO_CONNECTION", "the bank does not answer");
                    }
                    return new Receipt("r-1");
                })
                .start();
        Execution job = reeve().run("card.charge", CHARGE, Start.key("order-1"), ONCE);
        Execution other = reeve().run("card.charge", CHARGE, Start.key("order-2"), ONCE);
        await().atMost(PATIENCE)
                .until(() ->
                        status(job, "run") == StepStatus.ESCALATED && status(other, "run") == StepStatus.ESCALATED);

        InboxGroup group = reeve().inbox().groups().getFirst();
        assertThat(group.action()).isEqualTo("card.charge");
        assertThat(group.cause()).isEqualTo(Cause.TRANSIENT);
        assertThat(group.steps()).isEqualTo(2);
        assertThat(job.explain().toString()).contains("a job that calls the action 'card.charge'", "NO_CONNECTION");

        up.set(true);
        job.actingAs("ann").recovery().retry("run", "the bank is back");
        assertThat(job.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt("r-1"));
        reeve().actingAs("ann")
                .bulk()
                .start(BulkRequest.of(Verb.RETRY).action("card.charge"), "the bank is back")
                .await(PATIENCE);
        assertThat(other.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt("r-1"));
    }

    @Test
    @DisplayName("A job that is not escalated ends with its failure, and can be done again")
    void aFailedJobEnds() {
        AtomicBoolean covered = new AtomicBoolean();
        reeve().agent("bank")
                .action("card.charge", Charge.class, (charge, step) -> {
                    if (!covered.get()) {
                        throw StepFailure.businessError("DECLINED", "the card is not covered");
                    }
                    return new Receipt("r-1");
                })
                .start();
        Execution job = reeve().run("card.charge", CHARGE, Start.plain(), ONCE.withOnExhausted(OnExhausted.COMPENSATE));

        assertThatThrownBy(() -> job.await(Receipt.class, PATIENCE))
                .isInstanceOf(NotCompletedException.class)
                .hasMessageContaining("DECLINED");
        covered.set(true);
        assertThat(job.actingAs("ann").recovery().rerunFrom("run", "covered").await(Receipt.class, PATIENCE))
                .isEqualTo(new Receipt("r-1"));
    }

    @Test
    @DisplayName("An unusable name and unusable options are refused together, and nothing is stored")
    void mistakesAreRefusedTogether() {
        JobOptions wrong = JobOptions.defaults()
                .withRetry(Retry.DEFAULT.withMaxAttempts(0))
                .withAttemptCompleteBy(Duration.ofSeconds(-1))
                .withCompleteBy(Duration.ofNanos(1))
                .withLimitKey("${ input.");

        assertThatThrownBy(() -> reeve().run("card charge\n", CHARGE, Start.plain(), wrong))
                .isInstanceOfSatisfying(InvalidWorkflowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(e.problems())
                            .extracting(Problem::path)
                            .contains("action", "retry.maxAttempts", "attemptCompleteBy", "completeBy", "limitKey");
                })
                .hasMessageStartingWith("job 'card charge\\u000a' has");
        refused(
                ErrorCode.INVALID_INPUT,
                "a job has no version",
                () -> reeve().run("card.charge", CHARGE, Start.plain().version(2)));
        assertThat(reeve().list(ExecutionQuery.all())).isEmpty();
        refused(ErrorCode.WORKFLOW_UNKNOWN, "reeve_job", () -> reeve().start("reeve_job_card_charge", CHARGE));
    }

    @Test
    @DisplayName("A job is retried and given up by code")
    void byCode() {
        JobOptions options = JobOptions.defaults()
                .withRetry(new Retry(3, Duration.ofMillis(1), 1, Duration.ofMillis(1)).withOn("BUSY"))
                .withOnExhausted(OnExhausted.ESCALATE.withCode("DECLINED", OnExhausted.Then.COMPENSATE));
        reeve().agent("cards")
                .action("card.charge", Map.class, (card, step) -> {
                    throw StepFailure.businessError(step.attempt() == 1 ? "BUSY" : "DECLINED", "no");
                })
                .start();
        Execution job = reeve().run("card.charge", CHARGE, Start.plain(), options);

        assertThat(job.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(job.awaitEnd(PATIENCE).failure())
                .extracting(Failure::code, Failure::message)
                .containsExactly("DECLINED", "no");
    }

    @Test
    @DisplayName("The action of a job is a name: it has no list from which it could be computed")
    void noComputedAction() {
        refused(
                ErrorCode.INVALID_INPUT,
                "a job has no computed action",
                () -> reeve().run("card.${ input.n }", CHARGE, Start.plain()));
        refused(
                ErrorCode.INVALID_INPUT,
                "probe: a job has no computed action",
                () -> reeve().run(
                                "card.charge",
                                CHARGE,
                                Start.plain(),
                                JobOptions.defaults().withProbe("card.${ input.n }")));
    }

    @Test
    @DisplayName("Messages about mistakes in options use the words of the options")
    void mistakesAreToldInTheWordsOfTheOptions() {
        JobOptions wrong = JobOptions.defaults()
                .withCompleteBy(Duration.ofHours(1))
                .withHeartbeat(Duration.ofMinutes(5))
                .withLimitKey("${ input.card }");

        assertThatThrownBy(() -> reeve().run("card.charge", CHARGE, Start.plain(), wrong))
                .isInstanceOfSatisfying(
                        InvalidWorkflowException.class,
                        e -> assertThat(e.problems())
                                .extracting(Problem::path, Problem::message, Problem::suggestion)
                                .containsExactlyInAnyOrder(
                                        tuple(
                                                "heartbeat",
                                                "a heartbeat of 5m is more than a third of attemptCompleteBy (5m, the default): one late beat would end the attempt",
                                                "At most 100s, or a longer attemptCompleteBy"),
                                        tuple("limitKey", "nothing is limited", "Add 'concurrency' or 'rate'")));
    }

    @Test
    @DisplayName("Options that a caller computes are refused once there are too many, and the message says what to do")
    void computedOptionsAreRefused() {
        for (int i = 1; i <= JobOptions.SETS_MAX; i++) {
            reeve().run("card.charge", CHARGE, Start.plain().after(Duration.ofDays(1)), timeout(i));
        }

        refused(
                ErrorCode.REFUSED,
                "use a few constant JobOptions",
                () -> reeve().run("card.charge", CHARGE, Start.plain(), timeout(1_000)));
        assertThat(version(reeve().run("card.charge", CHARGE, Start.plain(), timeout(7))))
                .isEqualTo(7);
        assertThat(version(reeve().run("card.refund", CHARGE, Start.plain(), timeout(1_000))))
                .isEqualTo(1);
    }

    private static JobOptions timeout(int seconds) {
        return JobOptions.defaults().withAttemptCompleteBy(Duration.ofSeconds(seconds));
    }

    @Test
    @DisplayName("S8: a schedule runs a job")
    void aScheduleRunsAJob() {
        charges();
        Schedule secondly = Schedule.every("card.charge", Duration.ofSeconds(1)).label("kind", "daily");
        reeve().schedules().putJob("s", CHARGE, secondly, ONCE);
        reeve().schedules().putJob("s", CHARGE, secondly, ONCE);

        await().atMost(PATIENCE).until(() -> !calls.isEmpty());
        ScheduleStatus status = reeve().schedules().list().getFirst();
        assertThat(status.schedule().workflow()).isEqualTo("reeve_job_card_charge");
        assertThat(status.schedule().version()).isEqualTo(1);
        assertThatThrownBy(() -> reeve().actingAs("ann").undeploy("reeve_job_card_charge", 1, "old"))
                .hasMessageContaining("stays deployed");
        reeve().actingAs("ann").schedules().pause("s", "enough");
        assertThat(reeve().list(ExecutionQuery.all().label("kind", "daily"))).isNotEmpty();
        assertThatThrownBy(() ->
                        reeve().schedules().putJob("t", CHARGE, Schedule.at("not an action", Instant.EPOCH), ONCE))
                .hasMessageContaining("job 'not an action'");
    }

    @Test
    @DisplayName("S9: a definition of a job that nothing needs can be removed, and comes back when it is used")
    void aDefinitionComesAndGoes() {
        reeve().run("card.charge", CHARGE, Start.plain());
        assertThatThrownBy(() -> reeve().actingAs("ann").undeploy("reeve_job_card_charge", 1, "old"))
                .hasMessageContaining("1 open");

        reeve().schedules()
                .putJob("later", CHARGE, Schedule.at("card.refund", Instant.parse("2100-01-01T00:00:00Z")), ONCE);
        reeve().schedules().delete("later", "not needed");
        reeve().actingAs("ann").undeploy("reeve_job_card_refund", 1, "unused");
        refused(ErrorCode.WORKFLOW_UNKNOWN, "reeve_job", () -> reeve().start("reeve_job_card_refund", CHARGE));
        // another set of options takes the number that became free
        assertThat(version(reeve().run("card.refund", CHARGE, Start.plain()))).isEqualTo(1);
        assertThat(version(reeve().run("card.refund", CHARGE, Start.plain(), ONCE)))
                .isEqualTo(2);
        assertThat(reopened()
                        .run("card.refund", CHARGE, Start.plain())
                        .summary()
                        .version())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("Names of the engine's own definitions cannot be deployed by others")
    void reservedNames() {
        refused(
                ErrorCode.INVALID_INPUT,
                "names that begin with reeve_ belong to the engine",
                () -> reeve().deploy(
                                DefinitionReader.parse("workflow: reeve_job_x\nsteps: { run: { action: a.b } }\n")));
        refused(
                ErrorCode.INVALID_INPUT,
                "names that begin with reeve_ belong to the engine",
                () -> reeve().deploy(List.of(
                        DefinitionReader.parse("workflow: reeve_x\nsteps: { run: { action: a.b } }\n"))));
    }

    @Test
    @DisplayName("The output of a job is exactly what the action returned")
    void anyResult() {
        echo(reeve(), "test.echo");

        assertThat(reeve().run("test.echo", Map.of("a", List.of(1, "b")), Start.plain())
                        .await(Object.class, PATIENCE))
                .isEqualTo(Map.of("a", List.of(1, "b")));
        assertThat(reeve().run("test.echo", List.of(), Start.plain()).await(Object.class, PATIENCE))
                .isEqualTo(List.of());
    }
}
