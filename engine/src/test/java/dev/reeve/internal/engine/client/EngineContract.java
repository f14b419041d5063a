package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.ConflictException;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.NotCompletedException;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.StepActivity;
import dev.reeve.StepDescription;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The guarantees of the engine for its users, on every store. Each store module extends this and says how to open its
 * database.
 */
public abstract class EngineContract extends WaitingContract {

    @Test
    @DisplayName("S1 S2 S12: steps run in order, data flows, the result reaches the caller")
    void stepsRunInOrderAndDataFlows() {
        twoSteps();
        honestAgent();

        Execution execution =
                reeve().start("two", new Order("o1", 42), Start.key("o1").label("shop", "berlin"));

        Map<?, ?> result = execution.await(Map.class, PATIENCE);
        assertThat(result).isEqualTo(Map.of("got", Map.of("amount", 42)));
        assertThat(calls).containsExactly("first " + execution.id() + "/first", "second " + execution.id() + "/second");
        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("I2 S2: a start with the same key finds its execution; with another input it is refused")
    void startsAreIdempotentByKey() {
        twoSteps();
        Execution first = reeve().start("two", new Order("o1", 1), Start.key("k"));

        assertThat(reeve().start("two", new Order("o1", 1), Start.key("k"))).isEqualTo(first);
        assertThat(reopened().start("two", new Order("o1", 1), Start.key("k")).id())
                .isEqualTo(first.id());
        assertThatThrownBy(() -> reeve().start("two", new Order("o1", 2), Start.key("k")))
                .isInstanceOfSatisfying(ReeveException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
                    assertThat(e).hasMessageContaining("key 'k'").hasMessageContaining("another");
                });
    }

    @Test
    @DisplayName("I2 S2: a start that refuses known keys is stored once, and never answered by another execution")
    void aKnownKeyIsRefusedOnRequest() {
        twoSteps();
        Start refusing = Start.key("k").keyPolicy(KeyPolicy.REFUSE);
        Execution first = reeve().start("two", new Order("o1", 1), refusing);

        refused(ErrorCode.CONFLICT, first.id().toString(), () -> reeve().start("two", new Order("o1", 1), refusing));
        refused(ErrorCode.CONFLICT, "another workflow", () -> reeve().start("two", new Order("o1", 2), refusing));
        assertThat(reeve().start("two", new Order("o1", 1), Start.key("k"))).isEqualTo(first);
        assertThat(reeve().find("k")).contains(first);
        Reeve again = reopened();
        refused(ErrorCode.CONFLICT, "refuses keys", () -> again.start("two", new Order("o1", 1), refusing));
        assertThat(again.list(ExecutionQuery.all().limit(10))).hasSize(1);
    }

