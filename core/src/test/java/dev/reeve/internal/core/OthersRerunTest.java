package dev.reeve.internal.core;

import static dev.reeve.internal.core.Flow.step;
import static dev.reeve.internal.core.Story.business;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.start.Reversal;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Tolerate;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** O2: re-runs and reversals of executions that did without some steps (ADR 67). */
class OthersRerunTest {

    @Test
    @DisplayName("O2 a re-run after the join takes the others over as not needed; one from before it needs them again")
    void rerun() {
        Story old = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("l").forEach("[1]", 1, Tolerate.NONE).compensated(),
                step("c"),
                step("j").after("a", "b", "l", "c").joinAny().others(Others.UNDO),
                step("z").after("j")));
        old.start("b");
        old.start("l[0]");
        old.done("a");
        old.done("b").done("b");
        old.done("l[0]").done("l[0]");
        old.done("j").done("z");
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Story again = old.rerun("z");
        assertThat(again.news())
                .containsExactly(
                        "ExecutionStarted",
                        "StepTaken(a COMPLETED)",
                        "StepTaken(b SKIPPED)",
                        "StepTaken(l SKIPPED)",
                        "StepTaken(c SKIPPED)",
                        "StepTaken(j COMPLETED)",
                        "StepReady(z)");
        assertThat(old.rerun("j").news()).endsWith("StepTaken(c SKIPPED)", "StepReady(j)");
        assertThat(old.rerun("a").news())
                .containsExactly(
                        "ExecutionStarted",
                        "StepReady(a)",
                        "StepReady(b)",
                        "ItemsStarted(l)",
                        "StepReady(l[0])",
                        "StepReady(c)");
    }

    @Test
    @DisplayName("O2 a re-run is refused if a step before its first one was not needed, and is needed now")
    void rerunFromTheMiddleOfOthers() {
        Story old = Story.of(Flow.of(
                step("a").compensated(),
                step("b").compensated(),
                step("c").after("b"),
                step("j").after("a", "c").joinAny().others(Others.UNDO),
                step("z").after("j")));
        old.start("b");
        old.done("a");
        old.done("b").done("b");
        old.done("j");
        old.fails("z", business()).done("a");
        assertThat(old.state().status()).isEqualTo(ExecutionStatus.COMPENSATED);

        assertThat(old.whyNotRerun("c"))
                .anyMatch(why -> why.startsWith("step 'b', which comes before it, was not needed"));
        assertThat(old.rerun("b").news()).contains("StepReady(b)");
    }

    @Test
    @DisplayName("O2 a re-run from the winner does it again, also if an other has failed or was done later")
    void rerunOfWinner() {
        for (boolean fails : new boolean[] {true, false}) {
            Story old = Story.of(Flow.of(
                    step("a"),
                    step("b").compensated(),
                    step("c").awaits("go"),
                    step("j").after("a", "b", "c").joinAny().others(Others.CANCEL),
                    step("z").after("j")));
            old.start("b");
            old.done("a");
            if (fails) {
                old.fails("b", business());
            } else {
                old.done("b");
            }
            old.done("j").done("z");
            assertThat(old.state().status()).isEqualTo(ExecutionStatus.COMPLETED);

            Story later = old.rerun("z");
            assertThat(later.news())
                    .contains(
                            fails ? "StepTaken(b SKIPPED)" : "StepTaken(b COMPLETED)",
                            "StepTaken(j COMPLETED)",
                            "StepReady(z)");
            for (Story again : List.of(old.rerun("a"), later.done("z").rerun("a"))) {
                assertThat(again.news()).endsWith("StepReady(a)", "StepReady(b)", "StepWaiting(c SIGNAL)");
                again.done("a");
                assertThat(again.news()).endsWith("StepSkipped(c NOT_NEEDED)", "StepReady(j)");
            }
            assertThat(old.rerun("j").news()).endsWith("StepTaken(c SKIPPED)", "StepReady(j)");
        }
    }

    @Test
    @DisplayName("O2 C5 an other that was done is undone with the re-run that took it over")
    void rerunUndone() {
        Story old = Story.of(Flow.of(
                step("a"),
                step("b").compensated(),
                step("j").after("a", "b").joinAny().others(Others.CANCEL),
                step("z").after("j")));
        old.start("b");
        old.done("a").done("b").done("j").done("z");

        Story again = old.rerun("z").cancel();

        assertThat(again.status("b")).isEqualTo(StepStatus.COMPENSATING);
        again.done("b");
        assertThat(again.state().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("S7 a child that was done without others is undone without those that are undone already")
    void reversed() {
        Story done = Story.of(Flow.of(
                step("a").compensated(),
                step("b").compensated(),
                step("j").after("a", "b").joinAny().others(Others.UNDO)));
        done.start("b");
        done.done("a").done("b").done("b").done("j");

        assertThat(Reversal.of(done.state(), done.history()))
                .isInstanceOfSatisfying(
                        Reversal.Possible.class,
                        possible -> assertThat(possible.taken())
                                .extracting(Events::brief)
                                .containsExactly(
                                        "StepTaken(a COMPLETED)", "StepTaken(b SKIPPED)", "StepTaken(j COMPLETED)"));
    }
}
