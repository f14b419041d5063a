package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.CallLimit;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import dev.reeve.internal.core.start.StartDefaults;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Rate;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: with which calls a step's are counted, and what is said about one that waits. */
class LimitTest {

    private static final Plan BILLING = plan("""
            workflow: billing
            steps:
              charge:
                action: payment.charge
                limit: { key: "${ input.account }", concurrency: 1, rate: 10/s }
                probe: payment.status
                compensate: payment.refund
                onExhausted: escalate
              report: { after: [charge], action: payment.report, limit: { concurrency: 2 } }
              mail: { after: [report], action: mail.send }
            """);

    private static Plan plan(String text) {
        return Plan.of(DefinitionReader.parse(text));
    }

    private static @Nullable CallLimit limit(Story story, String step) {
        return Work.of(story.state(), StepPath.parse(step)).limit();
    }

    @Test
    @DisplayName("S8: the key of a limit is computed when the step becomes ready, is in its history, and holds "
            + "for its retries")
    void key() {
        Story story = Story.of(BILLING, "{\"account\":4711}", null, 1);
        CallLimit expected = new CallLimit("4711", 1, Rate.perSecond(10));

        assertThat(limit(story, "charge")).isEqualTo(expected);
        assertThat(story.history()).contains(new Event.StepReady(StepPath.of("charge"), Purpose.FORWARD, null, "4711"));
        story.start("charge");
        assertThat(limit(story, "charge")).isEqualTo(expected);
        assertThat(story.state().countedAttempt(StepPath.of("charge")))
                .isEqualTo(Work.of(story.state(), StepPath.of("charge")).token());
        story.fails("charge", Story.transientFailure()).untilReady("charge");
        assertThat(limit(story, "charge")).isEqualTo(expected);
        assertThat(story.state().countedAttempt(StepPath.of("charge"))).isNull();
    }

    @Test
    @DisplayName("S8: without a key all calls share one limit; without a limit nothing is counted")
    void withoutKey() {
        Story story = Story.of(BILLING, "{}", null, 1);
        assertThat(limit(story, "charge")).isEqualTo(new CallLimit("", 1, Rate.perSecond(10)));
        story.done("charge", "1");
        assertThat(limit(story, "report")).isEqualTo(new CallLimit(null, 2, null));
        story.done("report", "1").start("mail");
        assertThat(limit(story, "mail")).isNull();
        assertThat(story.state().countedAttempt(StepPath.of("mail"))).isNull();
        assertThat(BILLING.hasLimits()).isTrue();
        assertThat(plan("{\"workflow\": \"w\", \"steps\": {\"a\": {\"action\": \"a.b\"}}}")
                        .hasLimits())
                .isFalse();
    }

    @Test
    @DisplayName("S8: probes and compensations do not count towards the limit of a step")
    void onlyForward() {
        Story story = Story.of(BILLING, "{\"account\":\"a\"}", null, 1);
        story.fallsSilent("charge");
        assertThat(story.status("charge")).isEqualTo(StepStatus.PROBING);
        assertThat(limit(story, "charge")).isNull();
    }

    @Test
    @DisplayName("S8: a key that cannot be computed or is too long fails the step, with a reason")
    void keyFails() {
        Plan broken = plan("""
                workflow: broken
                steps:
                  a: { action: a.b, limit: { key: "${ input.n / 2 }", concurrency: 1 }, onExhausted: escalate }
                """);
        Story story = Story.of(broken, "{\"n\":\"many\"}", null, 1);
        Failure failure = Objects.requireNonNull(story.step("a").failure());
        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
        assertThat(failure.code()).isEqualTo("EXPRESSION_FAILED");
        assertThat(failure.message()).startsWith("the key of the limit cannot be computed: ");

        story.must(new Command.RetryStep(StepPath.of("a"), "ann", null, new Json("{\"n\":1}")));
        assertThat(limit(story, "a")).as("tried with another input").isEqualTo(new CallLimit("", 1, null));

        Story longKey = Story.of(BILLING, "{\"account\":\"%s\"}".formatted("x".repeat(256)), null, 1);
        assertThat(Objects.requireNonNull(longKey.step("charge").failure()).message())
                .contains("it has 256 characters, and at most 255 are allowed");
    }

    @Test
    @DisplayName("S8: items and rounds have keys of their own")
    void itemsAndRounds() {
        Story story = Story.of(plan("""
                        workflow: each
                        steps:
                          a: { forEach: "${ input }", action: a.b, limit: { key: "${ item.k }/${ index }", concurrency: 1 } }
                          b:
                            after: [a]
                            action: b.c
                            limit: { key: "${ round }", concurrency: 1 }
                            repeat: { until: "${ output }", delay: 1s }
                        """), "[{\"k\":\"x\"},{\"k\":\"y\"}]", null, 1);
        assertThat(Objects.requireNonNull(limit(story, "a[0]")).key()).isEqualTo("x/0");
        assertThat(Objects.requireNonNull(limit(story, "a[1]")).key()).isEqualTo("y/1");
        story.done("a[0]", "1").done("a[1]", "1");
        assertThat(Objects.requireNonNull(limit(story, "b")).key()).isEqualTo("1");
        story.done("b", "false").due("b");
        assertThat(Objects.requireNonNull(limit(story, "b")).key()).isEqualTo("2");
    }

    @Test
    @DisplayName("O3: explain shows the key of a limit, how many calls run and how many wait")
    void explained() {
        Story story = Story.of(BILLING, "{\"account\":\"a\"}", null, 1);
        StepExplanation step =
                Explainer.explain(story.state(), Map.of()).steps().getFirst();
        Situation.Queued queued = (Situation.Queued) step.situation();
        CallLimit limit = Objects.requireNonNull(queued.limit());

        assertThat(ExplanationEdit.situation(step, new Situation.Limited(queued.since(), limit, 1, 3, null))
                        .toString())
                .contains("it waits for its limit, 1 at a time and 10/s, for key 'a': 1 running, 3 waiting");
        assertThat(ExplanationEdit.situation(step, new Situation.Limited(queued.since(), limit, 0, 1, story.now()))
                        .toString())
                .contains("the next one may begin at " + story.now());
        assertThat(new CallLimit(null, 0, Rate.perDay(5))).hasToString("5/d, all calls together");
    }

    @Test
    @DisplayName("S8 S10: labels, priority and replyTo are computed from the input, and empty results are left out")
    void startDefaults() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                priority: -3
                labels: { a: "${ input.n * 2 }", b: "${ input.missing }", c: "x ${ execution.workflow } ${ execution.key }" }
                replyTo: "https://${ input.host }/"
                steps: { a: { wait: 1s } }
                """);
        ExecutionId id = ExecutionId.parse("00000000-0000-7000-8000-000000000001");
        StartDefaults defaults = StartDefaults.of(workflow, id, "k", new Json("{\"n\":21,\"host\":\"shop\"}"));

        assertThat(defaults).isEqualTo(new StartDefaults(-3, Map.of("a", "42", "c", "x w k"), "https://shop/", null));
        assertThat(StartDefaults.of(BILLING.workflow(), id, null, Json.NULL))
                .isEqualTo(new StartDefaults(0, Map.of(), null, null));
    }
}
