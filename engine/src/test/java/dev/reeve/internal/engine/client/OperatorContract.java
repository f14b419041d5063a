package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Bulk;
import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.InboxGroup;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.Verb;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The guarantees of the engine for operators, on every store. */
public abstract class OperatorContract extends OthersContract {

    @Test
    @DisplayName("O2 I7: a paused execution is parked, survives a restart, hands nothing out, and continues "
            + "after a resume")
    void pausedAndResumed() throws InterruptedException {
        twoSteps();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        reeve().agent("tests")
                .action("test.first", Order.class, (order, step) -> {
                    begun.countDown();
                    free.await();
                    return Map.of("amount", order.amount());
                })
                .start();
        Execution execution = reeve().start("two", new Order("o1", 7), Start.key("o1"));
        begun.await();

        execution.actingAs("ann").recovery().pause("stock-taking");
        free.countDown();
        await().atMost(PATIENCE).until(() -> status(execution, "first") == StepStatus.COMPLETED);
        assertThat(execution.status()).isEqualTo(ExecutionStatus.PAUSED);
        assertThat(status(execution, "second")).isEqualTo(StepStatus.READY);
        assertThat(execution.summary().error()).isEqualTo("PAUSED: paused by ann: stock-taking");
        refused(
                ErrorCode.REFUSED,
                "already paused by ann",
                () -> execution.actingAs("bob").recovery().pause("me too"));
        await().atMost(PATIENCE).until(() -> reeve().health().stats().active() == 0);

        Reeve again = reopened();
        honestAgent();
        assertThat(reeve().list(ExecutionQuery.all().status(ExecutionStatus.PAUSED)))
                .hasSize(1);
        Execution found = again.find("o1").orElseThrow();
        assertThat(found.explain().toString()).contains("It is paused by ann");
        assertThat(status(found, "second")).isEqualTo(StepStatus.READY);

        found.actingAs("bob").recovery().resume("counted");
        assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(events(found, Event.ExecutionResumed.class))
                .containsExactly(new Event.ExecutionResumed("bob", "counted"));
        refused(
                ErrorCode.REFUSED,
                "has ended",
                () -> found.actingAs("ann").recovery().pause("too late"));
    }

