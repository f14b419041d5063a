package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The constructs of the language on a store, across restarts. */
public abstract class LanguageContract extends ChildrenContract {

    @Test
    @DisplayName("S7 F1: items that completed before a restart are not repeated, and the others run")
    void itemsAcrossARestart() throws InterruptedException {
        reeve().deploy(DefinitionReader.parse("""
                workflow: encode
                version: 1
                steps:
                  encode:
                    action: media.encode
                    forEach: "${ input }"
                    as: file
                    concurrency: 2
                    input: { file: "${ file }", number: "${ index }" }
                  done: { after: [encode], action: media.publish, input: "${ steps.encode.output }" }
                output: "${ steps.done.output }"
                """));
        CountDownLatch held = new CountDownLatch(1);
        encoding(4, held);
        Execution execution = reeve().start("encode", List.of("a", "b", "c", "d", "e", "f"), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> calls.size() >= 6);

        Reeve again = reopened();
        held.countDown();
        encoding(Integer.MAX_VALUE, held);
        Execution found = again.find("o1").orElseThrow();

        assertThat(found.awaitEnd(PATIENCE).output()).isEqualTo(new Json("[\"A\",\"B\",\"C\",\"D\",\"E\",\"F\"]"));
        for (String file : List.of("a", "b", "c", "d")) {
            assertThat(calls.stream().filter(file::equals)).as(file).hasSize(1);
        }
        assertThat(found.id()).isEqualTo(execution.id());
        assertThat(found.describe().steps())
                .filteredOn(step -> step.step().step().equals("encode"))
                .hasSize(7)
                .allMatch(step -> step.status() == StepStatus.COMPLETED);
    }

    /** Files from this number on are never done. */
    private void encoding(int from, CountDownLatch held) {
        reeve().agent("media")
                .action("media.encode", Map.class, (input, step) -> {
                    calls.add(String.valueOf(input.get("file")));
                    if (input.get("number") instanceof Number number && number.intValue() >= from) {
                        held.await();
                    }
                    return String.valueOf(input.get("file")).toUpperCase(java.util.Locale.ROOT);
                })
                .action("media.publish", List.class, (files, step) -> files)
                .start();
    }

