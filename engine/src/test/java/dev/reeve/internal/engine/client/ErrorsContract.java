package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Errors as data, decisions by code, and computed names, on a store, across restarts. */
public abstract class ErrorsContract extends LanguageContract {

    private void deploy(String definition) {
        reeve().deploy(DefinitionReader.parse(definition));
    }

    @Test
    @DisplayName("S7 F1: the error of a step is data for later steps, also after a restart, and so is the execution's")
    void errors() {
        deploy("""
                workflow: gift
                version: 1
                steps:
                  wrap: { action: gift.wrap, compensate: gift.unwrap, onExhausted: { OUT_OF_PAPER: continue, otherwise: escalate } }
                  go: { after: [wrap], await: go }
                  sorry: { after: [go], action: gift.sorry, input: "${ steps.wrap.error }" }
                  charge: { after: [sorry], action: card.charge, onExhausted: { DECLINED: compensate, otherwise: escalate } }
                finally:
                  tell: { action: mail.send, input: "${ execution.error }" }
                """);
        gifts();
        reeve().start("gift", Map.of(), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> reeve().health().stats().active() == 0);

        Reeve again = reopened();
        gifts();
        Execution found = again.find("o1").orElseThrow();
        found.actingAs("ann").signal("go", 1);
        ExecutionResult result = found.awaitEnd(PATIENCE);

        assertThat(result.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(result.output()).isNull();
        assertThat(Objects.requireNonNull(result.failure()).code()).isEqualTo("DECLINED");
        assertThat(Objects.requireNonNull(result.failure()).details()).isEqualTo(new Json("{\"left\":3}"));
        assertThat(result.failedStep()).isEqualTo(StepPath.of("charge"));
        assertThat(found.describe().failedStep()).isEqualTo(StepPath.of("charge"));
        assertThat(found.describe().failure()).isEqualTo(result.failure());
        assertThat(calls)
                .containsExactly(
                        "sorry OUT_OF_PAPER {backAt=monday}", "tell charge DECLINED no money BUSINESS {left=3}");
    }

    private void gifts() {
        reeve().agent("gifts")
                .action("gift.wrap", Map.class, (input, step) -> {
                    throw StepFailure.businessError("OUT_OF_PAPER", "no paper", Map.of("backAt", "monday"));
                })
                .action("gift.unwrap", Map.class, (input, step) -> calls.add("unwrap"))
                .action(
                        "gift.sorry",
                        Map.class,
                        (error, step) -> calls.add("sorry " + error.get("code") + " " + error.get("details")))
                .action("card.charge", Map.class, (input, step) -> {
                    throw StepFailure.businessError("DECLINED", "no money", Map.of("left", 3));
                })
                .action(
                        "mail.send",
                        Map.class,
                        (error, step) -> calls.add("tell %s %s %s %s %s"
                                .formatted(
                                        error.get("step"),
                                        error.get("code"),
                                        error.get("message"),
                                        error.get("cause"),
                                        error.get("details"))))
                .start();
    }

    @Test
    @DisplayName("R1: retries end with the time of giveUpAfter, also of a step that waits for an agent after a restart")
    void givenUpAfterATime() {
        deploy("""
                workflow: giving_up
                version: 1
                steps:
                  a: { action: test.busy, retry: { maxAttempts: 10000, backoff: 1ms, maxBackoff: 1ms, giveUpAfter: 200ms }, onExhausted: { BUSY: continue } }
                  b: { after: [a], action: test.once, retry: { backoff: 1ms, giveUpAfter: 1s } }
                """);
        reeve().agent("tests")
                .action("test.busy", Map.class, (input, step) -> {
                    throw StepFailure.transientError("BUSY", "later");
                })
                .start();
        Execution execution = reeve().start("giving_up", Map.of());
        await().atMost(PATIENCE).until(() -> execution.describe().steps().get(1).status() == StepStatus.READY);
        Agent once = reeve().agent("once")
                .action("test.once", Map.class, (input, step) -> {
                    calls.add("once");
                    throw StepFailure.throttled(Duration.ofMillis(300), "not now");
                })
                .start();
        await().atMost(PATIENCE).until(() -> calls.contains("once"));
        once.close();

        Execution found = reopened().find(execution.id()).orElseThrow();

        ExecutionResult result = found.awaitEnd(PATIENCE);
        assertThat(result.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(result.failedStep()).isEqualTo(StepPath.of("b"));
        assertThat(Objects.requireNonNull(result.failure()).cause()).isEqualTo(Cause.THROTTLED);
        assertThat(calls).containsExactly("once");
        assertThat(found.history().stream().map(HistoryEntry::event))
                .anyMatch(event -> event instanceof Event.StepNotStarted late
                        && late.step().equals(StepPath.of("b"))
                        && late.failure().equals(result.failure()));
    }

    @Test
    @DisplayName("S7: business failures are retried if 'on' names their code, and others are not if 'never' does")
    void retriedByCode() {
        deploy("""
                workflow: busy
                version: 1
                steps:
                  a: { action: test.busy, retry: { maxAttempts: 3, backoff: 1ms, on: [BUSY] } }
                  b: { after: [a], action: test.down, retry: { never: [DOWN] }, onExhausted: { DOWN: continue } }
                """);
        reeve().agent("tests")
                .action("test.busy", Map.class, (input, step) -> {
                    if (step.attempt() < 3) {
                        throw StepFailure.businessError("BUSY", "later");
                    }
                    return step.attempt();
                })
                .action("test.down", Map.class, (input, step) -> {
                    calls.add("down");
                    throw StepFailure.transientError("DOWN", "it is down");
                })
                .start();
        Execution execution = reeve().start("busy", Map.of());

        assertThat(execution.awaitEnd(PATIENCE).output()).isEqualTo(new Json("{\"a\":3}"));
        assertThat(calls).containsExactly("down");
    }

    private void shops() {
        reeve().agent("shops")
                .action("parcel.send", Map.class, (input, step) -> called("send", input))
                .action("parcel.export", Map.class, (input, step) -> called("export", input))
                .action("undo.send", Map.class, (input, step) -> called("undo send", input))
                .action("undo.export", Map.class, (input, step) -> called("undo export", input))
                .action("test.fail", Map.class, (input, step) -> {
                    throw StepFailure.businessError("NO_MONEY", "no money", Map.of("n", 1));
                })
                .start();
    }

    private Object called(String what, Map<?, ?> input) {
        calls.add(what + " " + input.get("n"));
        return Map.of("by", what);
    }

    @Test
    @DisplayName(
            "S7 F1: each item of a step has the action that its data gives, and is undone by the one of its output")
    void computedActions() {
        deploy("""
                workflow: deliver
                version: 1
                steps:
                  go: { await: go }
                  send:
                    after: [go]
                    forEach: "${ input.parcels }"
                    concurrency: 1
                    tolerate: 1
                    action: "parcel.${ item.how }"
                    oneOf: [parcel.send, parcel.export]
                    compensate: { action: "undo.${ output.by }", oneOf: [undo.send, undo.export], input: "${ item }" }
                  pay: { after: [send], action: test.fail }
                """);
        List<Map<String, Object>> parcels =
                List.of(Map.of("how", "export", "n", 1), Map.of("how", "swim", "n", 2), Map.of("how", "send", "n", 3));
        reeve().start("deliver", Map.of("parcels", parcels), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> reeve().health().stats().active() == 0);

        Reeve again = reopened();
        shops();
        Execution found = again.find("o1").orElseThrow();
        found.actingAs("ann").signal("go", 1);

        assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls).containsExactly("export 1", "send 3", "undo send 3", "undo export 1");
        assertThat(found.history().stream()
                        .map(HistoryEntry::event)
                        .filter(Event.StepReady.class::isInstance)
                        .map(event -> ((Event.StepReady) event).name())
                        .filter(Objects::nonNull))
                .containsExactly("parcel.export", "parcel.send", "undo.send", "undo.export");
        assertThat(failure(found, "send[1]").code()).isEqualTo("NAME_NOT_LISTED");
    }

    private static Failure failure(Execution execution, String step) {
        return execution.describe().steps().stream()
                .filter(one -> one.step().equals(StepPath.parse(step)))
                .map(one -> Objects.requireNonNull(one.failure()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("S7: the data chooses the workflow of a child, whose own code routes its failure")
    void computedWorkflows() {
        deploy("workflow: card\nversion: 1\nsteps: { charge: { action: test.fail } }\n");
        deploy("workflow: bill\nversion: 1\nsteps: { send: { action: parcel.send, input: { n: 7 } } }\n");
        deploy("""
                workflow: pay
                version: 1
                steps:
                  first: { workflow: "${ input.kind }", oneOf: [card, bill], onExhausted: { NO_MONEY: continue, otherwise: escalate } }
                  again:
                    after: [first]
                    when: "${ steps.first.error.details.code = 'NO_MONEY' }"
                    workflow: "${ steps.first.error.details.step = 'charge' ? 'bill' : 'card' }"
                    oneOf: [card, bill]
                output: "${ steps.first.error.details.details }"
                """);
        shops();
        Execution execution = reeve().start("pay", Map.of("kind", "card"));

        assertThat(execution.awaitEnd(PATIENCE).output()).isEqualTo(new Json("{\"n\":1}"));
        assertThat(failure(execution, "first").code()).isEqualTo("CHILD_FAILED");
        assertThat(calls).containsExactly("send 7");
        assertThat(status(execution, "again")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7: all workflows that can be started are looked for at deployment, and stay deployed")
    void namesOfWorkflows() {
        String parent = """
                workflow: parent
                version: 1
                steps: { part: { workflow: "${ input.kind }", oneOf: [card, bill] } }
                """;
        deploy("workflow: card\nversion: 1\nsteps: { rest: { wait: 1ms } }\n");

        assertThat(reeve().deploy(DefinitionReader.parse(parent)).missing()).containsExactly("bill");
        refused(
                ErrorCode.REFUSED,
                "steps of 1 deployed definitions start it (parent version 1)",
                () -> reeve().actingAs("ann").undeploy("card", 1, "old"));
        Execution unknown = reeve().start("parent", Map.of("kind", "bill"));
        assertThat(Objects.requireNonNull(unknown.awaitEnd(PATIENCE).failure()).code())
                .isEqualTo("WORKFLOW_UNKNOWN");
        assertThat(reeve().start("parent", Map.of("kind", "card"))
                        .awaitEnd(PATIENCE)
                        .status())
                .isEqualTo(ExecutionStatus.COMPLETED);
    }
}