    @Test
    @DisplayName("I2 S2: of concurrent starts that refuse known keys one is accepted")
    void oneOfManyIsAccepted() {
        twoSteps();
        Start refusing = Start.key("k").keyPolicy(KeyPolicy.REFUSE);
        List<CompletableFuture<Execution>> starts = IntStream.range(0, 20)
                .mapToObj(i ->
                        reeve().startAsync("two", new Order("o1", 1), refusing).toCompletableFuture())
                .toList();

        List<Throwable> refusals = starts.stream()
                .map(start -> start.handle((execution, error) -> error).join())
                .filter(Objects::nonNull)
                .toList();

        assertThat(refusals).hasSize(19);
        assertThat(refusals)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                ConflictException.class, e -> assertThat(e).hasMessageContaining("refuses keys")));
    }

    private Execution end(Execution execution) {
        execution.cancel("ends here");
        execution.result().toCompletableFuture().join();
        return execution;
    }

    @Test
    @DisplayName("I2 S2: a key begins another execution once its newest one has ended, and not before")
    void aKeyBeginsAnotherExecution() {
        twoSteps();
        Start anew = Start.key("k").keyPolicy(KeyPolicy.RETURN_OPEN);
        Execution first = reeve().start("two", new Order("o1", 1), anew);
        assertThat(reeve().start("two", new Order("o1", 1), anew)).isEqualTo(first);
        refused(ErrorCode.CONFLICT, "another workflow", () -> reeve().start("two", new Order("o1", 2), anew));
        end(first);

        Execution second = reeve().start("two", new Order("o1", 2), anew);

        assertThat(second).isNotEqualTo(first);
        assertThat(reeve().start("two", new Order("o1", 2), anew)).isEqualTo(second);
        assertThat(reeve().start("two", new Order("o1", 2), Start.key("k"))).isEqualTo(second);
        refused(ErrorCode.CONFLICT, "another workflow", () -> reeve().start("two", new Order("o1", 1), Start.key("k")));
        Reeve again = reopened();
        assertThat(again.find("k")).map(Execution::id).contains(second.id());
        end(again.find("k").orElseThrow());
        assertThat(again.start("two", new Order("o1", 2), Start.key("k")).id()).isEqualTo(second.id());
        Execution third = again.start("two", new Order("o1", 2), anew);
        assertThat(third.id()).isNotIn(first.id(), second.id());
        assertThat(again.find("k")).contains(third);
        assertThat(again.list(ExecutionQuery.all().limit(10))).hasSize(3);
        assertThat(third.describe().summary().key()).isEqualTo("k");
        assertThat(again.health().verify(done -> {}).isSound()).isTrue();
    }

    @Test
    @DisplayName("I2 S2: a start that refuses open executions begins another one once the newest has ended")
    void anOpenExecutionIsRefused() {
        twoSteps();
        Start refusing = Start.key("k").keyPolicy(KeyPolicy.REFUSE_OPEN);
        Execution first = reeve().start("two", new Order("o1", 1), refusing);
        refused(ErrorCode.CONFLICT, first.id().toString(), () -> reeve().start("two", new Order("o1", 1), refusing));
        end(first);

        Execution second = reeve().start("two", new Order("o1", 1), refusing);

        assertThat(second).isNotEqualTo(first);
        refused(ErrorCode.CONFLICT, second.id().toString(), () -> reeve().start("two", new Order("o1", 1), refusing));
    }

    @Test
    @DisplayName("I2 S2: of concurrent starts after the end one begins an execution, and the others find it")
    void oneOfManyBeginsAnother() {
        twoSteps();
        Start anew = Start.key("k").keyPolicy(KeyPolicy.RETURN_OPEN);
        end(reeve().start("two", new Order("o1", 1), anew));

        List<Execution> found = IntStream.range(0, 20)
                .mapToObj(
                        i -> reeve().startAsync("two", new Order("o1", 1), anew).toCompletableFuture())
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .distinct()
                .toList();

        assertThat(found).hasSize(1);
        assertThat(reeve().list(ExecutionQuery.all().limit(10))).hasSize(2);
    }

    @Test
    @DisplayName("I2 S2: a start with a request is recognised after the end of its execution, under each policy")
    void aRequestIsRecognised() {
        twoSteps();
        Order order = new Order("o1", 1);
        for (KeyPolicy policy : List.of(KeyPolicy.RETURN_OPEN, KeyPolicy.REFUSE_OPEN, KeyPolicy.REFUSE)) {
            Start start = Start.key("k" + policy).keyPolicy(policy).request("m1");
            Execution first = reeve().start("two", order, start);
            assertThat(reeve().start("two", order, start)).isEqualTo(first);
            end(first);

            assertThat(reeve().start("two", order, start)).as("%s", policy).isEqualTo(first);
            refused(ErrorCode.CONFLICT, "another workflow", () -> reeve().start("two", new Order("o1", 2), start));
            assertThat(first.describe().summary().labels()).containsEntry("start_request", "m1");
        }
        Start other = Start.key("kRETURN_OPEN").keyPolicy(KeyPolicy.RETURN_OPEN).request("m2");
        assertThat(reeve().start("two", order, other)).isNotEqualTo(reeve().start("two", order, Start.key("kREFUSE")));
        refused(
                ErrorCode.INVALID_INPUT,
                "needs a key",
                () -> reeve().start("two", order, Start.plain().request("m1")));
    }

    @Test
    @DisplayName("I2 S2: a start without a key may say how keys are handled, which has no meaning")
    void thePolicyWithoutAKey() {
        twoSteps();
        Start keyless = Start.plain().keyPolicy(KeyPolicy.REFUSE);

        assertThat(reeve().start("two", new Order("o1", 1), keyless))
                .isNotEqualTo(reeve().start("two", new Order("o1", 1), keyless));
    }

    @Test
    @DisplayName("I2 S2: a repeated start may differ in the order of members, white space and 1.0 for 1")
    void aRepeatedStartMayBeWrittenInAnotherWay() {
        twoSteps();
        Execution first = reeve().start("two", new Json("{\"id\":\"o1\",\"amount\":1}"), Start.key("k"));

        Json again = new Json("{ \"amount\": 1.0, \"id\": \"\\u006f1\" }");

        assertThat(reeve().start("two", again, Start.key("k"))).isEqualTo(first);
        refused(
                ErrorCode.CONFLICT,
                "key 'k'",
                () -> reeve().start("two", new Json("{\"amount\":1.5,\"id\":\"o1\"}"), Start.key("k")));
    }

    @Test
    @DisplayName("R4 C1: a business failure undoes the completed steps, once, and gives the reason")
    void businessFailureUndoesWhatWasDone() {
        twoSteps();
        reeve().agent("tests")
                .action("test.first", Order.class, (order, step) -> "done")
                .action("test.second", Map.class, (input, step) -> {
                    throw StepFailure.businessError("CARD_DECLINED", "no money");
                })
                .action("test.unfirst", Map.class, (input, step) -> {
                    calls.add("unfirst " + input + " " + step.idempotencyKey());
                    return null;
                })
                .start();

        Execution execution = reeve().start("two", new Order("o1", 7));

        ExecutionResult result = execution.awaitEnd(PATIENCE);
        assertThat(result.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(result.failure())
                .isNotNull()
                .satisfies(f -> assertThat(f.code()).isEqualTo("CARD_DECLINED"));
        assertThat(calls).hasSize(1).first().asString().contains("output=done").endsWith("/first/undo");
        assertThatThrownBy(() -> execution.await(Map.class, PATIENCE))
                .isInstanceOf(NotCompletedException.class)
                .hasMessageContaining("COMPENSATED")
                .hasMessageContaining("no money");
    }

    @Test
    @DisplayName("A6 R1: transient failures are retried with the same idempotency key")
    void transientFailuresAreRetried() {
        twoSteps();
        AtomicInteger tries = new AtomicInteger();
        reeve().agent("tests")
                .action("test.first", Order.class, (order, step) -> {
                    calls.add(step.attempt() + " " + step.idempotencyKey());
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return 1;
                })
                .action("test.second", Map.class, (input, step) -> 2)
                .start();

        Execution execution = reeve().start("two", new Order("o1", 7));

        assertThat(execution.await(Integer.class, PATIENCE)).isEqualTo(2);
        String key = execution.id() + "/first";
        assertThat(calls).containsExactly("1 " + key, "2 " + key, "3 " + key);
    }

    @Test
    @DisplayName("V1 I6 F8: a silent attempt is given up at complete-by, and its late report changes nothing")
    void silentAttemptsAreGivenUp() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: slow
                version: 1
                steps:
                  only: { action: test.only, completeBy: 200ms, retry: { maxAttempts: 2, backoff: 10ms } }
                """));
        CountDownLatch never = new CountDownLatch(1);
        reeve().agent("tests")
                .action("test.only", Map.class, (input, step) -> {
                    if (step.attempt() == 1) {
                        never.await();
                    }
                    return step.attempt();
                })
                .start();

        Execution execution = reeve().start("slow", Map.of());

        assertThat(object(execution)).isEqualTo(Map.of("only", 2));
        assertThat(events(execution, Event.AttemptFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.failure().cause().name()).isEqualTo("SILENT"));
    }

    @Test
    @DisplayName("A5: a checkpoint is stored and handed to the next attempt, over a restart too")
    void checkpointsReachTheNextAttempt() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: long_job
                version: 1
                steps:
                  encode: { action: video.encode, heartbeat: 1s, completeBy: 1m, retry: { maxAttempts: 3, backoff: 10ms } }
                """));
        CountDownLatch forever = new CountDownLatch(1);
        reeve().agent("encoder")
                .action("video.encode", Map.class, (input, step) -> {
                    step.heartbeat(Map.of("frame", 1000));
                    forever.await();
                    return null;
                })
                .drain(Duration.ZERO)
                .start();
        Execution execution = reeve().start("long_job", Map.of(), Start.key("job"));
        await().atMost(PATIENCE)
                .until(() -> !events(execution, Event.CheckpointRecorded.class).isEmpty());

        reopened()
                .agent("encoder")
                .action(
                        "video.encode",
                        Map.class,
                        (input, step) ->
                                step.checkpoint(Map.class).orElseThrow().get("frame"))
                .start();

        assertThat(object(reeve().find("job").orElseThrow())).isEqualTo(Map.of("encode", 1000));
    }

    @Test
    @DisplayName("I7 C1: a cancelled execution starts no step, and undoes the completed ones")
    void cancelUndoesWhatWasDone() {
        twoSteps();
        reeve().agent("tests")
                .action("test.first", Order.class, (order, step) -> "done")
                .action("test.unfirst", Map.class, (input, step) -> calls.add("unfirst"))
                .start();
        Execution execution = reeve().start("two", new Order("o1", 7));
        await().atMost(PATIENCE).until(() -> status(execution, "second") == StepStatus.READY);

        execution.actingAs("alice").cancel("changed her mind");

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(calls).containsExactly("unfirst");
        assertThatThrownBy(() -> execution.actingAs("bob").cancel("too late"))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED));
    }

    @Test
    @DisplayName("O2: an escalated step is retried, resolved or skipped by an operator")
    void operatorsEndEscalations() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: desk
                version: 1
                steps:
                  only: { action: test.only, retry: { maxAttempts: 1 }, onExhausted: escalate }
                """));
        Map<String, Boolean> broken = new ConcurrentHashMap<>(Map.of("broken", true));
        reeve().agent("tests")
                .action("test.only", Map.class, (input, step) -> {
                    if (broken.getOrDefault("broken", false)) {
                        throw StepFailure.businessError("NO", "not today");
                    }
                    return "well";
                })
                .start();
        Execution retried = escalated();
        Execution resolved = escalated();
        Execution skipped = escalated();
        assertThat(reeve().list(ExecutionQuery.all().workflow("desk").status(ExecutionStatus.ESCALATED)))
                .hasSize(3)
                .allSatisfy(summary -> assertThat(summary.error()).contains("NO: not today"));

        broken.put("broken", false);
        retried.actingAs("alice").recovery().retry("only");
        resolved.actingAs("bob").recovery().resolve("only", "by hand");
        skipped.actingAs("carol").recovery().skip("only");

        assertThat(object(retried)).isEqualTo(Map.of("only", "well"));
        assertThat(object(resolved)).isEqualTo(Map.of("only", "by hand"));
        assertThat(object(skipped)).isEqualTo(Map.of());
        refused(
                ErrorCode.REFUSED,
                "ended",
                () -> skipped.actingAs("dave").recovery().retry("only"));
        broken.put("broken", true);
        Execution again = escalated();
        refused(
                ErrorCode.NOT_FOUND,
                "nonsense",
                () -> again.actingAs("dave").recovery().retry("nonsense"));
    }

    private Execution escalated() {
        Execution execution = reeve().start("desk", Map.of());
        await().atMost(PATIENCE)
                .until(() -> execution.status() == ExecutionStatus.ESCALATED
                        || execution.status().isTerminal());
        return execution;
    }

    @Test
    @DisplayName("S9: a repeated deployment changes nothing; other content under the same version is refused")
    void definitionsAreImmutable() {
        Definition workflow = DefinitionReader.parse(TWO_STEPS);
        assertThat(reeve().deploy(workflow).created()).isTrue();
        assertThat(reeve().deploy(workflow).created()).isFalse();
        assertThat(reopened().deploy(workflow).created()).isFalse();

        assertThatThrownBy(() -> reeve().deploy(DefinitionReader.parse(TWO_STEPS.replace("test.second", "test.third"))))
                .isInstanceOfSatisfying(ReeveException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
                    assertThat(e).hasMessageContaining("version 2");
                });
    }

    @Test
    @DisplayName("Bad input is refused with its place and problem, and nothing is stored")
    void badInputIsRefused() {
        twoSteps();
        refused(ErrorCode.WORKFLOW_UNKNOWN, "no workflow named 'tow'", () -> reeve().start("tow", Map.of()));
        refused(
                ErrorCode.WORKFLOW_UNKNOWN,
                "no version 9",
                () -> reeve().start("two", 1, Start.plain().version(9)));
        refused(ErrorCode.INVALID_INPUT, "NUL", () -> reeve().start("two", "a\0b"));
        refused(ErrorCode.INVALID_INPUT, "larger", () -> reeve().start("two", "x".repeat(2_000_000)));
        refused(ErrorCode.INVALID_INPUT, "key", () -> reeve().start("two", 1, Start.key("")));
        refused(ErrorCode.INVALID_INPUT, "key", () -> reeve().start("two", 1, Start.key("k".repeat(256))));
        refused(
                ErrorCode.INVALID_INPUT,
                "label",
                () -> reeve().start("two", 1, Start.plain().label("a", "\0")));
        refused(
                ErrorCode.INVALID_INPUT,
                "priority",
                () -> reeve().start("two", 1, Start.plain().priority(5000)));
        refused(
                ErrorCode.INVALID_INPUT,
                "label l: character 1 is NUL",
                () -> reeve().list(ExecutionQuery.all().label("l", "\0")));
        refused(
                ErrorCode.NOT_FOUND,
                "no execution",
                () -> ((EmbeddedReeve) reeve()).handle(unknown()).status());
        refused(
                ErrorCode.NOT_FOUND,
                "no execution",
                () -> ((EmbeddedReeve) reeve()).handle(unknown()).actingAs("a").cancel("b"));
        refused(
                ErrorCode.NOT_FOUND,
                "no execution",
                () -> ((EmbeddedReeve) reeve()).handle(unknown()).awaitEnd(PATIENCE));

        assertThat(reeve().list(ExecutionQuery.all())).isEmpty();
    }

    @Test
    @DisplayName("O3: describe shows each step, history shows all events, and find and list find the execution")
    void executionsCanBeLookedAt() {
        twoSteps();
        honestAgent();
        Execution execution =
                reeve().start("two", new Order("o", 1), Start.key("k").label("shop", "bonn"));
        execution.awaitEnd(PATIENCE);

        ExecutionDescription description = execution.describe();
        assertThat(description.steps())
                .extracting(step -> step.step().toString() + " " + step.status() + " " + step.attempts())
                .containsExactly("first COMPLETED 1", "second COMPLETED 1");
        assertThat(description.steps()).extracting(StepDescription::now).containsOnly(new StepActivity.Idle());
        assertThat(execution.history())
                .extracting(HistoryEntry::event)
                .first()
                .isInstanceOf(Event.ExecutionStarted.class);
        assertThat(execution.history())
                .extracting(HistoryEntry::event)
                .last()
                .isInstanceOf(Event.ExecutionCompleted.class);
        assertThat(reeve().find("k")).contains(execution);
        assertThat(reeve().find("unknown")).isEmpty();
        assertThat(reeve().list(ExecutionQuery.all().label("shop", "bonn"))).hasSize(1);
        assertThat(reeve().list(ExecutionQuery.all().label("shop", "rome"))).isEmpty();
        assertThat(reeve().list(ExecutionQuery.all().status(ExecutionStatus.RUNNING)))
                .isEmpty();
    }
}
