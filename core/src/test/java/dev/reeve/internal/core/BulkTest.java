package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.BulkDeeds;
import dev.reeve.workflow.OnExhausted.Then;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O5: the commands of a bulk operation may arrive twice, and the operation acts once. */
class BulkTest {

    private static final StepPath A = StepPath.of("a");
    private static final StepPath B = StepPath.of("b");
    private static final String FIRST = reason(1);
    private static final String SECOND = reason(2);

    private static String reason(long bulk) {
        return "they are back " + BulkDeeds.mark(new ExecutionId(new UUID(0xB01C, bulk)));
    }

    private final Story story = Story.of(
            Flow.of(step("a").then(Then.ESCALATE).compensated(), step("b").then(Then.ESCALATE), step("c")));

    private void changesNothing(Command command) {
        changesNothing(story, command);
    }

    private static void changesNothing(Story story, Command command) {
        assertThat(Decider.decide(story.state(), command, story.now()))
                .as(command.toString())
                .isInstanceOfSatisfying(
                        Decision.Accepted.class,
                        accepted -> assertThat(accepted.events()).isEmpty());
    }

    @Test
    @DisplayName("O5: an operation retries a step once; another operation, another step and a person do it again")
    void retry() {
        story.fails("a", business()).fails("b", business());
        story.must(new Command.RetryStep(A, "ann", FIRST)).fails("a", business());

        changesNothing(new Command.RetryStep(A, "ann", FIRST));

        assertThat(story.state().status()).isEqualTo(ExecutionStatus.ESCALATED);
        story.must(new Command.RetryStep(B, "ann", FIRST)).done("b");
        story.must(new Command.RetryStep(A, "ann", SECOND)).fails("a", business());
        story.must(new Command.RetryStep(A, "ann", "by hand")).fails("a", business());
        story.must(new Command.RetryStep(A, "ann", null)).done("a");
    }

    @Test
    @DisplayName("O5: an execution that an operation has resumed stays paused after the next pause")
    void pauseAndResume() {
        story.must(new Command.Pause("ann", FIRST));
        changesNothing(new Command.Pause("ann", FIRST));
        story.must(new Command.Resume("ann", SECOND));
        changesNothing(new Command.Pause("ann", FIRST));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.RUNNING);
        story.must(new Command.Pause("bob", "counting"));
        changesNothing(new Command.Resume("ann", SECOND));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.PAUSED);
    }

    @Test
    @DisplayName("O5: a step that an operation has resolved or skipped is not refused when the command comes again")
    void resolveAndSkip() {
        story.fails("a", business()).fails("b", business());
        Command resolve = new Command.ResolveStep(A, new Json("1"), "ann", FIRST);
        Command skip = new Command.SkipStep(B, "ann", FIRST);
        story.must(resolve).must(skip);

        changesNothing(resolve);
        changesNothing(skip);
    }

    @Test
    @DisplayName("O5: an execution that an operation has cancelled or compensated is not refused, also after its end")
    void cancel() {
        story.must(new Command.Cancel("ann", FIRST));
        assertThat(story.state().status()).isEqualTo(ExecutionStatus.CANCELLED);

        changesNothing(new Command.Cancel("ann", FIRST));
        assertThat(story.refused(new Command.Cancel("ann", SECOND))).isEqualTo(Refusal.ENDED);
    }

    @Test
    @DisplayName("O5: an operation asks about a step once")
    void probe() {
        Story asked = Story.of(Flow.of(step("a").maxAttempts(1).probed().then(Then.ESCALATE)));
        asked.fallsSilent("a").done("a", "{\"state\":\"unknown\"}");
        Command probe = new Command.ProbeStep(A, "ann", FIRST);
        asked.must(probe).done("a", "{\"state\":\"unknown\"}");

        changesNothing(asked, probe);
    }
}
