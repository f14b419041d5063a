package dev.reeve.internal.core.explanation;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.failure;
import static dev.reeve.internal.core.Story.throttled;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Consequence;
import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.Verb;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Flow;
import dev.reeve.internal.core.Story;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.OnExhausted.Then;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** O1, O2: explanations come from the rules that decide. */
class ExplainerTest {

    private static final StepPath A = StepPath.of("a");
    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * @param flow whose step a is looked at
     * @param before what has happened to it
     * @param situation what it waits for
     * @param next what follows by itself; null for nothing
     * @param told what the text must say
     */
    record Case(
            String name,
            Flow.Spec flow,
            Consumer<Story> before,
            Class<? extends Situation> situation,
            @Nullable Class<? extends Consequence> next,
            List<String> told) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "queued",
                        step("a"),
                        story -> {},
                        Situation.Queued.class,
                        null,
                        List.of("attempt 1 of 3 of a.do", "queued since 2026-01-31T12:00:00Z")),
                new Case(
                        "running, and expected earlier (V3)",
                        step("a").expected(Duration.ofSeconds(5)),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Retry.class,
                        List.of("until 2026-01-31T12:01:00Z, expected by 2026-01-31T12:00:05Z")),
                new Case(
                        "running, and retried if it is silent",
                        step("a"),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Retry.class,
                        List.of(
                                "attempt 1 of 3 of a.do runs at agent 'agent-1' until 2026-01-31T12:01:00Z",
                                "sign of life every 10s",
                                "if no report arrives by then: attempt 2 of 3")),
                new Case(
                        "running, and asked about if it is silent",
                        step("a").probed(),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Probe.class,
                        List.of("probe a.ask")),
                new Case(
                        "the last attempt, then a pause",
                        step("a").maxAttempts(1).pause(HOUR, 2),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Pause.class,
                        List.of("a pause until 2026-01-31T13:01:00Z, then round 1 of 2")),
                new Case(
                        "the last attempt, then undone",
                        step("a").maxAttempts(1).compensated(),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Compensate.class,
                        List.of("given up (COMPLETE_BY_PASSED), and the execution is undone")),
                new Case(
                        "the last attempt, then a person",
                        step("a").maxAttempts(1).then(Then.ESCALATE),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Escalate.class,
                        List.of("in front of a person")),
                new Case(
                        "the last attempt, then without it",
                        step("a").maxAttempts(1).then(Then.CONTINUE),
                        story -> story.start("a"),
                        Situation.Running.class,
                        Consequence.Continue.class,
                        List.of("continues without it")),
                new Case(
                        "between attempts",
                        step("a"),
                        story -> story.fails("a", transientFailure()),
                        Situation.Waiting.class,
                        Consequence.Retry.class,
                        List.of("(BACKOFF)", "because TRANSIENT TEST_TRANSIENT", "then: attempt 2 of 3 at once")),
                new Case(
                        "the service asked to be left alone, which is not charged",
                        step("a"),
                        story -> story.fails("a", throttled(HOUR)),
                        Situation.Waiting.class,
                        Consequence.Retry.class,
                        List.of("(THROTTLED)", "then: attempt 2 (1 of 3) at once")),
                new Case(
                        "in a pause",
                        step("a").maxAttempts(1).pause(HOUR, 2),
                        story -> story.fails("a", transientFailure()),
                        Situation.Waiting.class,
                        Consequence.Retry.class,
                        List.of("waits until 2026-01-31T13:00:00Z (PAUSE)", "attempt 2 (1 of 1, round 1 of 2)")),
                new Case(
                        "between two rounds",
                        step("a").repeatUntil("false", 5),
                        story -> story.done("a"),
                        Situation.Waiting.class,
                        Consequence.Retry.class,
                        List.of("waits until 2026-01-31T12:00:01Z (ROUND)", "then: attempt 2 (1 of 3) at once")),
                new Case(
                        "a signal that has a default",
                        step("a").awaits("go", HOUR, "1"),
                        story -> {},
                        Situation.Waiting.class,
                        Consequence.Complete.class,
                        List.of("waits for the signal 'go', until 2026-01-31T13:00:00Z", "then: the step is done")),
                new Case(
                        "the service is asked",
                        step("a").probed(),
                        story -> story.fallsSilent("a").start("a"),
                        Situation.Running.class,
                        Consequence.Retry.class,
                        List.of("PROBING", "it is asked about: attempt 1 of 3 of a.ask")),
                new Case(
                        "a wait step",
                        step("a").waitFor(HOUR),
                        story -> {},
                        Situation.Waiting.class,
                        Consequence.Complete.class,
                        List.of("waits until 2026-01-31T13:00:00Z (TIMER)", "then: the step is done")),
                new Case(
                        "in front of a person",
                        step("a").then(Then.ESCALATE),
                        story -> story.fails("a", business()),
                        Situation.NeedsPerson.class,
                        null,
                        List.of(
                                "in front of a person since 2026-01-31T12:00:00Z",
                                "because BUSINESS TEST_BUSINESS: as the test wants it",
                                "a person can: retry, resolve, skip, cancel")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void openStepIsExplained(Case given) {
        Story story = Story.of(Flow.of(given.flow(), step("b").after("a")));
        given.before().accept(story);

        Explanation explanation = Explainer.explain(story.state(), Map.of(A, Story.START));

        StepExplanation step = explanation.steps().getFirst();
        assertThat(step.step()).isEqualTo(A);
        assertThat(step.situation()).isInstanceOf(given.situation());
        if (given.next() == null) {
            assertThat(step.next()).isNull();
        } else {
            assertThat(Objects.requireNonNull(step.next()).consequence()).isInstanceOf(given.next());
        }
        assertThat(explanation.toString()).contains(given.told());
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("a forecast equals the history of the same action")
    void theForecastComesTrue(Case given) {
        Story story = Story.of(Flow.of(given.flow(), step("b").after("a")));
        given.before().accept(story);
        Forecast forecast =
                Explainer.explain(story.state(), Map.of()).steps().getFirst().next();
        if (forecast == null) {
            return;
        }
        int before = story.history().size();

        story.at(forecast.at()).must(new Command.WakeStep(A));

        assertThat(story.history().subList(before, story.history().size())).isEqualTo(forecast.events());
        assertThat(story.state().status()).isEqualTo(forecast.status());
    }

    /** How step a stands, what it would fail with, and what would follow. */
    record Hypothesis(
            String name,
            Flow.Spec flow,
            Consumer<Story> before,
            Failure failure,
            Class<? extends Consequence> consequence) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Hypothesis> hypotheses() {
        Function<Cause, Failure> sure = cause -> failure(cause, false);
        return Stream.of(
                new Hypothesis("open", step("a"), s -> s.start("a"), transientFailure(), Consequence.Retry.class),
                new Hypothesis("queued", step("a"), s -> {}, transientFailure(), Consequence.Retry.class),
                new Hypothesis(
                        "the second of three",
                        step("a"),
                        s -> s.fails("a", transientFailure()),
                        transientFailure(),
                        Consequence.Retry.class),
                new Hypothesis(
                        "the third of three",
                        step("a").compensated(),
                        s -> s.fails("a", transientFailure()).untilReady("a").fails("a", transientFailure()),
                        transientFailure(),
                        Consequence.Compensate.class),
                new Hypothesis("no", step("a"), s -> s.start("a"), business(), Consequence.Compensate.class),
                new Hypothesis(
                        "silence", step("a").probed(), s -> {}, sure.apply(Cause.SILENT), Consequence.Probe.class),
                new Hypothesis(
                        "poison", step("a"), s -> s.start("a"), sure.apply(Cause.POISON), Consequence.Escalate.class),
                new Hypothesis(
                        "while it is undone",
                        step("a"),
                        s -> {
                            s.start("a");
                            s.cancel();
                        },
                        business(),
                        Consequence.Close.class),
                new Hypothesis(
                        "of the compensation",
                        step("a").compensated(),
                        s -> s.done("a").cancel(),
                        transientFailure(),
                        Consequence.Retry.class));
    }

    @ParameterizedTest
    @MethodSource("hypotheses")
    void whatIfIsAnswered(Hypothesis given) {
        Story story = Story.of(Flow.of(given.flow(), step("b").after("a")));
        given.before().accept(story);
        ExecutionState before = story.state();

        Forecast forecast =
                Explainer.whatIf(before, A, given.failure(), story.now()).orElseThrow();

        assertThat(forecast.consequence()).isInstanceOf(given.consequence());
        assertThat(forecast.failure()).isEqualTo(given.failure());
        assertThat(forecast.events().getFirst()).isInstanceOf(Event.AttemptFailed.class);
        assertThat(forecast.events()).noneMatch(Event.StepStarted.class::isInstance);
        assertThat(forecast.toString()).contains("a, at ", given.failure().code(), "AttemptFailed a");
        assertThat(story.state()).isSameAs(before);
    }

    @Test
    @DisplayName("O2 explain names no time for a signal without a timeout")
    void signalWithoutTimeout() {
        Story story = Story.of(Flow.of(step("a").awaits("go")));

        assertThat(Explainer.explain(story.state(), Map.of()).steps().getFirst().next())
                .isNull();
    }

    @Test
    @DisplayName("what-if refuses a failure of a settled step, an escalated one, a timer, an unknown one")
    void nothingToFail() {
        Story story = Story.of(Flow.of(
                step("a").then(Then.ESCALATE),
                step("b"),
                step("c").waitFor(HOUR),
                step("d").after("a")));
        story.fails("a", business()).done("b");

        for (String name : List.of("a", "b", "c", "d", "e")) {
            assertThat(Explainer.whatIf(story.state(), StepPath.of(name), business(), story.now()))
                    .as(name)
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("an overdue attempt fails at its complete-by, regardless of when explain runs")
    void overdue() {
        Story story = Story.of(Flow.of(step("a")));
        story.start("a");

        Forecast forecast = Explainer.whatIf(story.state(), A, transientFailure(), Story.START.plus(HOUR))
                .orElseThrow();

        assertThat(forecast.at()).isEqualTo(Story.START.plus(Flow.COMPLETE_BY));
    }

    @Test
    @DisplayName("for a failed compensation cancel is not offered, and resolve means undone")
    void escalatedCompensation() {
        Story story = Story.of(Flow.of(step("a").compensated(), step("b").after("a")));
        story.done("a").cancel().fails("a", business());

        Explanation explanation = Explainer.explain(story.state(), Map.of());

        assertThat(explanation.status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(explanation.toString())
                .contains("It is being undone (BUSINESS CANCELLED)", "a person can: retry, resolve, skip")
                .doesNotContain("cancel,", "skip, cancel");
    }

    @Test
    @DisplayName("the execution as a whole: its complete-by, its end")
    void theWhole() {
        Story story = Story.of(Flow.of(step("a")), HOUR);
        assertThat(Explainer.explain(story.state(), Map.of()).summary())
                .isEqualTo("It runs. If it has not ended by 2026-01-31T13:00:00Z, it is undone.");

        story.done("a");

        Explanation over = Explainer.explain(story.state(), Map.of());
        assertThat(over.steps()).isEmpty();
        assertThat(over.summary()).isEqualTo("It ended as COMPLETED.");
        assertThat(Explainer.whatIf(story.state(), A, business(), story.now())).isEmpty();
    }

    @Test
    @DisplayName("the summary of a failed execution names the failure")
    void theReasonOfTheEnd() {
        Story story = Story.of(Flow.of(step("a")), HOUR);
        story.start("a");

        story.fails("a", business());

        assertThat(Explainer.explain(story.state(), Map.of()).summary())
                .isEqualTo("It ended as FAILED, because of BUSINESS TEST_BUSINESS: as the test wants it");
    }

    @Test
    @DisplayName("steps that need a person come first, and the rest beyond a limit is counted")
    void bounded() {
        Flow.Spec[] specs = new Flow.Spec[Explainer.STEPS_MAX + 10];
        for (int i = 0; i < specs.length; i++) {
            specs[i] = step("s" + i).then(Then.ESCALATE);
        }
        Story story = Story.of(Flow.of(specs));
        story.fails("s105", business());

        Explanation explanation = Explainer.explain(story.state(), Map.of());

        assertThat(explanation.steps()).hasSize(Explainer.STEPS_MAX);
        assertThat(explanation.steps().getFirst().step()).isEqualTo(StepPath.of("s105"));
        assertThat(explanation.more()).isEqualTo(10);
        assertThat(explanation.toString()).contains("… and 10 more open steps");
    }

    @Test
    @DisplayName("O5: every step that needs a person is listed, as explain shows it")
    void allThatNeedAPerson() {
        Flow.Spec[] specs = new Flow.Spec[Explainer.STEPS_MAX + 10];
        for (int i = 0; i < specs.length; i++) {
            specs[i] = step("s" + i).then(Then.ESCALATE);
        }
        Story story = Story.of(Flow.of(specs));
        for (int i = 5; i < specs.length; i++) {
            story.fails("s" + i, business());
        }

        List<StepExplanation> steps = Explainer.needingPerson(story.state(), Map.of());

        assertThat(steps).hasSize(specs.length - 5);
        assertThat(steps.subList(0, Explainer.STEPS_MAX))
                .isEqualTo(Explainer.explain(story.state(), Map.of()).steps());
        assertThat(steps.getLast().situation())
                .isInstanceOfSatisfying(
                        Situation.NeedsPerson.class,
                        person -> assertThat(person.verbs())
                                .contains(Verb.RETRY, Verb.SKIP, Verb.CANCEL, Verb.PAUSE)
                                .doesNotContain(Verb.RESUME, Verb.RERUN));
    }

    @Test
    @DisplayName("undoing a large graph is one decision, and explain lists its events up to a limit")
    void boundedForecast() {
        Flow.Spec[] specs = new Flow.Spec[300];
        for (int i = 0; i < specs.length; i++) {
            specs[i] = step("s" + i);
        }
        Story story = Story.of(Flow.of(specs));
        story.start("s0");

        Forecast forecast = Explainer.whatIf(story.state(), StepPath.of("s0"), business(), Instant.EPOCH)
                .orElseThrow();

        assertThat(forecast.events()).hasSize(Forecast.EVENTS_MAX);
        assertThat(forecast.moreEvents()).isGreaterThan(100);
    }

    private static String policy(String step) {
        Plan plan = Plan.of(DefinitionReader.parse("workflow: w\nsteps: { a: { " + step + " } }"));
        return Explainer.explain(Story.of(plan, "{\"n\":1}", null, 1).state(), Map.of())
                .steps()
                .getFirst()
                .policy();
    }

    @Test
    @DisplayName("the policy names the codes that are retried and routed")
    void policyByCode() {
        assertThat(policy("action: x.y, retry: { on: [B, A], never: [C] }, onExhausted: { Z: continue, Y: escalate }"))
                .isEqualTo("5 attempts, 1s to 1m apart at most, only after B or A, not after C, then compensate,"
                        + " after Y escalate, after Z continue");
    }

    @Test
    @DisplayName("the policy of each item names at most five codes and names, however many there are")
    void policyOfMany() {
        String codes = IntStream.range(0, 300).mapToObj("CODE_%03d"::formatted).collect(Collectors.joining(", "));
        String routes = codes.replace(",", ": continue,") + ": continue";
        String names = IntStream.range(0, 300).mapToObj("ask.a%03d"::formatted).collect(Collectors.joining(", "));

        assertThat(policy(
                        "action: x.y, retry: { on: [%s] }, onExhausted: { %s }, probe: { action: 'ask.${ input.n }', oneOf: [%s] }"
                                .formatted(codes, routes, names)))
                .isEqualTo("an unknown outcome is asked about (ask.a000 or ask.a001 or ask.a002 or ask.a003 or ask.a004"
                        + " or 295 more); 5 attempts, 1s to 1m apart at most, only after CODE_000 or CODE_001 or CODE_002"
                        + " or CODE_003 or CODE_004 or 295 more, then compensate, after CODE_000 continue, after CODE_001"
                        + " continue, after CODE_002 continue, after CODE_003 continue, after CODE_004 continue, and so on"
                        + " for 295 other codes");
    }

    @Test
    @DisplayName("an explanation names the action that was computed")
    void computedName() {
        Plan plan = Plan.of(DefinitionReader.parse(
                "workflow: w\nsteps: { a: { action: 'pay.${ input.by }', oneOf: [pay.card, pay.invoice] } }"));
        StepExplanation step = Explainer.explain(
                        Story.of(plan, "{\"by\":\"invoice\"}", null, 1).state(), Map.of())
                .steps()
                .getFirst();

        assertThat(step.action()).isEqualTo("pay.invoice");
        assertThat(step.toString()).contains("attempt 1 of 5 of pay.invoice");
    }
}