    @Test
    @DisplayName("C1: completed items are undone when one too many fails")
    void itemsUndone() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: book
                version: 1
                steps:
                  book: { action: seat.book, forEach: "${ input }", concurrency: 1, compensate: seat.free }
                """));
        reeve().agent("seats")
                .action("seat.book", Integer.class, (seat, step) -> {
                    if (seat == 3) {
                        throw StepFailure.businessError("TAKEN", "seat 3 is taken");
                    }
                    return "ticket " + seat;
                })
                .action("seat.free", Map.class, (booking, step) -> {
                    calls.add(booking.get("input") + " " + booking.get("output"));
                    return null;
                })
                .start();
        Execution execution = reeve().start("book", List.of(1, 2, 3, 4));

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls).containsExactly("2 ticket 2", "1 ticket 1");
    }

    @Test
    @DisplayName("S7 F1: a step repeats until its condition holds, also over a restart")
    void repeatedAcrossARestart() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: poll
                version: 1
                steps:
                  poll: { action: job.status, repeat: { until: "${ output.done }", delay: 200ms, max: 100 } }
                output: "${ steps.poll.output.n }"
                """));
        AtomicInteger asked = new AtomicInteger();
        polled(asked);
        reeve().start("poll", Map.of(), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> asked.get() >= 2);

        Reeve again = reopened();
        polled(asked);

        assertThat(again.find("o1").orElseThrow().await(Integer.class, PATIENCE))
                .isGreaterThanOrEqualTo(5);
        assertThat(calls).as("A2: each round has a key of its own").doesNotHaveDuplicates();
    }

    private void polled(AtomicInteger asked) {
        reeve().agent("jobs")
                .action("job.status", Map.class, (input, step) -> {
                    if (step.attempt() == 1 || asked.get() > 0) {
                        calls.add(step.idempotencyKey() + " " + step.attempt());
                    }
                    int n = asked.incrementAndGet();
                    return Map.of("n", n, "done", n >= 5);
                })
                .start();
    }

    @Test
    @DisplayName("S7 F1: a step waits for a signal over a restart, early signals are kept, and each counts once")
    void signals() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: approval
                version: 1
                steps:
                  approval: { await: { signal: approved, schema: { type: object, required: [by] } } }
                  paid: { after: [approval], await: paid }
                output: { by: "${ steps.approval.output.by }", paid: "${ steps.paid.output }" }
                """));
        Execution execution = reeve().start("approval", Map.of(), Start.key("o1"));
        execution.actingAs("bank").signalOnce("paid", 12, "payment-7");
        await().atMost(PATIENCE).until(() -> reeve().health().stats().active() == 0);

        Execution found = reopened().find("o1").orElseThrow();
        found.actingAs("bank").signalOnce("paid", 12, "payment-7");
        refused(
                ErrorCode.NOT_FOUND,
                "expected one of approved, paid",
                () -> found.actingAs("ann").signal("aproved", Map.of()));
        refused(ErrorCode.INVALID_INPUT, "by", () -> found.actingAs("ann").signal("approved", Map.of()));
        found.actingAs("ann").signal("approved", Map.of("by", "ann"));

        assertThat(found.awaitEnd(PATIENCE).output()).isEqualTo(new Json("{\"by\":\"ann\",\"paid\":12}"));
        refused(ErrorCode.REFUSED, "has ended", () -> found.actingAs("bank").signal("paid", 1));
    }

    @Test
    @DisplayName("S7: without a signal in time the step takes its default, and a switch chooses the next step")
    void choices() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: route
                version: 1
                steps:
                  approval: { await: { signal: approved, timeout: 100ms, default: { approved: false } } }
                  route:
                    after: [approval]
                    switch: { yes: "${ steps.approval.output.approved }", no: otherwise }
                  ship: { after: [route.yes], action: test.ship }
                  reject: { after: [route.no], action: test.reject }
                  told: { after: [ship, reject], action: test.tell }
                """));
        reeve().agent("tests")
                .action("test.ship", Map.class, (input, step) -> calls.add("ship"))
                .action("test.reject", Map.class, (input, step) -> calls.add("reject"))
                .action("test.tell", Map.class, (input, step) -> calls.add("tell"))
                .start();
        Execution late = reeve().start("route", Map.of());
        assertThat(late.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);

        assertThat(calls).containsExactly("reject", "tell");
        assertThat(status(late, "ship")).isEqualTo(StepStatus.SKIPPED);
    }

    @Test
    @DisplayName("S7 F1: a step completes the execution: attempts and children are cancelled, waits end")
    void completedEarly() {
        slowChild();
        reeve().deploy(DefinitionReader.parse("""
                workflow: early
                version: 1
                steps:
                  child: { workflow: slow_child }
                  slow: { action: test.slow, completeBy: 1h }
                  later: { wait: 10d }
                  go: { await: go }
                  sum: { after: [go], value: { n: "${ steps.go.output + 1 }" } }
                  done: { after: [sum], complete: { early: "${ steps.sum.output.n }" } }
                  never: { after: [slow], action: test.never }
                """));
        CountDownLatch begun = new CountDownLatch(1);
        reeve().agent("tests")
                .action("test.book", Map.class, (input, step) -> calls.add("book"))
                .action("test.free", Map.class, (input, step) -> calls.add("free"))
                .action("test.never", Map.class, (input, step) -> calls.add("never"))
                .action("test.slow", Map.class, (input, step) -> {
                    begun.countDown();
                    await().atMost(PATIENCE).until(step::cancelled);
                    return null;
                })
                .start();
        Execution execution = reeve().start("early", Map.of(), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> begun.getCount() == 0 && calls.contains("book"));

        execution.actingAs("ann").signal("go", 1);

        assertThat(execution.awaitEnd(PATIENCE).output()).isEqualTo(new Json("{\"early\":2}"));
        assertThat(calls).containsExactly("book", "free");
        assertThat(status(execution, "later")).isEqualTo(StepStatus.SKIPPED);
        Execution found = reopened().find("o1").orElseThrow();
        assertThat(found.awaitEnd(PATIENCE).output()).isEqualTo(new Json("{\"early\":2}"));
    }

    @Test
    @DisplayName("S7: a step fails on purpose with its code, text and data, and what was done is undone")
    void failsOnPurpose() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: reject
                version: 1
                steps:
                  book: { action: test.book, compensate: test.free }
                  no: { after: [book], fail: { code: TOO_RISKY, message: "n is ${ input.n }", details: { n: "${ input.n }" } } }
                """));
        reeve().agent("tests")
                .action("test.book", Map.class, (input, step) -> calls.add("book"))
                .action("test.free", Map.class, (input, step) -> calls.add("free"))
                .start();
        Execution execution = reeve().start("reject", Map.of("n", 7));

        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(execution.awaitEnd(PATIENCE).failure())
                .isEqualTo(new Failure(Cause.BUSINESS, "TOO_RISKY", "n is 7", new Json("{\"n\":7}"), null, false));
        assertThat(calls).containsExactly("book", "free");
    }

    @Test
    @DisplayName("C6: past a pivot an execution is not undone, and failures need a person")
    void pivot() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: pivot
                version: 1
                steps:
                  reserve: { action: test.reserve, compensate: test.release }
                  pay: { after: [reserve], action: test.pay, pivot: true }
                  ship: { after: [pay], action: test.ship, retry: { maxAttempts: 1 } }
                """));
        reeve().agent("tests")
                .action("test.reserve", Map.class, (input, step) -> 1)
                .action("test.release", Map.class, (input, step) -> calls.add("release"))
                .action("test.pay", Map.class, (input, step) -> 2)
                .action("test.ship", Map.class, (input, step) -> {
                    throw StepFailure.businessError("NO", "no ship");
                })
                .start();
        Execution execution = reeve().start("pivot", Map.of());
        await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);

        refused(ErrorCode.REFUSED, "pivot", () -> execution.actingAs("ann").cancel("no"));
        execution.actingAs("ann").recovery().resolve("ship", "by hand");
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls).isEmpty();
    }
}
