package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Signals to the execution of a key, which is started if there is none, on every store. */
public abstract class SignalledStartContract extends EngineFixture {

    private static final Map<String, Object> INPUT = Map.of("customer", "c-1");
    private static final Start ANEW = Start.key("order-1").keyPolicy(KeyPolicy.RETURN_OPEN);
    private static final int BYTES = 1_048_577;

    private void orders() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: paid_order
                version: 1
                input: { schema: { type: object, required: [customer] } }
                steps:
                  payment: { await: { signal: payment, schema: { type: object, required: [amount] } } }
                  closed: { await: closed, after: [payment] }
                output: "${ steps.payment.output }"
                """));
    }

    /** An execution that ends with its first signal. */
    private void calls() {
        reeve().deploy(DefinitionReader.parse("workflow: call\nsteps: { go: { await: go } }"));
    }

    private static Signal payment(String id) {
        return Signal.of("payment", Map.of("amount", 10)).withId(id);
    }

    private Execution paid(Start how, String id) {
        return reeve().signalWithStart("paid_order", INPUT, how, payment(id));
    }

    private List<ExecutionSummary> executions() {
        return reeve().list(ExecutionQuery.all().limit(1_000));
    }

    private static List<String> received(Execution execution) {
        return events(execution, Event.SignalReceived.class).stream()
                .filter(signal -> !signal.signal().equals("closed"))
                .map(signal -> Objects.requireNonNull(signal.id()))
                .toList();
    }

    private List<String> receivedByAll() {
        List<String> all = new ArrayList<>();
        executions().forEach(each -> all.addAll(received(reeve().find(each.id()).orElseThrow())));
        return all;
    }

    private Execution closed(Execution execution) {
        execution.signal("closed", 1);
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        return execution;
    }

    @Test
    @DisplayName("S2 S7: a new execution has the signal in its first transaction, and its first step takes it")
    void startsWithTheSignal() {
        orders();

        Execution execution = paid(Start.key("order-1").label("shop", "berlin"), "m1");

        List<HistoryEntry> history = execution.history();
        assertThat(history.get(0).event()).isInstanceOf(Event.ExecutionStarted.class);
        assertThat(history.get(1).event()).isInstanceOf(Event.SignalReceived.class);
        assertThat(history.get(1).seq()).isEqualTo(history.get(0).seq());
        assertThat(events(execution, Event.SignalTaken.class)).hasSize(1);
        assertThat(reeve().list(ExecutionQuery.all().label("shop", "berlin"))).hasSize(1);
        assertThat(object(closed(execution))).isEqualTo(Map.of("amount", 10));
    }

    @Test
    @DisplayName("S2 S7: an open execution gets the signal, also one with another input; each id counts once")
    void anOpenOneGetsIt() {
        orders();
        Execution open = reeve().start("paid_order", Map.of("customer", "another"), Start.key("order-1"));

        assertThat(paid(Start.key("order-1"), "m1").id()).isEqualTo(open.id());
        assertThat(paid(ANEW, "m2").id()).isEqualTo(open.id());
        assertThat(paid(ANEW, "m1").id()).isEqualTo(open.id());
        reopened();
        assertThat(paid(ANEW, "m2").id()).isEqualTo(open.id());

        Execution same = reeve().find("order-1").orElseThrow();
        assertThat(received(same)).containsExactly("m1", "m2");
        assertThat(executions()).hasSize(1);
        reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of("payment", Map.of("amount", 1)));
        reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of("payment", Map.of("amount", 1)));
        assertThat(events(same, Event.SignalReceived.class))
                .as("signals without an id")
                .hasSize(4);
    }

    @Test
    @DisplayName("S2 S7: after the end RETURN refuses and RETURN_OPEN begins another one; a repetition finds the first")
    void afterTheEnd() {
        orders();
        Start first = ANEW.request("r1");
        Execution ended = closed(paid(first, "m1"));

        refused(ErrorCode.REFUSED, "RETURN_OPEN", () -> paid(Start.key("order-1"), "m2"));
        refused(ErrorCode.REFUSED, "another request", () -> paid(first, "m2"));
        for (Start again : List.of(first, ANEW, Start.key("order-1"))) {
            assertThat(paid(again, "m1").id())
                    .as("a signal that it has is recognised after its end")
                    .isEqualTo(ended.id());
        }
        reopened();
        assertThat(paid(ANEW, "m1").id()).isEqualTo(ended.id());
        Execution next = paid(ANEW, "m2");

        assertThat(next.id()).isNotEqualTo(ended.id());
        assertThat(received(next)).containsExactly("m2");
        assertThat(paid(ANEW, "m3").id()).isEqualTo(next.id());
        assertThat(received(reeve().find(ended.id()).orElseThrow())).containsExactly("m1");
        assertThat(executions()).hasSize(2);
    }

    @Test
    @DisplayName("S2 S7: a repetition is recognised after other executions of the key have begun and ended")
    void afterOtherExecutions() {
        calls();
        List<ExecutionId> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ids.add(called("m" + i));
            reeve().find(ids.getLast()).orElseThrow().awaitEnd(PATIENCE);
        }
        assertThat(ids).doesNotHaveDuplicates();

        for (int i = 0; i < 12; i++) {
            assertThat(called("m" + i)).isEqualTo(ids.get(i));
        }
        Execution open = reeve().start("call", Map.of(), Start.key("c").keyPolicy(KeyPolicy.RETURN_OPEN));
        assertThat(called("m3")).as("while another one is open").isEqualTo(ids.get(3));
        assertThat(received(open)).isEmpty();
        reopened();
        assertThat(called("m3")).isEqualTo(ids.get(3));
        assertThat(called("m12")).isEqualTo(open.id());
        assertThat(receivedByAll()).hasSize(13).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName(
            "S2: a start that is repeated after others of its key have begun and ended is recognised by its request")
    void startsAfterOtherExecutions() {
        calls();
        Start how = Start.key("c").keyPolicy(KeyPolicy.RETURN_OPEN);
        List<ExecutionId> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Execution execution = reeve().start("call", Map.of(), how.request("r" + i));
            execution.signal("go", 1);
            execution.awaitEnd(PATIENCE);
            ids.add(execution.id());
        }

        for (KeyPolicy policy : List.of(KeyPolicy.RETURN_OPEN, KeyPolicy.REFUSE_OPEN)) {
            for (int i = 0; i < 5; i++) {
                Start again = how.keyPolicy(policy).request("r" + i);
                assertThat(reeve().start("call", Map.of(), again).id()).isEqualTo(ids.get(i));
            }
        }
        refused(
                ErrorCode.CONFLICT,
                "another workflow or input",
                () -> reeve().start("call", Map.of("n", 1), how.request("r2")));
        assertThat(reeve().startAsync("call", Map.of(), how.request("r2")))
                .succeedsWithin(PATIENCE)
                .extracting(Execution::id)
                .isEqualTo(ids.get(2));
        assertThat(reeve().start("call", Map.of(), how.request("r5")).id()).isNotIn(ids);
        assertThat(executions()).hasSize(6);
    }

    @Test
    @DisplayName("S7: a repetition is recognised while its execution is being undone")
    void repeatedWhileUndone() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: hold
                steps:
                  hold: { action: test.hold, compensate: test.release }
                  come: { await: come, after: [hold] }
                  go: { await: go, after: [come] }
                """));
        echo(reeve(), "test.hold");
        Start how = Start.key("h").keyPolicy(KeyPolicy.RETURN_OPEN);
        Signal come = Signal.of("come", 1).withId("m1");
        Execution execution = reeve().signalWithStart("hold", Map.of(), how, come);
        org.awaitility.Awaitility.await()
                .until(() -> !events(execution, Event.StepWaiting.class).isEmpty());
        execution.cancel("no longer wanted");

        assertThat(reeve().signalWithStart("hold", Map.of(), how, come).id()).isEqualTo(execution.id());
        assertThat(executions()).hasSize(1);
    }

    @Test
    @DisplayName("S7: without an id a repetition after the end is recognised by its request and its data")
    void recognisedByTheRequest() {
        calls();
        Start how = Start.key("c").keyPolicy(KeyPolicy.RETURN_OPEN).request("r1");
        Execution ended = reeve().signalWithStart("call", Map.of(), how, Signal.of("go", Map.of("n", 1)));
        ended.awaitEnd(PATIENCE);

        assertThat(reeve().signalWithStart("call", Map.of(), how, Signal.of("go", Map.of("n", 1)))
                        .id())
                .isEqualTo(ended.id());
        refused(
                ErrorCode.REFUSED,
                "another request",
                () -> reeve().signalWithStart("call", Map.of(), how, Signal.of("go", Map.of("n", 2))));
        assertThat(executions()).hasSize(1);
    }

    @Test
    @DisplayName(
            "S7: a signal that an open execution took is recognised after its end, also if another call started it")
    void takenByAnOpenOne() {
        orders();
        Execution open = reeve().start("paid_order", INPUT, Start.key("order-1"));
        paid(ANEW.request("r1"), "m1");
        closed(open);

        assertThat(paid(ANEW.request("r1"), "m1").id()).isEqualTo(open.id());
        assertThat(executions()).hasSize(1);
    }

    @Test
    @DisplayName("S7 S9: the definition of the open execution decides, and not the newest version of its workflow")
    void olderVersions() {
        orders();
        Execution open = reeve().start("paid_order", INPUT, Start.key("order-1"));
        reeve().deploy(DefinitionReader.parse("""
                workflow: paid_order
                version: 2
                input: { schema: { type: object, required: [shop] } }
                steps: { other: { await: other } }
                """));

        assertThat(paid(ANEW, "m1").id()).isEqualTo(open.id());
        assertThat(received(open)).containsExactly("m1");
        refused(
                ErrorCode.NOT_FOUND,
                "expected one of payment, closed",
                () -> reeve().signalWithStart(
                                "paid_order",
                                Map.of("shop", "s"),
                                ANEW,
                                Signal.of("other", 1).withId("m2")));
        closed(open);
        refused(ErrorCode.INVALID_INPUT, "shop", () -> paid(ANEW, "m3"));
        assertThat(paid(ANEW.version(1), "m3").id()).isNotEqualTo(open.id());
    }

    @Test
    @DisplayName("S2: a call that the definition or the key refuses stores nothing")
    void refusals() {
        orders();
        calls();
        Signal good = payment("m1");

        refused(ErrorCode.INVALID_INPUT, "key", () -> paid(Start.plain(), "m1"));
        for (KeyPolicy policy : List.of(KeyPolicy.REFUSE, KeyPolicy.REFUSE_OPEN)) {
            refused(
                    ErrorCode.INVALID_INPUT,
                    "expected RETURN or RETURN_OPEN",
                    () -> paid(Start.key("order-1").keyPolicy(policy), "m1"));
        }
        refused(ErrorCode.WORKFLOW_UNKNOWN, "none", () -> reeve().signalWithStart("none", INPUT, ANEW, good));
        refused(ErrorCode.INVALID_INPUT, "customer", () -> reeve().signalWithStart("paid_order", Map.of(), ANEW, good));
        refused(
                ErrorCode.NOT_FOUND,
                "no step of it waits for a signal 'unknown'; expected one of payment, closed",
                () -> reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of("unknown", 1)));
        refused(
                ErrorCode.INVALID_INPUT,
                "amount",
                () -> reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of("payment", Map.of())));
        assertThat(executions()).isEmpty();

        reeve().start("call", Map.of(), Start.key("order-1"));
        refused(ErrorCode.CONFLICT, "another workflow", () -> paid(ANEW, "m1"));
        assertThat(receivedByAll()).isEmpty();
    }

    @Test
    @DisplayName("C1: hostile names, ids, keys and sizes are refused, and nothing is stored")
    void hostile() {
        orders();
        String large = "x".repeat(BYTES);
        for (String name : List.of("", "a\0b", "\ud800", "x".repeat(256))) {
            refusedAsInvalid(() -> reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of(name, 1)));
            refusedAsInvalid(() -> paid(ANEW, name));
            refusedAsInvalid(() -> paid(Start.key(name), "m1"));
        }
        refusedAsInvalid(() ->
                reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of("payment", Map.of("amount", large))));
        refusedAsInvalid(() -> reeve().signalWithStart("paid_order", Map.of("customer", large), ANEW, payment("m1")));
        refusedAsInvalid(() -> reeve().signalWithStart("paid_order", INPUT, ANEW, Signal.of("payment", new Object())));

        assertThat(executions()).isEmpty();
    }

    private static void refusedAsInvalid(Callable<?> call) {
        refused(ErrorCode.INVALID_INPUT, "", call::call);
    }

    @Test
    @DisplayName("S7: an execution that is being undone refuses the signal, and no other one is started")
    void beingUndone() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: hold
                steps:
                  hold: { action: test.hold, compensate: test.release }
                  go: { await: go, after: [hold] }
                """));
        echo(reeve(), "test.hold");
        Start how = Start.key("h").keyPolicy(KeyPolicy.RETURN_OPEN);
        Execution execution = reeve().start("hold", Map.of(), how);
        org.awaitility.Awaitility.await()
                .until(() -> !events(execution, Event.StepWaiting.class).isEmpty());
        execution.cancel("no longer wanted");

        refused(
                ErrorCode.REFUSED,
                "being undone",
                () -> reeve().signalWithStart("hold", Map.of(), how, Signal.of("go", 1)));
        assertThat(executions()).hasSize(1);
    }

    @Test
    @DisplayName("S2: an execution that begins later has the signal from its start")
    void delayed() {
        orders();

        Execution execution = paid(Start.key("order-1").after(Duration.ofMillis(300)), "m1");

        assertThat(execution.history().stream()
                        .limit(3)
                        .<Class<?>>map(each -> each.event().getClass()))
                .containsExactly(
                        Event.ExecutionStarted.class, Event.ExecutionDelayed.class, Event.SignalReceived.class);
        closed(execution);
        assertThat(received(execution)).containsExactly("m1");
    }

    @Test
    @DisplayName("The future completes with the execution, or fails with the very exception")
    void asynchronously() throws Exception {
        orders();
        Execution execution = reeve().signalWithStartAsync("paid_order", INPUT, ANEW, payment("m1"))
                .toCompletableFuture()
                .get();
        assertThat(received(execution)).containsExactly("m1");

        Throwable error = reeve().signalWithStartAsync("paid_order", INPUT, ANEW, Signal.of("unknown", 1))
                .handle((value, failure) -> failure)
                .toCompletableFuture()
                .get();
        assertThat(error)
                .isInstanceOfSatisfying(
                        ReeveException.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    @DisplayName("S2 S7: each signal of many concurrent callers counts once, while executions begin and end")
    void races() throws Exception {
        calls();
        List<Callable<ExecutionId>> callers = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            String id = "m" + i;
            callers.add(() -> called(id));
        }

        Set<ExecutionId> answers = new HashSet<>(concurrently(callers));

        assertThat(receivedByAll()).hasSize(48).doesNotHaveDuplicates();
        assertThat(executions()).extracting(ExecutionSummary::id).containsExactlyInAnyOrderElementsOf(answers);
        assertThat(executions())
                .allSatisfy(each -> assertThat(received(reeve().find(each.id()).orElseThrow()))
                        .isNotEmpty());
    }

    @Test
    @DisplayName("S2 S7: one signal that many callers send at once counts once, though it ends what it starts")
    void racesOfRepetitions() throws Exception {
        calls();
        for (int round = 0; round < 10; round++) {
            String id = "m" + round;
            List<Callable<ExecutionId>> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                callers.add(() -> called(id));
            }
            assertThat(new HashSet<>(concurrently(callers))).hasSize(1);
        }
        assertThat(receivedByAll()).hasSize(10).doesNotHaveDuplicates();
        assertThat(executions()).hasSize(10);
    }

    private ExecutionId called(String id) {
        return reeve().signalWithStart(
                        "call",
                        Map.of(),
                        Start.key("c").keyPolicy(KeyPolicy.RETURN_OPEN),
                        Signal.of("go", 1).withId(id))
                .id();
    }

    private static List<ExecutionId> concurrently(List<Callable<ExecutionId>> callers)
            throws InterruptedException, ExecutionException {
        List<ExecutionId> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<ExecutionId> answer : threads.invokeAll(callers)) {
                answers.add(answer.get());
            }
        }
        return answers;
    }
}
