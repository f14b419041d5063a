package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Steps that are executions of their own, on a store, across restarts. */
public abstract class ChildrenContract extends RerunContract {

    private void deploy() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: ship
                version: 1
                input: { schema: { type: object, required: [parcel] } }
                steps:
                  book: { action: courier.book, compensate: courier.cancel }
                  label: { after: [book], action: label.print, compensate: label.void }
                output: "${ steps.label.output }"
                """));
        reeve().deploy(DefinitionReader.parse("""
                workflow: order
                version: 1
                steps:
                  ship:
                    forEach: "${ input.parcels }"
                    concurrency: 3
                    workflow: ship
                    input: { parcel: "${ item }" }
                  bill: { after: [ship], action: bill.send }
                output: "${ steps.ship.output }"
                """));
        reeve().deploy(DefinitionReader.parse("""
                workflow: nested
                version: 1
                steps:
                  order: { workflow: order }
                  last: { after: [order], action: last.do, when: "${ input.last }" }
                """));
    }

    /** @param held the signal that the printer of parcel 'slow' waits for */
    private void agents(CountDownLatch held) {
        reeve().agent("shop")
                .action("courier.book", Map.class, (input, step) -> {
                    calls.add("book " + input.get("parcel"));
                    return "booked";
                })
                .action("courier.cancel", Map.class, (done, step) -> {
                    calls.add("cancel " + parcel(done));
                    return null;
                })
                .action("label.print", Map.class, (input, step) -> {
                    if ("slow".equals(input.get("parcel"))) {
                        calls.add("holding");
                        held.await();
                    }
                    if ("torn".equals(input.get("parcel"))) {
                        throw StepFailure.businessError("TORN", "the label is torn");
                    }
                    return "label of " + input.get("parcel");
                })
                .action("label.void", Map.class, (done, step) -> {
                    calls.add("void " + parcel(done));
                    return null;
                })
                .action("bill.send", Map.class, (input, step) -> {
                    if (input.containsKey("broke")) {
                        throw StepFailure.businessError("BROKE", "nobody pays");
                    }
                    return "billed";
                })
                .action("last.do", Map.class, (input, step) -> {
                    throw StepFailure.businessError("LAST", "the last one fails");
                })
                .start();
    }

    private static Object parcel(Map<?, ?> done) {
        return done.get("input") instanceof Map<?, ?> input ? String.valueOf(input.get("parcel")) : "?";
    }

    private static ExecutionId child(Execution execution, String step) {
        return execution.describe().steps().stream()
                .filter(one -> one.step().equals(StepPath.parse(step)))
                .findFirst()
                .map(StepDescription::child)
                .orElseThrow();
    }

    @Test
    @DisplayName("S7: children run the items of a step, and their outputs are its output")
    void childrenDoTheWork() {
        deploy();
        agents(new CountDownLatch(0));

        Execution order = reeve().start("order", Map.of("parcels", List.of("a", "b", "c", "d", "e")));

        assertThat(order.awaitEnd(PATIENCE).output())
                .isEqualTo(new Json("[\"label of a\",\"label of b\",\"label of c\",\"label of d\",\"label of e\"]"));
        Execution first = reeve().find(child(order, "ship[0]")).orElseThrow();
        assertThat(first.describe().summary().workflow()).isEqualTo("ship");
        assertThat(first.describe().parent()).isEqualTo(order.id());
        assertThat(calls).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("C3: a failed child undoes itself, and completed ones are undone by executions of their own")
    void childrenAreUndone() {
        deploy();
        agents(new CountDownLatch(0));

        Execution order = reeve().start("order", Map.of("parcels", List.of("a", "b"), "broke", true));
        Execution torn = reeve().start("order", Map.of("parcels", List.of("c", "torn")));

        assertThat(order.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(torn.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        for (String parcel : List.of("a", "b", "c")) {
            assertThat(calls).containsOnlyOnce("void " + parcel, "cancel " + parcel);
            assertThat(List.copyOf(calls)).containsSubsequence("void " + parcel, "cancel " + parcel);
        }
        assertThat(calls).containsOnlyOnce("cancel torn").doesNotContain("void torn");
        assertThat(reeve().find(child(order, "ship[0]"))
                        .orElseThrow()
                        .describe()
                        .status())
                .isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("C3: the children of a child are undone")
    void grandchildrenAreUndone() {
        deploy();
        agents(new CountDownLatch(0));

        Execution nested = reeve().start("nested", Map.of("parcels", List.of("a", "b"), "last", true));

        assertThat(nested.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls).containsOnlyOnce("void a", "cancel a", "void b", "cancel b");
    }

    @Test
    @DisplayName("C4 F1: a cancel reaches the children, over a restart, and the parent waits for them")
    void cancelTravelsDown() {
        deploy();
        CountDownLatch held = new CountDownLatch(1);
        agents(held);
        Execution nested =
                reeve().start("nested", Map.of("parcels", List.of("a", "slow"), "last", true), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> calls.contains("holding"));

        nested.actingAs("ann").cancel("not wanted");
        Reeve again = reopened();
        held.countDown();
        agents(held);

        assertThat(again.find("o1").orElseThrow().awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(calls).containsOnlyOnce("cancel a", "cancel slow");
        Execution order =
                again.find(child(again.find("o1").orElseThrow(), "order")).orElseThrow();
        assertThat(order.describe().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("F1: children that completed before a restart are not repeated, and the others run")
    void childrenAcrossARestart() {
        deploy();
        CountDownLatch held = new CountDownLatch(1);
        agents(held);
        List<String> parcels =
                IntStream.range(0, 20).mapToObj(i -> i == 7 ? "slow" : "p" + i).toList();
        reeve().start("order", Map.of("parcels", parcels), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> calls.contains("holding"));

        Reeve again = reopened();
        held.countDown();
        agents(held);

        assertThat(again.find("o1").orElseThrow().awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls.stream().filter(call -> call.startsWith("book "))).hasSize(20);
    }

    /** Ships one parcel after the other, and then fails if the input says so. */
    private void deployRounds() {
        deploy();
        reeve().deploy(DefinitionReader.parse("""
                workflow: one_by_one
                version: 1
                steps:
                  ship:
                    workflow: ship
                    input: { parcel: "${ input.parcels[$$.round - 1] }", before: "${ previous }" }
                    repeat: { until: "${ round = $count(input.parcels) }", delay: 0s }
                  bill: { after: [ship], action: bill.send }
                output: "${ steps.ship.output }"
                """));
    }

    @Test
    @DisplayName("S7: each round is a child of its own, and a restart repeats none of them")
    void roundsAcrossARestart() {
        deployRounds();
        CountDownLatch held = new CountDownLatch(1);
        agents(held);
        List<String> parcels =
                IntStream.range(0, 12).mapToObj(i -> i == 7 ? "slow" : "p" + i).toList();
        reeve().start("one_by_one", Map.of("parcels", parcels), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> calls.contains("holding"));

        Reeve again = reopened();
        held.countDown();
        agents(held);

        Execution one = again.find("o1").orElseThrow();
        assertThat(one.awaitEnd(PATIENCE).output()).isEqualTo(new Json("\"label of p11\""));
        assertThat(calls.stream().filter(call -> call.startsWith("book ")))
                .containsExactlyElementsOf(
                        parcels.stream().map(parcel -> "book " + parcel).toList());
        Execution last = again.find(child(one, "ship")).orElseThrow();
        assertThat(last.describe().parent()).isEqualTo(one.id());
    }

    @Test
    @DisplayName("C3 F1: rounds are undone from the last to the first, over a restart")
    void roundsAreUndone() {
        deployRounds();
        CountDownLatch held = new CountDownLatch(0);
        agents(held);
        reeve().start("one_by_one", Map.of("parcels", List.of("a", "b", "c", "d"), "broke", true), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> calls.contains("cancel d"));

        Reeve again = reopened();
        agents(held);

        assertThat(again.find("o1").orElseThrow().awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls.stream().filter(call -> call.startsWith("cancel ")).distinct())
                .containsExactly("cancel d", "cancel c", "cancel b", "cancel a");
    }

    @Test
    @DisplayName("A missing workflow and an input that does not match its schema fail the step")
    void badChildren() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: bad
                version: 1
                steps:
                  gone: { workflow: nobody, when: "${ input.gone }", onExhausted: escalate }
                  ship: { workflow: ship, onExhausted: escalate }
                """));
        deploy();
        Execution bad = reeve().start("bad", Map.of("gone", true));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bad.describe().steps())
                        .extracting(StepDescription::status)
                        .containsExactly(StepStatus.ESCALATED, StepStatus.ESCALATED));
        assertThat(bad.describe().steps())
                .extracting(step -> step.failure() == null ? "" : step.failure().code())
                .containsExactly("WORKFLOW_UNKNOWN", "INPUT_INVALID");
        bad.actingAs("ann").cancel("bad");
        assertThat(bad.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
    }
}
