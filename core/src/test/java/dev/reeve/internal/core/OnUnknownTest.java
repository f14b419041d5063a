package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static dev.reeve.internal.core.Story.failure;
import static dev.reeve.internal.core.Story.transientFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.core.Flow.Spec;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** V5: what happens when nobody can say whether a step was done. */
class OnUnknownTest {

    private static final String NOT_DONE = "{\"state\":\"notDone\"}";
    private static final String UNKNOWN = "{\"state\":\"unknown\"}";

    private static final String[] UNDONE = {"StepFailed(a)", "CompensationStarted", "ForwardClosed", "StepReady(a undo)"
    };

    private static Story story(Spec a) {
        return Story.of(Flow.of(a, step("b").after("a")));
    }

    @Test
    @DisplayName("V5 without a probe, escalate: a silent step is not retried, although attempts remain")
    void escalateWithoutProbe() {
        Story story = story(step("a")
                .onUnknown(OnUnknown.ESCALATE)
                .pause(Duration.ofHours(1), 2)
                .then(Then.CONTINUE));

        story.fallsSilent("a");

        assertThat(story.news()).endsWith("AttemptFailed(a SILENT)", "StepEscalated(a)");
        assertThat(story.step("a").inDoubt()).isTrue();
    }

    @Test
    @DisplayName("V5 C5 without a probe, compensate: the execution is undone, and with it the step")
    void compensateWithoutProbe() {
        Story story =
                story(step("a").onUnknown(OnUnknown.COMPENSATE).compensated().then(Then.CONTINUE));

        story.lost("a");

        assertThat(story.news()).endsWith(UNDONE);
    }

    @Test
    @DisplayName("V5 with a probe: the outcome is unknown only if the probe does not know it")
    void probeDoesNotKnow() {
        Story escalated = story(step("a").probed().onUnknown(OnUnknown.ESCALATE));
        escalated.fails("a", failure(Cause.TRANSIENT, true)).done("a", UNKNOWN);
        assertThat(escalated.news()).endsWith("ProbeAnswered(a Unknown)", "StepEscalated(a)");
        assertThat(message(escalated)).contains("as the test wants it", "the probe answered that it is unknown");

        Story undone = story(step("a").probed().onUnknown(OnUnknown.COMPENSATE).compensated());
        undone.fallsSilent("a").done("a", UNKNOWN);
        assertThat(undone.news()).endsWith(UNDONE);
    }

    @Test
    @DisplayName("V5 a probe that cannot be performed counts as not knowing")
    void probeFails() {
        Story exhausted = story(step("a").probed().onUnknown(OnUnknown.ESCALATE));
        exhausted.fallsSilent("a").fails("a", business());
        assertThat(exhausted.news()).endsWith("AttemptFailed(a probe BUSINESS)", "StepEscalated(a)");
        assertThat(message(exhausted)).contains("no report until complete-by", "the probe failed: TEST_BUSINESS");

        Story noInput = story(step("a").probedWith("\"${ 1 + 'x' }\"").onUnknown(OnUnknown.ESCALATE));
        noInput.fallsSilent("a");
        assertThat(noInput.news()).endsWith("AttemptFailed(a SILENT)", "StepEscalated(a)");
    }

    private static String message(Story story) {
        return Objects.requireNonNull(story.step("a").failure()).message();
    }

    @Test
    @DisplayName("V5 with a probe that answers notDone the step is retried")
    void probeKnows() {
        Story story = story(step("a").probed().onUnknown(OnUnknown.ESCALATE));

        story.fallsSilent("a").done("a", NOT_DONE);

        assertThat(story.news()).endsWith("ProbeAnswered(a NotDone)", "StepWaiting(a BACKOFF)");
    }

    @ParameterizedTest
    @EnumSource(OnUnknown.class)
    @DisplayName("V5 a step that was certainly not done is retried, regardless of onUnknown")
    void certainlyNotDone(OnUnknown onUnknown) {
        Story story = story(step("a").onUnknown(onUnknown));

        story.fails("a", transientFailure());

        assertThat(story.news()).endsWith("AttemptFailed(a TRANSIENT)", "StepWaiting(a BACKOFF)");
    }

    @Test
    @DisplayName("V5 O2 after an operator's retry without doubt, the earlier doubt still decides about onExhausted")
    void doubtOutlivesRetry() {
        Story story =
                story(step("a").maxAttempts(2).onUnknown(OnUnknown.ESCALATE).then(Then.CONTINUE));
        story.fallsSilent("a").retry("a").news();

        story.fails("a", transientFailure());
        assertThat(story.news()).containsExactly("AttemptFailed(a TRANSIENT)", "StepWaiting(a BACKOFF)");
        story.untilReady("a").news();
        story.fails("a", transientFailure());

        assertThat(story.news()).containsExactly("AttemptFailed(a TRANSIENT)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 C5 an escalated step that is undone is probed again, since the service may know more now")
    void cancelledWhileEscalated() {
        Story story = askedAboutAgain();

        assertThat(story.news()).endsWith("CancelRequested", "CompensationStarted", "StepReady(a probe)");
        story.done("a", NOT_DONE);
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    static Story askedAboutAgain() {
        return story(step("a").probed().compensated().onUnknown(OnUnknown.ESCALATE))
                .fallsSilent("a")
                .done("a", UNKNOWN)
                .cancel();
    }

    @Test
    @DisplayName("V5 a throttled step that may have been done is probed before its retry")
    void throttledInDoubt() {
        Story story = story(step("a").onUnknown(OnUnknown.ESCALATE));

        story.fails("a", failure(Cause.THROTTLED, true));

        assertThat(story.news()).endsWith("AttemptFailed(a THROTTLED)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 while the execution is undone, steps in doubt are undone without a new call")
    void whileUndoing() {
        Story story = Story.of(Flow.of(step("a").onUnknown(OnUnknown.ESCALATE).compensated(), step("b")));
        story.start("a");
        story.fails("b", business()).due("a");

        assertThat(story.news())
                .endsWith("AttemptFailed(a SILENT)", "StepFailed(a)", "ForwardClosed", "StepReady(a undo)");
    }

    @Test
    @DisplayName("V5 in finally, compensate means escalate")
    void inFinally() {
        Story story = Story.of(Flow.of(step("b"))
                .andFinally(step("a").onUnknown(OnUnknown.COMPENSATE).then(Then.CONTINUE)));
        story.done("b").fallsSilent("a");

        assertThat(story.news()).endsWith("AttemptFailed(a SILENT)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 a compensation is retried regardless of its earlier outcome, because it is idempotent")
    void compensations() {
        Story story = story(step("a").onUnknown(OnUnknown.ESCALATE).compensated());
        story.done("a").fails("b", business());

        story.fallsSilent("a");

        assertThat(story.news()).endsWith("AttemptFailed(a undo SILENT)", "StepWaiting(a undo BACKOFF)");
    }
}
