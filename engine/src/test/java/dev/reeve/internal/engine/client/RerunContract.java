package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Rerun;
import dev.reeve.Start;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.Verb;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: ended executions are re-run from a step on, on every store. */
public abstract class RerunContract extends LimitContract {

    private final AtomicBoolean refusing = new AtomicBoolean(true);

    /** look → book → mail; nothing but the booking has an effect, and it is refused for as long as the test wants. */
    private void bookings() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: booking
                version: 1
                completeBy: 1h
                input: { schema: { type: object, required: [id] } }
                steps:
                  look: { action: test.look }
                  book: { after: [look], action: test.book, input: { room: "${ steps.look.output }", for: "${ input.id }" } }
                  mail: { after: [book], action: test.mail }
                """));
        bookingAgent();
    }

    private void bookingAgent() {
        reeve().agent("tests")
                .action("test.look", Order.class, (order, step) -> {
                    calls.add("look");
                    return "room " + order.amount();
                })
                .action("test.book", Map.class, (input, step) -> {
                    calls.add("book " + input + " " + step.idempotencyKey());
                    if (refusing.get()) {
                        throw StepFailure.businessError("FULL", "no room");
                    }
                    return "booked";
                })
                .action("test.mail", Order.class, (order, step) -> "sent")
                .start();
    }

    private Execution failed(String key) {
        Execution execution =
                reeve().start("booking", new Order(key, 7), Start.key(key).label("shop", "berlin"));
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.FAILED);
        return execution;
    }

    @Test
    @DisplayName("O2: the new execution takes over the earlier steps, calls the rest, and each names the other")
    void doneAgainFromAStep() {
        bookings();
        Execution old = failed("o1");
        refusing.set(false);
        calls.clear();

        Execution again = old.actingAs("ann").recovery().rerunFrom("book", "there is room again");

        assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls).containsExactly("book {room=room 7, for=o1} " + again.id() + "/book");
        ExecutionDescription description = again.describe();
        assertThat(description.rerun())
                .isEqualTo(new Rerun(old.id(), StepPath.of("book"), "ann", "there is room again", Map.of()));
        assertThat(description.steps().getFirst().taken()).isTrue();
        assertThat(description.steps().get(1).taken()).isFalse();
        assertThat(description.summary().labels()).isEqualTo(Map.of("shop", "berlin"));
        assertThat(description.summary().key()).isNull();
        assertThat(old.describe().rerunAs()).isEqualTo(again.id());
        assertThat(old.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(reeve().find("o1")).contains(old);
        assertThat(again.explain().summary()).contains("does %s again from step 'book'".formatted(old.id()));
    }

    @Test
    @DisplayName("I2: a repeated re-run finds its execution, also after a restart; from another step it is refused")
    void oneOfEach() {
        bookings();
        Execution old = failed("o1");
        Execution again = old.actingAs("ann").recovery().rerunFrom("book", "there is room again");
        again.awaitEnd(PATIENCE);

        Execution found = reopened().find(old.id()).orElseThrow();

        assertThat(found.actingAs("bob")
                        .recovery()
                        .rerunFrom("book", "is there room now?")
                        .id())
                .isEqualTo(again.id());
        assertThat(events(again(again), Event.ExecutionStarted.class))
                .singleElement()
                .satisfies(started -> assertThat(started.rerun())
                        .isNotNull()
                        .satisfies(rerun -> assertThat(rerun.actor()).isEqualTo("ann")));
        refused(
                ErrorCode.CONFLICT,
                again.id().toString(),
                () -> found.actingAs("bob").recovery().rerunFrom("look", "all of it"));
        refused(
                ErrorCode.CONFLICT,
                again.id().toString(),
                () -> found.actingAs("bob").recovery().rerunFrom("book", new Order("o2", 1), "another"));
        bookingAgent();
        refusing.set(false);
        Execution third = again(again).actingAs("bob").recovery().rerunFrom("look", "all of it");
        assertThat(third.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    private Execution again(Execution execution) {
        return reeve().find(execution.id()).orElseThrow();
    }

    @Test
    @DisplayName("O2: a new input is checked as at a start, and used by the repeated steps")
    void withAnotherInput() {
        bookings();
        Execution old = failed("o1");
        refusing.set(false);
        calls.clear();

        refused(
                ErrorCode.INVALID_INPUT,
                "schema",
                () -> old.actingAs("ann").recovery().rerunFrom("book", Map.of("no", "id"), "typo"));
        Execution again = old.actingAs("ann").recovery().rerunFrom("book", new Order("o2", 9), "typo");

        assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls).containsExactly("book {room=room 7, for=o2} " + again.id() + "/book");
    }

    @Test
    @DisplayName("O2: undone steps are not taken over, open executions are not re-run, and all reasons are reported")
    void refusedWithAllReasons() {
        twoSteps();
        Execution open = reeve().start("two", new Order("o1", 1));
        refused(
                ErrorCode.REFUSED,
                "RUNNING",
                () -> open.actingAs("ann").recovery().rerunFrom("first", "again"));
        refused(ErrorCode.REFUSED, "no step 'third'", () -> {
            open.actingAs("ann").cancel("enough");
            open.awaitEnd(PATIENCE);
            open.actingAs("ann").recovery().rerunFrom("third", "again");
        });
        refused(
                ErrorCode.REFUSED,
                "step 'first', which comes before it, was not done (SKIPPED)",
                () -> open.actingAs("ann").recovery().rerunFrom("second", "again"));
        honestAgent();
        Execution again = open.actingAs("ann").recovery().rerunFrom("first", "wanted after all");
        assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(status(again, "second")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("C5 A2: a step that a child may have done keeps the child's key when what undid the child is re-run")
    void keyOfAChild() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: stay
                version: 1
                steps:
                  hold: { action: test.hold, retry: { maxAttempts: 1 }, onExhausted: continue }
                """));
        reeve().deploy(DefinitionReader.parse("""
                workflow: trip
                version: 1
                steps:
                  stay: { workflow: stay }
                  pay: { after: [stay], action: test.pay }
                """));
        reeve().agent("tests")
                .action("test.hold", Order.class, (order, step) -> {
                    calls.add(step.idempotencyKey());
                    throw new IllegalStateException("the connection broke");
                })
                .action("test.pay", Order.class, (order, step) -> {
                    throw StepFailure.businessError("BROKE", "nobody pays");
                })
                .start();
        Execution trip = reeve().start("trip", new Order("t1", 7));
        assertThat(trip.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        Execution undoing = reeve().list(ExecutionQuery.all().workflow("stay")).stream()
                .map(one -> reeve().find(one.id()).orElseThrow())
                .filter(one -> one.describe().undoes() != null)
                .findFirst()
                .orElseThrow();

        undoing.actingAs("ann").recovery().rerunFrom("hold", "hold it again").awaitEnd(PATIENCE);

        String key = undoing.describe().undoes() + "/hold";
        assertThat(calls).containsExactly(key, key);
    }

    @Test
    @DisplayName("O2: bulk re-run repeats exactly the matching executions, each once, also if requested again")
    void inBulk() {
        bookings();
        Execution one = failed("o1");
        Execution two = failed("o2");
        refusing.set(false);
        reeve().start("booking", new Order("o3", 7)).awaitEnd(PATIENCE);
        BulkRequest all =
                BulkRequest.of(Verb.RERUN).workflow("booking").code("FULL").step("book");

        BulkProgress progress =
                reeve().actingAs("ann").bulk().start(all, "there is room again").await(PATIENCE);
        BulkProgress repeated =
                reeve().actingAs("ann").bulk().start(all, "once more").await(PATIENCE);

        assertThat(progress.done()).isEqualTo(2);
        assertThat(repeated.refused()).isZero();
        for (Execution old : new Execution[] {one, two}) {
            Execution again = reeve().find(RerunStarts.idOf(old.id())).orElseThrow();
            assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        }
        assertThat(reeve().list(ExecutionQuery.all().workflow("booking"))).hasSize(5);
        refused(
                ErrorCode.INVALID_INPUT,
                "name that step",
                () -> reeve().actingAs("ann").bulk().start(BulkRequest.of(Verb.RERUN), "everything"));
    }
}