    @Test
    @DisplayName("O2 F1: a retry that was due during a pause is made when it is resumed, also after a restart")
    void resumedRetry() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: waits
                version: 1
                steps:
                  nap: { wait: 200ms }
                  only: { after: [nap], action: test.first }
                """));
        Execution execution = reeve().start("waits", new Order("o1", 7), Start.key("o1"));
        execution.actingAs("ann").recovery().pause("stock-taking");
        reopened();
        honestAgent();
        Execution found = reeve().find("o1").orElseThrow();
        assertThat(status(found, "nap")).isEqualTo(StepStatus.WAITING);

        found.actingAs("ann").recovery().resume("counted");

        assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("O2 A2: an edited input is used by later attempts and the compensation, with its own key")
    void retriedWithAnotherInput() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: typo
                version: 1
                steps:
                  only: { action: test.only, retry: { maxAttempts: 1 }, onExhausted: escalate, compensate: test.undo }
                  last: { after: [only], action: test.last, onExhausted: escalate }
                """));
        reeve().agent("tests")
                .action("test.only", Order.class, (order, step) -> {
                    calls.add("only " + order.id() + " " + step.idempotencyKey());
                    if (order.amount() < 0) {
                        throw StepFailure.businessError("NEGATIVE", "not an amount");
                    }
                    return order.id();
                })
                .action("test.undo", Map.class, (input, step) -> {
                    calls.add("undo " + input + " " + step.idempotencyKey());
                    return null;
                })
                .action("test.last", Order.class, (order, step) -> {
                    throw StepFailure.businessError("NO", "no");
                })
                .start();
        Execution execution = reeve().start("typo", new Order("o1", -7));
        await().atMost(PATIENCE).until(() -> status(execution, "only") == StepStatus.ESCALATED);

        refused(
                ErrorCode.REFUSED,
                "it has no probe",
                () -> execution.actingAs("ann").recovery().probe("only", "to be sure"));
        execution.actingAs("ann").recovery().retry("only", new Order("o2", 7), "the sign was wrong");
        await().atMost(PATIENCE).until(() -> status(execution, "last") == StepStatus.ESCALATED);
        execution.actingAs("ann").recovery().compensate("recalled");

        ExecutionResult result = execution.awaitEnd(PATIENCE);
        assertThat(result.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(Objects.requireNonNull(result.failure()).message()).contains("ann", "recalled");
        String key = execution.id() + "/only";
        assertThat(calls)
                .containsExactly(
                        "only o1 " + key,
                        "only o2 " + key + "#2",
                        "undo {input={id=o2, amount=7}, output=o2} " + key + "/undo");
        assertThat(events(execution, Event.StepRetried.class).getFirst().input())
                .isEqualTo(new Json("{\"id\":\"o2\",\"amount\":7}"));
    }

    @Test
    @DisplayName("O5: a group of the inbox is retried, each step once, with actor and reason")
    void bulkRetry() {
        AtomicBoolean up = new AtomicBoolean();
        reeve().deploy(DefinitionReader.parse("""
                workflow: many
                version: 1
                steps:
                  only: { action: test.only, retry: { maxAttempts: 1 }, onExhausted: escalate }
                """));
        reeve().agent("tests")
                .action("test.only", Order.class, (order, step) -> {
                    if (!up.get() || order.amount() == 3) {
                        throw StepFailure.businessError(
                                order.amount() == 7 ? "OTHER" : "DOWN", "no answer for " + order.id());
                    }
                    return order.id();
                })
                .start();
        List<Execution> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            all.add(reeve().start("many", new Order("o" + i, i)));
        }
        await().atMost(PATIENCE).until(() -> all.stream().allMatch(one -> one.status() == ExecutionStatus.ESCALATED));
        up.set(true);
        InboxGroup group = reeve().inbox().groups().getFirst();
        assertThat(group.steps()).isEqualTo(11);

        BulkRequest retry = group.bulk(Verb.RETRY).perSecond(1000);
        assertThat(reeve().bulk().count(retry)).isEqualTo(11);
        refused(
                ErrorCode.REFUSED,
                "10 were expected, and another number matches now",
                () -> reeve().bulk().start(retry, 10, "r"));
        assertThat(reeve().bulk().list()).isEmpty();

        Bulk bulk = reeve().actingAs("ann").bulk().start(retry, 11, "the service is back");

        BulkProgress progress = bulk.await(PATIENCE);
        assertThat(progress.done()).isEqualTo(11);
        assertThat(progress.refused()).isZero();
        await().atMost(PATIENCE)
                .until(() -> all.stream()
                                .filter(one -> one.status() == ExecutionStatus.COMPLETED)
                                .count()
                        == 10);
        await().atMost(PATIENCE).until(() -> all.get(3).status() == ExecutionStatus.ESCALATED);
        for (Execution one : all) {
            assertThat(events(one, Event.StepRetried.class)).hasSize(one.equals(all.get(7)) ? 0 : 1);
        }
        assertThat(events(all.get(3), Event.StepRetried.class).getFirst())
                .isEqualTo(new Event.StepRetried(
                        StepPath.of("only"),
                        Purpose.FORWARD,
                        "ann",
                        "the service is back (bulk %s)".formatted(bulk.id())));
        assertThat(reeve().bulk().list()).hasSize(1);
        assertThat(reeve().bulk().list().getFirst().order().actor()).isEqualTo("ann");
    }

    @Test
    @DisplayName("O5: the group of steps that other executions do is counted, and a bulk operation selects it")
    void bulkOfChildren() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: inner
                version: 1
                steps:
                  no: { fail: { code: NOT_TODAY, message: closed } }
                """));
        reeve().deploy(DefinitionReader.parse("""
                workflow: outer
                version: 1
                steps:
                  ask: { workflow: inner, onExhausted: escalate }
                """));
        Execution execution = reeve().start("outer", new Order("o", 1));
        await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);
        InboxGroup group = reeve().inbox().groups().getFirst();
        assertThat(group.action()).isEqualTo("workflow inner");

        assertThat(reeve().bulk().count(group.bulk(Verb.SKIP))).isEqualTo(1);
        assertThat(reeve().bulk().count(group.bulk(Verb.CANCEL))).isEqualTo(1);
        BulkProgress progress = reeve().actingAs("ann")
                .bulk()
                .start(group.bulk(Verb.SKIP), 1, "not today")
                .await(PATIENCE);

        assertThat(progress.done()).isEqualTo(1);
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    /** One execution with as many items, each of which needs a person until the service is up. */
    private Execution items(int count, AtomicBoolean up) {
        reeve().deploy(DefinitionReader.parse("""
                workflow: files
                version: 1
                steps:
                  encode:
                    action: test.encode
                    forEach: "${ input }"
                    concurrency: %d
                    retry: { maxAttempts: 1 }
                    onExhausted: escalate
                  encode_all: { action: test.encode, retry: { maxAttempts: 1 }, onExhausted: escalate }
                """.formatted(count)));
        reeve().agent("tests")
                .action("test.encode", Object.class, (file, step) -> {
                    if (!up.get()) {
                        throw StepFailure.businessError("DOWN", "no answer");
                    }
                    return "encoded";
                })
                .start();
        Execution execution =
                reeve().start("files", IntStream.range(0, count).boxed().toList());
        await().atMost(PATIENCE)
                .until(() -> events(execution, Event.StepEscalated.class).size() == count + 1);
        return execution;
    }

    private List<String> retried(Execution execution) {
        return events(execution, Event.StepRetried.class).stream()
                .map(event -> event.step().toString())
                .toList();
    }

    @Test
    @DisplayName("O5: of an execution with many escalated steps all are counted and retried")
    void bulkOfManyItems() {
        AtomicBoolean up = new AtomicBoolean();
        Execution execution = items(150, up);
        up.set(true);

        InboxGroup group = reeve().inbox().groups().getFirst();
        assertThat(group.steps()).isEqualTo(151);
        BulkProgress progress = reeve().actingAs("ann")
                .bulk()
                .start(group.bulk(Verb.RETRY), "the service is back")
                .await(PATIENCE);

        assertThat(progress.done()).isEqualTo(151);
        assertThat(progress.refused()).isZero();
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("O5: the name of a step selects all its items, and a path selects one")
    void bulkByStep() {
        AtomicBoolean up = new AtomicBoolean();
        Execution execution = items(4, up);
        up.set(true);
        BulkRequest retry = BulkRequest.of(Verb.RETRY);

        reeve().actingAs("ann")
                .bulk()
                .start(retry.step("encode[3]"), "one first")
                .await(PATIENCE);
        assertThat(retried(execution)).containsExactly("encode[3]");
        reeve().actingAs("ann")
                .bulk()
                .start(retry.step("encode"), "now the others")
                .await(PATIENCE);

        assertThat(retried(execution)).containsExactly("encode[3]", "encode[0]", "encode[1]", "encode[2]");
        assertThat(status(execution, "encode_all")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("O5 F1: a bulk operation continues after a restart, repeats nothing, and can be stopped")
    void bulkAfterRestart() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: sleeps
                version: 1
                steps:
                  nap: { wait: 1d }
                """));
        for (int i = 0; i < 30; i++) {
            reeve().start("sleeps", new Order("o" + i, i), Start.key("o" + i));
        }
        Bulk before = reeve().actingAs("ann")
                .bulk()
                .start(BulkRequest.of(Verb.PAUSE).workflow("sleeps").perSecond(40), "stock-taking");
        await().atMost(PATIENCE).until(() -> paused() > 3);

        Bulk after = reopened().bulk().list().getFirst();

        assertThat(after.id()).isEqualTo(before.id());
        after.await(PATIENCE);
        assertThat(paused()).isEqualTo(30);
        for (int i = 0; i < 30; i++) {
            assertThat(events(reeve().find("o" + i).orElseThrow(), Event.ExecutionPaused.class))
                    .hasSize(1);
        }
        refused(ErrorCode.REFUSED, "has ended", () -> after.stop("too late"));

        Bulk slow =
                reeve().actingAs("ann").bulk().start(BulkRequest.of(Verb.RESUME).perSecond(4), "counted");
        await().atMost(PATIENCE).until(() -> paused() < 30);
        slow.stop("not yet");
        await().atMost(PATIENCE).until(() -> slow.status() == ExecutionStatus.CANCELLED);
        assertThat(paused()).isPositive();
    }

    private long paused() {
        return reeve().list(ExecutionQuery.all().status(ExecutionStatus.PAUSED)).size();
    }
}
