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
    @DisplayName(
            "V5 without a probe, escalate: who fell silent is not tried again, although there are attempts and rounds left")
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
    @DisplayName("V5 with a probe: unknown is what it does not know, whatever the failure was")
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
    @DisplayName("V5 with a probe that cannot be performed: as if it did not know")
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
    @DisplayName("V5 with a probe that says notDone: nothing is unknown, and the step is tried again")
    void probeKnows() {
        Story story = story(step("a").probed().onUnknown(OnUnknown.ESCALATE));

        story.fallsSilent("a").done("a", NOT_DONE);

        assertThat(story.news()).endsWith("ProbeAnswered(a NotDone)", "StepWaiting(a BACKOFF)");
    }

    @ParameterizedTest
    @EnumSource(OnUnknown.class)
    @DisplayName("V5 what was certainly not done is retried, whatever is said about unknown outcomes")
    void certainlyNotDone(OnUnknown onUnknown) {
        Story story = story(step("a").onUnknown(onUnknown));

        story.fails("a", transientFailure());

        assertThat(story.news()).endsWith("AttemptFailed(a TRANSIENT)", "StepWaiting(a BACKOFF)");
    }

    @Test
    @DisplayName("V5 O2 a person retries it; if that ends without a doubt, the old one still decides the last word")
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
    @DisplayName("V5 C5 undone while a person has it: the service may know more by now, and is asked again")
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
    @DisplayName("V5 a service that asked for time, but may have done it, is not asked a second time blindly")
    void throttledInDoubt() {
        Story story = story(step("a").onUnknown(OnUnknown.ESCALATE));

        story.fails("a", failure(Cause.THROTTLED, true));

        assertThat(story.news()).endsWith("AttemptFailed(a THROTTLED)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 while the execution is undone, what is in doubt is undone, and nobody is called")
    void whileUndoing() {
        Story story = Story.of(Flow.of(step("a").onUnknown(OnUnknown.ESCALATE).compensated(), step("b")));
        story.start("a");
        story.fails("b", business());

        story.due("a");

        assertThat(story.news())
                .endsWith("AttemptFailed(a SILENT)", "StepFailed(a)", "ForwardClosed", "StepReady(a undo)");
    }

    @Test
    @DisplayName("V5 in finally nothing can be undone any more: compensate means escalate")
    void inFinally() {
        Story story = Story.of(Flow.of(step("b"))
                .andFinally(step("a").onUnknown(OnUnknown.COMPENSATE).then(Then.CONTINUE)));
        story.done("b").fallsSilent("a");

        assertThat(story.news()).endsWith("AttemptFailed(a SILENT)", "StepEscalated(a)");
    }

    @Test
    @DisplayName("V5 a compensation is tried again whatever is known of the attempts before: it has to be idempotent")
    void compensations() {
        Story story = story(step("a").onUnknown(OnUnknown.ESCALATE).compensated());
        story.done("a").fails("b", business());

        story.fallsSilent("a");

        assertThat(story.news()).endsWith("AttemptFailed(a undo SILENT)", "StepWaiting(a undo BACKOFF)");
    }
}
