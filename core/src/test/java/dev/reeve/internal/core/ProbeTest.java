package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.failure;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.LateReport;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.Recovery;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** V5: the service is asked what became of a step. */
class ProbeTest {

    private static final String DONE = "{\"state\":\"done\",\"output\":42}";
    private static final String NOT_DONE = "{\"state\":\"notDone\"}";
    private static final String STILL_RUNNING = "{\"state\":\"running\"}";
    private static final String UNKNOWN = "{\"state\":\"unknown\"}";

    private Story silent(Then then) {
        Story story = Story.of(
                Flow.of(step("a").probed().compensated().then(then), step("b").after("a")));
        story.fallsSilent("a");
        assertThat(story.news()).endsWith("AttemptFailed(a SILENT)", "StepReady(a probe)");
        assertThat(story.status("a")).isEqualTo(StepStatus.PROBING);
        return story;
    }

    @Test
    @DisplayName("V5 done: the step is completed with the service's answer")
    void done() {
        Story story = silent(Then.COMPENSATE);
        assertThat(Work.of(story.state(), StepPath.of("a")).action()).isEqualTo("a.ask");

        story.done("a", DONE);

        assertThat(story.news()).containsExactly("ProbeAnswered(a Done)", "StepCompleted(a)", "StepReady(b)");
        assertThat(story.step("a").output()).isEqualTo(new Json("42"));
        assertThat(story.step("a").inDoubt()).isFalse();
    }

    @Test
    @DisplayName("V5 not done: the step is retried, and no longer in doubt")
    void notDone() {
        Story story = silent(Then.COMPENSATE);

        story.done("a", NOT_DONE);

        assertThat(story.news()).containsExactly("ProbeAnswered(a NotDone)", "StepWaiting(a BACKOFF)");
        assertThat(story.step("a").inDoubt()).isFalse();
    }

