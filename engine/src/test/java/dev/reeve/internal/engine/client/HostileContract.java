package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.Timetable;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.engine.scheduler.decision.DecidingHook;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nothing that a handler, a definition or a payload says holds a lane, on any store. */
public abstract class HostileContract extends EngineFixture {

    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    /** Whether the lanes still do their work: as many executions as there can be lanes, and some more. */
    private void assertOthersRun(String when) {
        reeve().deploy(DefinitionReader.parse("""
                workflow: other
                steps:
                  one: { action: other.echo }
                """));
        echo(reeve(), "other.echo");
        List<Execution> others = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            others.add(reeve().start("other", i));
        }
        for (Execution other : others) {
            assertThat(other.awaitEnd(PATIENCE).status()).as(when).isEqualTo(ExecutionStatus.COMPLETED);
        }
    }

    @Test
    @DisplayName("A service may throttle its callers forever: its lane continues, also after a restart")
    void handlersMayAskForAnyDelay() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: patient
                steps:
                  only: { action: test.only }
                """));
        reeve().agent("patient")
                .action("test.only", Map.class, (input, step) -> {
                    calls.add("only");
                    throw StepFailure.throttled(
                            input.containsKey("never") ? Duration.ofSeconds(Long.MIN_VALUE) : FOR_EVER);
                })
                .start();
        Execution patient = reeve().start("patient", Map.of());
        Execution negative = reeve().start("patient", Map.of("never", 1));
        for (Execution execution : List.of(patient, negative)) {
            await().atMost(PATIENCE)
                    .until(() -> !events(execution, Event.AttemptFailed.class).isEmpty());
        }

        assertOthersRun("while a service is left alone forever");
        assertThat(patient.explain().toString()).isNotEmpty();
        assertThat(patient.describe().steps()).hasSize(1);
        reopened();
        assertOthersRun("after a restart");
    }

    @Test
    @DisplayName("The longest durations that a definition may have")
    void definitionsMayHaveAnyDuration() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: long
                completeBy: 3650d
                retention: 3650d
                steps:
                  wait: { wait: 3650d }
                  fails:
                    action: test.fails
                    completeBy: 3650d
                    heartbeat: 1000d
                    retry: { maxAttempts: 100, backoff: 3650d, factor: 10, maxBackoff: 3650d }
                  again:
                    action: test.again
                    repeat: { until: "${ output = 2 }", delay: 3650d, factor: 10, maxDelay: 3650d, max: 100 }
                  signal: { await: { signal: go, timeout: 3650d } }
                """));
        reeve().agent("slow")
                .action("test.fails", Map.class, (input, step) -> {
                    throw StepFailure.transientError("AGAIN", "later");
                })
                .action("test.again", Map.class, (input, step) -> 1)
                .start();
        Execution slow = reeve().start("long", Map.of(), Start.plain().after(Duration.ZERO));
        Execution later = reeve().start("long", Map.of(), Start.plain().after(Duration.ofDays(3650)));
        await().atMost(PATIENCE)
                .until(() -> !events(slow, Event.AttemptFailed.class).isEmpty());

        assertOthersRun("while others wait for years");
        assertThat(slow.explain().toString() + later.explain()).isNotEmpty();
        assertThat(reopened().list(ExecutionQuery.all().workflow("long"))).hasSize(2);
        assertOthersRun("after a restart");
    }

    @Test
    @DisplayName("waitUntil at any time that an expression can name")
    void expressionsMayNameAnyTime() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: until
                steps:
                  wait: { waitUntil: "${ input.at }" }
                """));
        reeve().deploy(DefinitionReader.parse("""
                workflow: until_millis
                steps:
                  wait: { waitUntil: "${ $toMillis(input.at) }" }
                """));
        List<Execution> waiting = new ArrayList<>();
        for (Object at : List.of(
                "+999999999-12-31T23:59:59.999999999-18:00",
                "9999-12-31T23:59:59.999999999-18:00",
                1e300,
                9.2e18,
                Long.MAX_VALUE)) {
            waiting.add(reeve().start("until", Map.of("at", at)));
        }
        Execution past = reeve().start("until", Map.of("at", "-999999999-01-01T00:00:00+18:00"));
        Execution longPast = reeve().start("until", Map.of("at", -1e300));
        Execution unknown = reeve().start("until_millis", Map.of("at", "+999999999-12-31T23:59:59.999999999-18:00"));

        assertThat(past.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(longPast.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(unknown.awaitEnd(PATIENCE).failure())
                .isNotNull()
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("EXPRESSION_FAILED"));
        assertOthersRun("while some wait until the end of time");
        reopened();
        for (Execution execution : waiting) {
            Execution found = ((EmbeddedReeve) reeve()).handle(execution.id());
            assertThat(found.status()).isEqualTo(ExecutionStatus.RUNNING);
            assertThat(found.explain().toString()).isNotEmpty();
        }
        assertOthersRun("after a restart");
    }

    @Test
    @DisplayName("Starts, waits and lists at any time")
    void callersMayNameAnyTime() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: quick
                completeBy: 3650d
                steps:
                  only: { action: test.only }
                """));
        echo(reeve(), "test.only");

        Execution past = reeve().start("quick", 1, Start.plain().at(Instant.MIN));
        assertThat(past.awaitEnd(FOR_EVER).status()).isEqualTo(ExecutionStatus.COMPLETED);
        refused(
                ErrorCode.INVALID_INPUT,
                "at:",
                () -> reeve().start("quick", 1, Start.plain().at(Instant.MAX)));
        refused(
                ErrorCode.INVALID_INPUT,
                "after:",
                () -> reeve().start("quick", 1, Start.plain().after(FOR_EVER)));
        ExecutionQuery all = ExecutionQuery.all().startedFrom(Instant.MIN).startedBefore(Instant.MAX);
        assertThat(reeve().list(all)).hasSize(1);
    }

    @Test
    @DisplayName("Schedules with extreme times do not keep others from firing")
    void schedulesMayBeginAtAnyTime() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: report
                steps:
                  wait: { wait: 1ms }
                """));
        List<Timetable> timetables = List.of(
                new Timetable.Once(Instant.MAX),
                new Timetable.Once(Instant.MIN),
                new Timetable.Once(Instant.parse("9000-01-01T00:00:00Z")),
                new Timetable.Every(Duration.ofDays(3650), Instant.MAX),
                new Timetable.Every(Duration.ofDays(3650), Instant.MIN));
        for (int i = 0; i < timetables.size(); i++) {
            reeve().schedules().put("s" + i, Map.of(), Schedule.of("report", timetables.get(i)));
        }
        reeve().schedules().put("z", Map.of(), Schedule.every("report", Duration.ofSeconds(1)));

        await().atMost(PATIENCE)
                .until(() -> !reeve().list(ExecutionQuery.all().label("schedule", "z"))
                        .isEmpty());
        assertThat(reeve().schedules().list()).hasSize(timetables.size() + 1);
        int before = reeve().list(ExecutionQuery.all().label("schedule", "z")).size();
        reopened();
        await().atMost(PATIENCE)
                .until(() -> reeve().list(ExecutionQuery.all().label("schedule", "z"))
                                .size()
                        > before);
    }

    @Test
    @Tag("proof")
    @DisplayName("An endless evaluation costs its lane five seconds, and stops only its own execution")
    void evaluationsThatDoNotEnd() throws InterruptedException {
        reeve().deploy(DefinitionReader.parse("""
                workflow: hostile
                steps:
                  first: { action: test.first }
                  second: { action: test.first, after: [first] }
                """));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Set<ExecutionId> hostile = ConcurrentHashMap.newKeySet();
        Set<Thread> hanging = ConcurrentHashMap.newKeySet();
        DecidingHook.set(execution -> {
            if (hostile.contains(execution)) {
                hanging.add(Thread.currentThread());
                while (release.getCount() > 0) {
                    LockSupport.park(); // really blocks: an interrupt does not end it
                }
            }
        });
        try {
            reeve().agent("slow")
                    .action("test.first", Map.class, (input, step) -> {
                        started.await();
                        return 1;
                    })
                    .start();
            Execution bad = reeve().start("hostile", Map.of());
            await().atMost(PATIENCE).until(() -> status(bad, "first") == StepStatus.RUNNING);
            hostile.add(bad.id());
            started.countDown();

            assertThatThrownBy(() -> bad.awaitEnd(PATIENCE)).isInstanceOf(ReeveException.class);
            assertOthersRun("while a thread does not come back");
            assertThat(reeve().health().stats().quarantined()).isEqualTo(1);
            int written = bad.history().size();
            release.countDown();
            hanging.forEach(LockSupport::unpark);
            for (Thread thread : hanging) {
                thread.join();
            }
            assertOthersRun("after it has come back");
            assertThat(bad.history()).hasSize(written);

            DecidingHook.set(null);
            assertThat(((EmbeddedReeve) reopened()).handle(bad.id()).status()).isEqualTo(ExecutionStatus.RUNNING);
            reeve().agent("quick")
                    .action("test.first", Map.class, (input, step) -> 1)
                    .start();
            assertThat(((EmbeddedReeve) reeve())
                            .handle(bad.id())
                            .awaitEnd(PATIENCE)
                            .status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
        } finally {
            release.countDown();
            hanging.forEach(LockSupport::unpark);
            DecidingHook.set(null);
        }
    }
}
