package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.PersistentVector;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Tolerate;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: a step that is done once for each item of a list. */
class ForEachTest {

    private static final String FILES = "\"${ input.files }\"";

    private static Flow.Spec encode(int concurrency) {
        return step("encode").forEach(FILES, concurrency, Tolerate.NONE);
    }

    private static Story three(Flow.Spec... specs) {
        return Story.of(Flow.of(specs), "{\"files\":[\"a\",{\"b\":1.5},null]}");
    }

    @Test
    @DisplayName("S7 items are done in parallel, and the output is the array of theirs, in the order of the items")
    void inParallel() {
        Story story = three(encode(10), step("after").after("encode").input("\"${ steps.encode.output }\""));

        assertThat(story.news())
                .containsExactly(
                        "ExecutionStarted",
                        "ItemsStarted(encode)",
                        "StepReady(encode[0])",
                        "StepReady(encode[1])",
                        "StepReady(encode[2])");
        story.done("encode[2]", "3").done("encode[0]", "1").done("encode[1]", "2");

        assertThat(story.news()).endsWith("StepCompleted(encode[1])", "StepCompleted(encode)", "StepReady(after)");
        assertThat(story.step("encode").output()).isEqualTo(new Json("[1,2,3]"));
        assertThat(Work.of(story.state(), StepPath.of("after")).input()).isEqualTo(new Json("[1,2,3]"));
        story.done("after");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7, A2 without an input an item is its own; each has an idempotency key and tokens of its own")
    void itemsAreTheInput() {
        Story story = three(encode(10));

        assertThat(work(story, "encode[0]").input()).isEqualTo(new Json("\"a\""));
        assertThat(work(story, "encode[1]").input()).isEqualTo(new Json("{\"b\":1.5}"));
        assertThat(work(story, "encode[2]").input()).isEqualTo(new Json("null"));
        assertThat(work(story, "encode[1]").idempotencyKey()).endsWith("/encode[1]");
        AttemptToken first = story.start("encode[0]");
        AttemptToken second = story.start("encode[1]");
        assertThat(first.nonce()).isNotEqualTo(second.nonce());
        AttemptToken forged = new AttemptToken(first.execution(), second.step(), Purpose.FORWARD, 1, first.nonce());
        assertThat(story.refused(new Command.CompleteAttempt(forged, Json.NULL)))
                .isEqualTo(Refusal.STALE_ATTEMPT);
        assertThat(story.refused(new Command.StartStep(StepPath.parse("encode[3]"), "x")))
                .isEqualTo(Refusal.UNKNOWN_STEP);
        assertThat(story.refused(new Command.StartStep(StepPath.parse("encode[0]#1"), "x")))
                .isEqualTo(Refusal.UNKNOWN_STEP);
    }

    @Test
    @DisplayName("S12 expressions of an item know it by its name, and its index")
    void itemAndIndex() {
        Story story = three(encode(10).input("{\"file\":\"${ item }\",\"n\":\"${ index + 1 }\"}"));

        assertThat(work(story, "encode[0]").input()).isEqualTo(new Json("{\"file\":\"a\",\"n\":1}"));
        assertThat(work(story, "encode[2]").input()).isEqualTo(new Json("{\"file\":null,\"n\":3}"));
    }

    @Test
    @DisplayName("S8 at most 'concurrency' items run; the next begins when one is settled")
    void concurrency() {
        Story story = three(encode(2));

        assertThat(story.news()).endsWith("StepReady(encode[0])", "StepReady(encode[1])");
        story.done("encode[1]");
        assertThat(story.news()).containsExactly("StepCompleted(encode[1])", "StepReady(encode[2])");
    }

    @Test
    @DisplayName("S7 an empty list is no failure")
    void none() {
        Story story = Story.of(Flow.of(encode(2)), "{\"files\":[]}");

        assertThat(story.news())
                .containsExactly(
                        "ExecutionStarted", "ItemsStarted(encode)", "StepCompleted(encode)", "ExecutionCompleted");
        assertThat(story.state().output()).isEqualTo(new Json("{\"encode\":[]}"));
    }

    @Test
    @DisplayName("S7 with a batch the items are lists of that number of elements; the last one has the rest")
    void batches() {
        Story story = Story.of(
                Flow.of(step("load")
                        .forEach(FILES, 2, Tolerate.items(1))
                        .batch(2)
                        .input("{\"rows\":\"${ item }\",\"n\":\"${ index }\"}")),
                "{\"files\":[1,null,[3],4,5]}");

        assertThat(story.news())
                .containsExactly("ExecutionStarted", "ItemsStarted(load)", "StepReady(load[0])", "StepReady(load[1])");
        assertThat(work(story, "load[0]").input()).isEqualTo(new Json("{\"rows\":[1,null],\"n\":0}"));
        assertThat(work(story, "load[1]").input()).isEqualTo(new Json("{\"rows\":[[3],4],\"n\":1}"));
        story.done("load[1]", "\"b\"").fails("load[0]", Story.business());
        assertThat(work(story, "load[2]").input()).isEqualTo(new Json("{\"rows\":[5],\"n\":2}"));
        story.done("load[2]", "\"c\"");

        assertThat(story.step("load").output()).isEqualTo(new Json("[null,\"b\",\"c\"]"));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7 the share that may fail is one of the batches, and an empty list has none")
    void shareOfBatches() {
        Flow flow =
                Flow.of(step("load").forEach(FILES, 10, Tolerate.percent(50)).batch(3));
        Story story = Story.of(flow, "{\"files\":[1,2,3,4,5]}");
        story.fails("load[0]", Story.business());
        assertThat(story.state().isUndoing()).isFalse();
        story.fails("load[1]", Story.business());

        assertThat(story.state().isUndoing()).isTrue();
        assertThat(Story.of(flow, "{\"files\":[]}").state().output()).isEqualTo(new Json("{\"load\":[]}"));
    }

    @Test
    @DisplayName("R2 an item is retried by the step's policy while the others continue")
    void retried() {
        Story story = three(encode(10));
        story.fails("encode[1]", Story.transientFailure());

        assertThat(story.status("encode[1]")).isEqualTo(StepStatus.WAITING);
        story.done("encode[0]").done("encode[2]").untilReady("encode[1]").done("encode[1]", "\"late\"");

        assertThat(story.step("encode").output()).isEqualTo(new Json("[\"encode[0]\",\"late\",\"encode[2]\"]"));
        assertThat(story.step("encode[1]").attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("S7 the tolerated number of items may fail; their output is null")
    void tolerated() {
        Story story = three(step("encode").forEach(FILES, 10, Tolerate.items(1)));
        story.done("encode[0]", "1").fails("encode[1]", Story.business()).done("encode[2]", "3");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(story.step("encode").output()).isEqualTo(new Json("[1,null,3]"));
        assertThat(story.status("encode[1]")).isEqualTo(StepStatus.FAILED);
    }

    @Test
    @DisplayName("S7 a share of the items may fail, rounded down")
    void toleratedShare() {
        Story story = three(step("encode").forEach(FILES, 10, Tolerate.percent(66)));
        story.fails("encode[0]", Story.business());
        assertThat(story.state().isUndoing()).isFalse();
        story.fails("encode[1]", Story.business());

        assertThat(story.state().isUndoing()).isTrue();
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    @DisplayName("C1 when one item too many fails, completed items are undone, the last first, up to the concurrency")
    void undone() {
        Story story = Story.of(
                Flow.of(step("before").compensated(), encode(2).compensated().after("before")),
                "{\"files\":[0,1,2,3,4]}");
        story.done("before");
        for (int i = 0; i < 4; i++) {
            story.done("encode[" + i + "]", Integer.toString(i));
        }
        story.news();
        story.fails("encode[4]", Story.business());

        assertThat(story.news())
                .containsExactly(
                        "AttemptFailed(encode[4] BUSINESS)",
                        "StepFailed(encode[4])",
                        "CompensationStarted",
                        "StepSkipped(encode WITHDRAWN)",
                        "ForwardClosed",
                        "StepReady(encode[3] undo)",
                        "StepReady(encode[2] undo)");
        assertThat(work(story, "encode[3]").input()).isEqualTo(new Json("{\"input\":3,\"output\":3}"));
        story.done("encode[2]");
        assertThat(story.news()).containsExactly("StepCompensated(encode[2])", "StepReady(encode[1] undo)");
        story.done("encode[3]").done("encode[0]").done("encode[1]");
        assertThat(story.news()).endsWith("StepCompensated(encode[1])", "StepReady(before undo)");
        assertThat(story.status("encode")).isEqualTo(StepStatus.COMPENSATED);
        story.done("before");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C5 an item with an unknown outcome is undone, a queued item is not")
    void unknownOutcome() {
        Story story = Story.of(Flow.of(encode(2).compensated().maxAttempts(1)), "{\"files\":[0,1,2]}");
        story.start("encode[1]");
        story.fallsSilent("encode[0]");
        assertThat(story.state().isUndoing()).isTrue();
        story.due("encode[1]");

        assertThat(story.status("encode[0]")).isEqualTo(StepStatus.COMPENSATING);
        assertThat(story.status("encode[1]")).isEqualTo(StepStatus.COMPENSATING);
        assertThat(story.status("encode[2]")).isEqualTo(StepStatus.PENDING);
        story.done("encode[0]").done("encode[1]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("C1 all items of a completed step are undone before earlier steps")
    void undoneLater() {
        Story story = three(
                step("before").compensated(),
                encode(1).after("before").compensated(),
                step("last").after("encode"));
        story.done("before").done("encode[0]").done("encode[1]").done("encode[2]");
        story.news();
        story.fails("last", Story.business());

        assertThat(story.news()).endsWith("ForwardClosed", "StepReady(encode[2] undo)");
        story.done("encode[2]").done("encode[1]");
        assertThat(story.status("encode")).isEqualTo(StepStatus.COMPLETED);
        story.done("encode[0]");
        assertThat(story.status("encode")).isEqualTo(StepStatus.COMPENSATED);
        assertThat(story.news()).endsWith("StepReady(before undo)");
    }

    @Test
    @DisplayName("C4 a failed compensation of an item needs a person, and the undoing continues afterwards")
    void compensationFails() {
        Story story = three(encode(1).compensated(), step("last").after("encode"));
        story.done("encode[0]").done("encode[1]").done("encode[2]").fails("last", Story.business());
        story.fails("encode[2]", Story.business());

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        story.skip("encode[2]");
        assertThat(story.status("encode[2]")).isEqualTo(StepStatus.COMPLETED);
        story.done("encode[1]").done("encode[0]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("O2 an operator handles an item as a step; the item keeps its place in the concurrency")
    void escalated() {
        Story story =
                three(encode(1).then(OnExhausted.Then.ESCALATE), step("after").after("encode"));
        story.fails("encode[0]", Story.business());

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(story.status("encode[1]")).isEqualTo(StepStatus.PENDING);
        story.resolve("encode[0]", "\"by hand\"");
        story.fails("encode[1]", Story.business()).retry("encode[1]").done("encode[1]");
        story.fails("encode[2]", Story.business()).skip("encode[2]");

        assertThat(story.step("encode").output()).isEqualTo(new Json("[\"by hand\",\"encode[1]\",null]"));
        assertThat(story.status("after")).isEqualTo(StepStatus.READY);
    }

    @Test
    @DisplayName("S7 tolerance applies before onExhausted: only an item too many needs a person")
    void toleratedBeforeEscalating() {
        Story story = three(step("encode").forEach(FILES, 10, Tolerate.items(1)).then(OnExhausted.Then.ESCALATE));
        story.fails("encode[0]", Story.business()).fails("encode[1]", Story.business());

        assertThat(story.status("encode[0]")).isEqualTo(StepStatus.FAILED);
        assertThat(story.status("encode[1]")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("C3 the compensation of an item sees the item and its output")
    void undoingKnowsTheItem() {
        Story story = three(
                encode(10).compensatedWith("{\"file\":\"${ item }\",\"made\":\"${ output }\",\"at\":\"${ index }\"}"));
        story.done("encode[0]", "7").cancel();

        assertThat(work(story, "encode[0]").input()).isEqualTo(new Json("{\"file\":\"a\",\"made\":7,\"at\":0}"));
    }

    @Test
    @DisplayName("S7 with 'continue' any number of items may fail")
    void continued() {
        Story story = three(encode(10).then(OnExhausted.Then.CONTINUE));
        for (int i = 0; i < 3; i++) {
            story.fails("encode[" + i + "]", Story.business());
        }

        assertThat(story.state().output()).isEqualTo(new Json("{\"encode\":[null,null,null]}"));
    }

    @Test
    @DisplayName("An item whose input cannot be computed fails like one whose attempt does")
    void inputFails() {
        Story story = Story.of(
                Flow.of(step("encode").forEach(FILES, 10, Tolerate.items(1)).input("\"${ $uppercase(item) }\"")),
                "{\"files\":[\"a\",5,\"c\"]}");

        assertThat(story.status("encode[1]")).isEqualTo(StepStatus.FAILED);
        assertThat(Objects.requireNonNull(story.step("encode[1]").failure()).code())
                .isEqualTo("EXPRESSION_FAILED");
        story.done("encode[0]").done("encode[2]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("forEach over a value that is no list fails the step and names the value")
    void notAList() {
        Map<String, String> found = Map.of(
                "{\"files\":5}", "found a number",
                "{\"files\":null}", "found null",
                "{}", "found null",
                "{\"files\":{}}", "found an object",
                "{\"files\":\"abc\"}", "found a string");
        found.forEach((input, message) -> {
            Story story = Story.of(Flow.of(encode(2)), input);
            assertThat(story.state().status()).isEqualTo(ExecutionStatus.FAILED);
            Failure failure = Objects.requireNonNull(story.step("encode").failure());
            assertThat(failure.code()).isEqualTo("FOR_EACH_NOT_A_LIST");
            assertThat(failure.message()).contains(message);
        });
    }

    @Test
    @DisplayName("Too many items fail the step, not the engine, and a person can resolve it")
    void tooMany() {
        String list = IntStream.range(0, 100_001).mapToObj(Integer::toString).collect(Collectors.joining(","));
        Story story = Story.of(Flow.of(encode(2).then(OnExhausted.Then.ESCALATE)), "{\"files\":[" + list + "]}");

        assertThat(story.status("encode")).isEqualTo(StepStatus.ESCALATED);
        assertThat(Objects.requireNonNull(story.step("encode").failure()).code())
                .isEqualTo("FOR_EACH_TOO_MANY");
        story.resolve("encode", "[]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("C1 C5 a step that was resolved as a whole is undone by a person, because its items are not known")
    void resolvedAsAWhole() {
        Story story = Story.of(
                Flow.of(
                        step("reserve").compensated(),
                        encode(2).after("reserve").compensated().then(OnExhausted.Then.ESCALATE),
                        step("ship").after("encode")),
                "{\"files\":7}");
        story.done("reserve").resolve("encode", "[1,2]").fails("ship", Story.business());

        assertThat(story.status("encode")).isEqualTo(StepStatus.ESCALATED);
        assertThat(String.valueOf(story.step("encode").failure())).contains("ITEMS_UNKNOWN");
        assertThat(story.status("reserve")).isEqualTo(StepStatus.COMPLETED);
        story.retry("encode");
        assertThat(story.status("encode")).as("there is nothing to try").isEqualTo(StepStatus.ESCALATED);
        story.resolve("encode", "null").done("reserve");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("I16 outputs that together exceed a payload fail the step, and its items are undone")
    void outputsTooLarge() {
        Story story = three(encode(10).compensated());
        String large = "\"" + "x".repeat(400_000) + "\"";
        story.done("encode[0]", large).done("encode[1]", large).done("encode[2]", large);

        assertThat(Objects.requireNonNull(story.state().failure()).code()).isEqualTo("PAYLOAD_TOO_LARGE");
        story.done("encode[0]").done("encode[1]").done("encode[2]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("S7 with 10,000 items the cost of one does not grow with their number")
    void costOfAnItem() {
        assertThat(cellsPerItem(100_000)).isLessThan(2 * cellsPerItem(1_000));
    }

    private static long cellsPerItem(int items) {
        PersistentVector.Meter meter = new PersistentVector.Meter();
        Plan plan = Plan.metered(Flow.of(encode(100)).workflow(), meter);
        String list = IntStream.range(0, items).mapToObj(Integer::toString).collect(Collectors.joining(","));
        ExecutionState state = Decider.start(
                        new ExecutionId(new java.util.UUID(7, 7)),
                        plan,
                        Story.started(plan, "{\"files\":[" + list + "]}", null, 7),
                        Story.START)
                .state();
        meter.cellsCopied = 0;
        meter.reads = 0;
        for (int i = 0; i < items; i++) {
            StepPath path = new StepPath("encode", i, StepPath.NONE);
            state = accepted(state, new Command.StartStep(path, "agent"));
            AttemptToken token = Objects.requireNonNull(Work.of(state, path).token());
            state = accepted(state, new Command.CompleteAttempt(token, new Json("0")));
        }
        assertThat(state.status()).isEqualTo(ExecutionStatus.COMPLETED);
        return (meter.cellsCopied + meter.reads) / items;
    }

    private static ExecutionState accepted(ExecutionState state, Command command) {
        return ((Decision.Accepted) Decider.decide(state, command, Story.START)).state();
    }

    private static Work work(Story story, String path) {
        return Work.of(story.state(), StepPath.parse(path));
    }

    @Test
    @DisplayName("S12: resolving a whole list takes an array whose items match the definition")
    void theWholeListMustFit() {
        Story story = Story.of(
                Flow.of(step("a")
                        .forEach("\"${ input }\"", 2, Tolerate.NONE)
                        .schema("{\"type\":\"number\"}")
                        .then(OnExhausted.Then.ESCALATE)),
                "7");
        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
        Json text = new Json("[1,\"two\"]");

        assertThat(story.refused(new Command.ResolveStep(StepPath.of("a"), new Json("1"), "ann")))
                .isEqualTo(Refusal.INVALID_DATA);
        assertThat(story.refused(new Command.ResolveStep(StepPath.of("a"), text, "ann")))
                .isEqualTo(Refusal.INVALID_DATA);
        story.resolve("a", "[1,null,3]");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