    @Test
    @DisplayName("V5 running: the probe is repeated later, until it answers otherwise")
    void running() {
        Story story = silent(Then.COMPENSATE);

        for (int i = 0; i < 20; i++) {
            story.done("a", STILL_RUNNING);
            assertThat(story.status("a")).isEqualTo(StepStatus.PROBING);
            story.untilReady("a");
        }
        story.done("a", DONE);

        assertThat(story.status("a")).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("V5 unknown: the policy for the cause decides")
    void unknown() {
        Story story = silent(Then.COMPENSATE);

        story.done("a", UNKNOWN);

        assertThat(story.news()).containsExactly("ProbeAnswered(a Unknown)", "StepWaiting(a BACKOFF)");
        assertThat(story.step("a").inDoubt()).isTrue();
    }

    @Test
    @DisplayName("V5 a failure with a possible effect is probed before a retry and before onExhausted")
    void possiblyDone() {
        Story story = Story.of(Flow.of(
                step("a").maxAttempts(2).probed().compensated(), step("b").after("a")));

        story.fails("a", failure(Cause.TRANSIENT, true));
        assertThat(story.news()).endsWith("AttemptFailed(a TRANSIENT)", "StepReady(a probe)");
        story.done("a", NOT_DONE).untilReady("a").news();
        story.fails("a", failure(Cause.TRANSIENT, true));
        assertThat(story.news()).containsExactly("AttemptFailed(a TRANSIENT)", "StepReady(a probe)");
        story.done("a", DONE);

        assertThat(story.news()).containsExactly("ProbeAnswered(a Done)", "StepCompleted(a)", "StepReady(b)");
    }

    @ParameterizedTest
    @EnumSource(Then.class)
    @DisplayName("V5 a step with an earlier attempt in doubt is probed before onExhausted")
    void earlierDoubt(Then then) {
        Story story = Story.of(
                Flow.of(step("a").probed().compensated().then(then), step("b").after("a")));
        story.fallsSilent("a").done("a", UNKNOWN).untilReady("a").news();

        story.fails("a", business());
        assertThat(story.news()).containsExactly("AttemptFailed(a BUSINESS)", "StepReady(a probe)");
        story.done("a", DONE);

        assertThat(story.news()).containsExactly("ProbeAnswered(a Done)", "StepCompleted(a)", "StepReady(b)");
    }

    @Test
    @DisplayName("V5 an attempt that was certainly not done is not probed while attempts remain")
    void certainlyNotDone() {
        Story story = Story.of(Flow.of(step("a").probed()));
        story.fallsSilent("a").done("a", UNKNOWN).untilReady("a").news();

        story.fails("a", transientFailure());

        assertThat(story.news()).containsExactly("AttemptFailed(a TRANSIENT)", "StepWaiting(a BACKOFF)");
    }

    @Test
    @DisplayName(
            "V5 an agent that calls its own step poison, and may have done it: the service is asked before a person")
    void poisonInDoubt() {
        Story story = Story.of(Flow.of(step("a").probed()));

        story.fails("a", failure(Cause.POISON, true));
        assertThat(story.news()).endsWith("StepReady(a probe)");
        story.done("a", NOT_DONE);

        assertThat(story.news()).endsWith("ProbeAnswered(a NotDone)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("I16 V5 with a full history nothing is probed, and onUnknown decides")
    void historyTooLong() {
        Story story = Story.of(Flow.of(step("a")
                .maxAttempts(1_000_000)
                .probed()
                .onUnknown(OnUnknown.ESCALATE)
                .then(Then.CONTINUE)));
        while (story.untilReady("a").state().historyLength() < Plan.HISTORY_MIN - 2) {
            story.fails("a", transientFailure());
        }
        story.news();

        story.fallsSilent("a");

        assertThat(story.news()).containsExactly("AttemptFailed(a SILENT)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 not done again and again: exhausted as without a probe")
    void notDoneForEver() {
        Story story = silent(Then.ESCALATE);

        story.done("a", NOT_DONE).untilReady("a").fallsSilent("a");
        story.done("a", NOT_DONE).untilReady("a").fallsSilent("a");
        story.done("a", NOT_DONE);

        assertThat(story.news()).endsWith("ProbeAnswered(a NotDone)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 a failed probe is retried by its own policy, then given up")
    void probeExhausted() {
        Story story = silent(Then.CONTINUE);

        story.fails("a", transientFailure()).untilReady("a").fails("a", transientFailure());
        story.untilReady("a").fails("a", transientFailure());
        assertThat(story.news()).endsWith("AttemptFailed(a probe TRANSIENT)", "StepWaiting(a BACKOFF)");

        story.untilReady("a").fallsSilent("a").fails("a", business());
        assertThat(story.status("a")).isEqualTo(StepStatus.WAITING);
        assertThat(story.step("a").attempts(Purpose.PROBE)).isEqualTo(4);
    }

    @Test
    @DisplayName("V5 an invalid answer of a probe counts as none")
    void nonsense() {
        Story story = silent(Then.CONTINUE);

        story.done("a", "\"whatever\"");

        assertThat(story.news()).containsExactly("AttemptFailed(a probe BUSINESS)", "StepWaiting(a BACKOFF)");
    }

    @Test
    @DisplayName("V5 a probe that loses its agents is given up")
    void probeLost() {
        Story story = silent(Then.COMPENSATE);

        for (int i = 0; i < Recovery.LOST_MAX; i++) {
            story.untilReady("a").lost("a");
        }

        assertThat(story.news()).endsWith("AttemptFailed(a probe LOST)", "StepWaiting(a BACKOFF)");
    }

    @Test
    @DisplayName("R38 a lost attempt is probed, too, and still counts towards poison")
    void lostThenPoison() {
        Story story = Story.of(Flow.of(step("a").probed()));

        for (int i = 0; i < Recovery.LOST_MAX; i++) {
            story.untilReady("a").lost("a");
            assertThat(story.status("a")).isEqualTo(StepStatus.PROBING);
            story.done("a", NOT_DONE);
        }

        assertThat(story.status("a")).isEqualTo(StepStatus.ESCALATED);
    }

    @Test
    @DisplayName("a probe whose input cannot be computed counts as not knowing")
    void probeInputFails() {
        Story story = Story.of(
                Flow.of(step("a").maxAttempts(1).probedWith("\"${ 1 + 'x' }\"").compensated()));

        story.fallsSilent("a");

        assertThat(story.news()).endsWith("CompensationStarted", "StepFailed(a)", "ForwardClosed", "StepReady(a undo)");
        assertThat(failureOf(story).message()).contains("the probe could not be called");
    }

    @Test
    @DisplayName("a probe receives the input of the step, unless it has its own")
    void probeInput() {
        Story plain = Story.of(Flow.of(step("a").input("{\"n\":1}").probed()));
        plain.fallsSilent("a");
        assertThat(Work.of(plain.state(), StepPath.of("a")).input()).isEqualTo(new Json("{\"n\":1}"));

        Story own = Story.of(Flow.of(step("a").probedWith("{\"of\":\"${ execution.id }\"}")));
        own.fallsSilent("a");
        assertThat(Work.of(own.state(), StepPath.of("a")).input().text()).contains("0000-");
    }

    @Test
    @DisplayName("V5 A3 a probe receives the newest late report each time; no other action does")
    void evidence() {
        Story story = Story.of(Flow.of(step("a").probed()));
        AttemptToken first = story.start("a");
        story.due("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).evidence()).isNull();
        story.done("a", STILL_RUNNING);

        story.give(new Command.CompleteAttempt(first, new Json("7")));
        story.untilReady("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).evidence()).isEqualTo(new Json("7"));
        story.done("a", NOT_DONE).untilReady("a");
        assertThat(Work.of(story.state(), StepPath.of("a")).evidence()).isNull();
        AttemptToken second = story.start("a");
        story.later(Flow.COMPLETE_BY.plusSeconds(1)).give(new Command.CompleteAttempt(second, new Json("8")));

        assertThat(story.status("a")).isEqualTo(StepStatus.PROBING);
        assertThat(Work.of(story.state(), StepPath.of("a")).evidence()).isEqualTo(new Json("8"));
        assertThat(story.step("a").evidence())
                .containsExactly(
                        new LateReport(Purpose.FORWARD, 1, new Json("7"), null),
                        new LateReport(Purpose.FORWARD, 2, new Json("8"), null));
    }

    @Test
    @DisplayName("A3 I16 of many late reports the last few are kept in memory, and all of them in the history")
    void muchEvidence() {
        Story story = Story.of(Flow.of(step("a").maxAttempts(20)));
        for (int i = 1; i <= StepState.EVIDENCE_MAX + 2; i++) {
            story.untilReady("a");
            AttemptToken token = story.start("a");
            story.due("a").give(new Command.CompleteAttempt(token, new Json(String.valueOf(i))));
        }

        assertThat(story.step("a").evidence()).extracting(LateReport::attempt).containsExactly(3, 4, 5, 6);
    }

    private static Failure failureOf(Story story) {
        return Objects.requireNonNull(story.state().failure());
    }

    @Test
    @DisplayName("V5 A3 a late report of an earlier round or another input is no evidence")
    void evidenceOfSomethingElse() {
        Story rounds = Story.of(Flow.of(step("a").repeatUntil("output > 8", 5).probed()));
        AttemptToken first = rounds.start("a");
        rounds.due("a").done("a", NOT_DONE).untilReady("a").done("a", "1");
        rounds.give(new Command.CompleteAttempt(first, new Json("1")));
        rounds.due("a").fallsSilent("a");
        assertThat(Work.of(rounds.state(), StepPath.of("a")).evidence()).isNull();
        assertThat(rounds.step("a").evidence()).hasSize(1);

        Story edited = Story.of(Flow.of(step("a").probed().then(Then.ESCALATE).maxAttempts(1)));
        AttemptToken before = edited.start("a");
        edited.due("a").done("a", NOT_DONE);
        edited.must(new Command.RetryStep(StepPath.of("a"), "ann", "a typo", new Json("2")));
        edited.give(new Command.CompleteAttempt(before, new Json("1")));
        edited.fallsSilent("a");
        assertThat(Work.of(edited.state(), StepPath.of("a")).evidence()).isNull();
    }
}
