package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S7: errors as data, and what follows a failure by its code. */
class ErrorsTest {

    private static final Plan CHILD = plan("child", "  x: { action: x.do }");

    private static Plan plan(String steps) {
        return plan("errors", steps);
    }

    private static Plan plan(String name, String steps) {
        return Plan.of(DefinitionReader.parse("workflow: " + name + "\nsteps:\n" + steps));
    }

    private static Story story(String steps) {
        return Story.of(plan(steps), "{}", null, 1);
    }

    private static Failure failure(Cause cause, String code) {
        return failure(cause, code, null);
    }

    private static Failure failure(Cause cause, String code, @Nullable Json details) {
        return new Failure(cause, code, "as it is", details, null, false);
    }

    private static Failure business(String code) {
        return failure(Cause.BUSINESS, code);
    }

    private static Json input(Story story, String step) {
        return Work.of(story.state(), StepPath.parse(step)).input();
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    @Test
    @DisplayName("The error of a step is data for the steps after it")
    void errorOfStep() {
        Story story = story("""
                  a: { action: a.do, onExhausted: continue }
                  b: { after: [a], when: "${ steps.a.error.code = 'GONE' }", action: b.do, input: "${ steps.a.error }" }
                  c: { after: [a], when: "${ steps.a.error = null }", action: c.do }
                """);
        story.fails("a", failure(Cause.BUSINESS, "GONE", new Json("{\"at\":12345678901234567890}")));

        assertThat(input(story, "b"))
                .isEqualTo(
                        new Json(
                                "{\"code\":\"GONE\",\"message\":\"as it is\",\"cause\":\"BUSINESS\",\"details\":{\"at\":12345678901234567890}}"));
        assertThat(story.status("c")).isEqualTo(StepStatus.SKIPPED);
    }

    @Test
    @DisplayName("A step that was done, skipped or is not settled has no error")
    void noError() {
        Story story = story("""
                  a: { action: a.do, onExhausted: continue }
                  b: { after: [a], when: "${ false }", action: b.do, onExhausted: continue }
                  c: { after: [a, b], value: { a: "${ steps.a.error }", b: "${ steps.b.error.code }" } }
                """).done("a");

        assertThat(story.step("c").output()).isEqualTo(new Json("{\"a\":null,\"b\":null}"));
    }

    @Test
    @DisplayName("A failure that was retried with success is no error")
    void retried() {
        Story story = story("""
                  a: { action: a.do, onExhausted: continue }
                  b: { after: [a], value: { a: "${ steps.a.error }" } }
                """);
        story.fails("a", Story.transientFailure()).untilReady("a").done("a");

        assertThat(story.step("b").output()).isEqualTo(new Json("{\"a\":null}"));
    }

    @Test
    @DisplayName("In 'finally' and 'compensate' the error of the execution is data, with the step that failed")
    void errorOfExecution() {
        Story story = story("""
                  a: { action: a.do, compensate: { action: a.undo, input: "${ execution.error.step & '/' & execution.error.code }" } }
                  b: { after: [a], action: b.do }
                finally:
                  f: { action: f.do, input: "${ execution.error }" }
                """);
        story.done("a").fails("b", business("GONE"));

        assertThat(input(story, "a").text()).isEqualTo("\"b/GONE\"");
        story.done("a");
        assertThat(input(story, "f").text())
                .isEqualTo(
                        "{\"code\":\"GONE\",\"message\":\"as it is\",\"cause\":\"BUSINESS\",\"details\":null,\"step\":\"b\"}");
        story.done("f");
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(story.state().output()).isNull();
        assertThat(ErrorData.step(story.state())).isEqualTo(StepPath.of("b"));
    }

    @Test
    @DisplayName("A completed execution has no error, and one that is cancelled has no step")
    void otherEnds() {
        String flow = """
                  a: { action: a.do }
                finally:
                  f: { action: f.do, input: { code: "${ execution.error.code }", step: "${ execution.error.step }" } }
                """;
        Story done = story(flow).done("a");
        Story cancelled = story(flow);
        cancelled.cancel();

        assertThat(input(done, "f").text()).isEqualTo("{\"code\":null,\"step\":null}");
        assertThat(input(cancelled, "f").text()).isEqualTo("{\"code\":\"CANCELLED\",\"step\":null}");
        assertThat(ErrorData.step(cancelled.state())).isNull();
    }

    @Test
    @DisplayName("The step of a failure that needs a person is that step")
    void escalated() {
        Story story = story("""
                  a: { action: a.do, onExhausted: escalate }
                  b: { action: b.do, onExhausted: escalate }
                """).fails("a", business("ONE")).fails("b", business("TWO"));

        assertThat(ErrorData.step(story.state())).isEqualTo(StepPath.of("b"));
        story.skip("b");
        assertThat(ErrorData.step(story.state())).isNull();
    }

    @ParameterizedTest
    @DisplayName("onExhausted by code: the code decides, and 'otherwise' about all others")
    @CsvSource({"DECLINED, FAILED", "GONE, ESCALATED", "OTHER, ESCALATED", "NONE, FAILED"})
    void byCode(String code, StepStatus status) {
        Story story = story("""
                  a: { action: a.do, onExhausted: { DECLINED: compensate, GONE: escalate, NONE: continue, otherwise: escalate } }
                  b: { after: [a], action: b.do }
                """).fails("a", business(code));

        assertThat(story.status("a")).isEqualTo(status);
        assertThat(story.state().status())
                .isEqualTo(
                        switch (code) {
                            case "DECLINED" -> ExecutionStatus.FAILED;
                            case "NONE" -> ExecutionStatus.RUNNING;
                            default -> ExecutionStatus.ESCALATED;
                        });
    }

    @Test
    @DisplayName("A code of its own ends the rounds that are for the others")
    void rounds() {
        String flow = "  a: { action: a.do, retry: { maxAttempts: 1 },"
                + " onExhausted: { GONE: continue, otherwise: { pause: 1h, rounds: 1, then: escalate } } }";
        Story gone = story(flow).fails("a", failure(Cause.TRANSIENT, "GONE"));
        Story other = story(flow).fails("a", failure(Cause.TRANSIENT, "OTHER"));

        assertThat(gone.status("a")).isEqualTo(StepStatus.FAILED);
        assertThat(other.step("a").open()).isInstanceOf(Open.Waiting.class);
        assertThat(other.untilReady("a")
                        .fails("a", failure(Cause.TRANSIENT, "GONE"))
                        .status("a"))
                .isEqualTo(StepStatus.FAILED);
    }

    @Test
    @DisplayName("A failure without an attempt has a code, too")
    void withoutAttempt() {
        Story story =
                story("  a: { action: a.do, input: \"${ 1 + 'x' }\", onExhausted: { EXPRESSION_FAILED: escalate } }");

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("An await that timed out is routed by its code")
    void await() {
        Story story = story("  a: { await: { signal: go, timeout: 1m }, onExhausted: { AWAIT_TIMED_OUT: continue } }");
        story.due("a");

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @ParameterizedTest
    @DisplayName("retry by code: 'on' also allows business failures, 'never' excludes the others")
    @CsvSource({
        "BUSINESS, ON, true",
        "BUSINESS, NEVER, false",
        "BUSINESS, OTHER, false",
        "TRANSIENT, ON, true",
        "TRANSIENT, OTHER, false",
        "THROTTLED, ON, true",
        "THROTTLED, OTHER, false",
        "SILENT, ON, true",
        "SILENT, OTHER, false"
    })
    void retryOn(Cause cause, String code, boolean retried) {
        Story story = story("  a: { action: a.do, retry: { on: [ON, MORE], never: [NEVER] } }");
        story.fails("a", failure(cause, code));

        assertThat(story.status("a")).isEqualTo(retried ? StepStatus.WAITING : StepStatus.FAILED);
    }

    @ParameterizedTest
    @DisplayName("with 'never' alone all others are retried as ever")
    @CsvSource({"BUSINESS, OTHER, false", "TRANSIENT, NEVER, false", "TRANSIENT, OTHER, true", "THROTTLED, NEVER, false"
    })
    void retryNever(Cause cause, String code, boolean retried) {
        Story story = story("  a: { action: a.do, retry: { never: [NEVER] } }");
        story.fails("a", failure(cause, code));

        assertThat(story.status("a")).isEqualTo(retried ? StepStatus.WAITING : StepStatus.FAILED);
    }

    @Test
    @DisplayName("A lost attempt is retried although 'on' does not name it, unless 'never' does")
    void lost() {
        assertThat(story("  a: { action: a.do, retry: { on: [ON] } }").lost("a").status("a"))
                .isEqualTo(StepStatus.READY);
        assertThat(story("  a: { action: a.do, retry: { never: [AGENT_LOST] } }")
                        .lost("a")
                        .status("a"))
                .isEqualTo(StepStatus.FAILED);
    }

    @Test
    @DisplayName("A business failure that is retried uses up the attempts")
    void exhausted() {
        Story story =
                story("  a: { action: a.do, retry: { maxAttempts: 2, on: [ON] }, onExhausted: { ON: escalate } }");
        story.fails("a", business("ON")).untilReady("a").fails("a", business("ON"));

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("A compensation is retried by code, too")
    void compensation() {
        Story story = story("""
                  a: { action: a.do, compensate: { action: a.undo, retry: { maxAttempts: 2, on: [BUSY] } } }
                  b: { after: [a], action: b.do }
                """);
        story.done("a").fails("b", business("GONE")).fails("a", business("BUSY"));
        assertThat(story.step("a").open()).isInstanceOf(Open.Waiting.class);
        story.untilReady("a").fails("a", business("OTHER"));

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("A child is routed by the code with which the step fails, or by the child's own")
    void child() {
        Story byChild = story("  a: { workflow: child, onExhausted: { GONE: continue, otherwise: escalate } }");
        Story byStep = story("  a: { workflow: child, onExhausted: { CHILD_FAILED: escalate, GONE: continue } }");
        byChild.report(byChild.child("a", CHILD).fails("x", business("GONE")));
        byStep.report(byStep.child("a", CHILD).fails("x", business("GONE")));

        assertThat(byChild.status("a")).isEqualTo(StepStatus.FAILED);
        assertThat(byChild.state().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(byStep.status("a")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("The details of a failed child are its error, but only where errors are used")
    void detailsOfChild() {
        Story reads = story("""
                  a: { workflow: child, onExhausted: continue }
                  b: { after: [a], value: { code: "${ steps.a.error.details.code }", step: "${ steps.a.error.details.step }" } }
                """);
        Story ignores = story("  a: { workflow: child, onExhausted: continue }");
        reads.report(reads.child("a", CHILD).fails("x", business("GONE")));
        ignores.report(ignores.child("a", CHILD).fails("x", business("GONE")));

        assertThat(reads.step("b").output()).isEqualTo(new Json("{\"code\":\"GONE\",\"step\":\"x\"}"));
        assertThat(Objects.requireNonNull(ignores.step("a").failure()).details())
                .as("as before there were errors")
                .isNull();
    }

    @ParameterizedTest
    @DisplayName("A child whose details are nested as deep as can be ends, and its code decides")
    @ValueSource(ints = {62, 63, 64})
    void deepDetails(int depth) {
        Story story = story("  a: { workflow: child, onExhausted: { GONE: continue, otherwise: escalate } }");
        Story child = story.child("a", CHILD);
        child.fails("x", failure(Cause.BUSINESS, "GONE", new Json(nested(depth))));
        story.report(child);

        assertThat(story.status("a")).isEqualTo(StepStatus.FAILED);
        Json error = Objects.requireNonNull(
                Objects.requireNonNull(story.step("a").failure()).details());
        assertThat(((Map<?, ?>) Objects.requireNonNull(error.value())).get("details") == null)
                .isEqualTo(depth >= Limits.DEFAULT.depth());
    }

    @ParameterizedTest
    @DisplayName("A child whose details are as long as can be keeps its code, which decides")
    @ValueSource(ints = {60_000, 65_400, 65_534})
    void longDetails(int length) {
        Story story = story("  a: { workflow: child, onExhausted: { GONE: continue, otherwise: escalate } }");
        Story child = story.child("a", CHILD);
        child.fails("x", failure(Cause.BUSINESS, "GONE", Json.of("x".repeat(length))));
        story.report(child);

        assertThat(story.status("a")).isEqualTo(StepStatus.FAILED);
        Json error = Objects.requireNonNull(
                Objects.requireNonNull(story.step("a").failure()).details());
        assertThat(error.text().length()).isLessThanOrEqualTo(EngineFailures.DETAILS_LENGTH_MAX);
        assertThat(((Map<?, ?>) Objects.requireNonNull(error.value())).get("code"))
                .isEqualTo("GONE");
    }

    @Test
    @DisplayName("An error that is too deep for an input fails the step that reads all of it")
    void tooDeepToRead() {
        Story story = story("""
                  a: { action: a.do, onExhausted: continue }
                  b: { after: [a], action: b.do, input: { code: "${ steps.a.error.code }" } }
                  c: { after: [a], action: c.do, input: "${ steps.a.error }", onExhausted: continue }
                """);
        story.fails("a", failure(Cause.BUSINESS, "GONE", new Json(nested(64))));

        assertThat(input(story, "b").text()).isEqualTo("{\"code\":\"GONE\"}");
        assertThat(story.step("c").failure()).extracting(Failure::code).isEqualTo("EXPRESSION_FAILED");
    }

    @Test
    @DisplayName("A retry by a person forgets the error")
    void personRetries() {
        Story story = story("""
                  a: { action: a.do, onExhausted: escalate }
                  b: { after: [a], value: { e: "${ steps.a.error }" } }
                """);
        story.fails("a", business("GONE")).retry("a").done("a");

        assertThat(story.step("b").output()).isEqualTo(new Json("{\"e\":null}"));
    }

    @Test
    @DisplayName("A re-run that takes a failed step over knows its error")
    void rerun() {
        Story story = story("""
                  a: { action: a.do, onExhausted: { GONE: continue } }
                  b: { after: [a], action: b.do, input: "${ steps.a.error.code }" }
                """);
        story.fails("a", business("GONE")).fails("b", business("NO"));
        Story again = story.rerun("b");

        assertThat(input(again, "b").text()).isEqualTo("\"GONE\"");
    }

    @Test
    @DisplayName("States that differ only in the step that failed are not equal")
    void equality() {
        Plan plan = plan("""
                  a: { action: a.do }
                  b: { action: b.do }
                """);
        ExecutionState one = failed(plan, "a", "b");

        assertThat(one.failedStep).isEqualTo(StepPath.of("b"));
        assertThat(one).isEqualTo(failed(plan, "a", "b")).isNotEqualTo(failed(plan, "b", "a"));
    }

    /** Both steps have failed alike, in this order. */
    private static ExecutionState failed(Plan plan, String... order) {
        Failure failure = business("GONE");
        ExecutionState state = Evolution.first(new ExecutionId(new UUID(7, 1)), plan);
        List<Event> events = new ArrayList<>(Story.of(plan, "{}", null, 1).history());
        for (String name : List.of("a", "b")) {
            StepPath step = StepPath.of(name);
            events.add(new Event.StepStarted(step, Purpose.FORWARD, 1, "agent", Story.START, 1));
            events.add(new Event.AttemptFailed(step, Purpose.FORWARD, 1, failure));
        }
        for (String name : order) {
            events.add(new Event.StepFailed(StepPath.of(name), failure, false));
        }
        for (Event event : events) {
            state = Evolution.apply(state, event, Story.START);
        }
        return state;
    }
}
