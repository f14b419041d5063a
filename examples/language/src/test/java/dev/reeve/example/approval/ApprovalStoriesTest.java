package dev.reeve.example.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.example.approval.Expenses.Claim;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.RunOutcome;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every story that an expense can tell, in virtual time. */
@ReeveTest
@DisplayName("Stories of expenses")
class ApprovalStoriesTest {

    private static final Workflow WORKFLOW = Expenses.workflow(Duration.ofDays(2), Duration.ofDays(5));
    private static final Claim LAPTOP = new Claim("laptop", "ada", 180_000);

    private final Expenses expenses = new Expenses();

    @BeforeEach
    void deploy(VirtualReeve reeve) {
        reeve.deploy(WORKFLOW);
        expenses.wire(reeve::handle);
    }

    private static VirtualExecution claim(VirtualReeve reeve, Claim claim) {
        return reeve.start("approve_expense", claim);
    }

    private static String verdict(VirtualExecution claim) {
        return String.valueOf(claim.await(Map.class).get("verdict"));
    }

    @Test
    @DisplayName("a small expense is paid at once, without a decision")
    void small(VirtualReeve reeve) {
        assertThat(verdict(claim(reeve, new Claim("taxi", "ada", 9_999)))).isEqualTo("paid");
        assertThat(expenses.paid()).containsEntry("taxi", 9_999);
        assertThat(expenses.mails()).isEmpty();
    }

    @Test
    @DisplayName("S7: approved on the first day: paid, without a reminder")
    void approved(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LAPTOP);
        reeve.advance(Duration.ofDays(1));
        claim.actingAs("the boss").signal("decision", Map.of("approved", true));

        assertThat(verdict(claim)).isEqualTo("paid");
        assertThat(expenses.mails()).containsExactly("ada claims 180000 cents: approve?");
    }

    @Test
    @DisplayName("S7: refused: not paid, and the claimant is informed")
    void refused(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LAPTOP);
        claim.actingAs("the boss").signal("decision", Map.of("approved", false));

        assertThat(verdict(claim)).isEqualTo("refused");
        assertThat(expenses.paid()).isEmpty();
        assertThat(expenses.mails()).endsWith("not paid: laptop");
    }

    @Test
    @DisplayName("S7: reminded after two days, approved on the fourth: paid")
    void approvedAfterTheReminder(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LAPTOP);
        reeve.advance(Duration.ofDays(2).plusMinutes(1));
        assertThat(expenses.mails()).endsWith("still to be decided: laptop");
        reeve.advance(Duration.ofDays(2));
        claim.actingAs("the boss").signal("decision", Map.of("approved", true));

        assertThat(verdict(claim)).isEqualTo("paid");
    }

    @Test
    @DisplayName("S7: without a decision: a week later the claim is refused by default")
    void unheard(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LAPTOP);
        reeve.advance(Duration.ofDays(7).minusMinutes(1));
        assertThat(claim.status()).isEqualTo(ExecutionStatus.RUNNING);
        reeve.advance(Duration.ofMinutes(2));

        assertThat(claim.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(verdict(claim)).isEqualTo("unheard");
        assertThat(expenses.paid()).isEmpty();
    }

    @Test
    @DisplayName("S12: an empty decision is refused when it is sent, and the claim keeps waiting")
    void noDecision(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LAPTOP);

        assertThatThrownBy(() -> claim.actingAs("the boss").signal("decision", Map.of("approved", "perhaps")))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("approved");
        claim.actingAs("the boss").signal("decision", Map.of("approved", true));

        assertThat(verdict(claim)).isEqualTo("paid");
    }

    @Test
    @DisplayName("S6: the process dies while the claim waits, and the decision still arrives")
    void crash(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LAPTOP);
        reeve.advance(Duration.ofDays(1));
        reeve.crash();
        claim.actingAs("the boss").signal("decision", Map.of("approved", true));
        reeve.crash();

        assertThat(verdict(claim)).isEqualTo("paid");
        assertThat(expenses.paid()).hasSize(1);
    }

    @Test
    @Tag("proof")
    @DisplayName("with any fault at any moment, silence is never an approval")
    void everyFaultAtEveryPoint() {
        FailureReport report = FailureModes.of(
                        Expenses.workflow(Duration.ofMinutes(2), Duration.ofMinutes(5)), Expenses::new)
                .input(LAPTOP)
                .services((office, services) -> office.wire(services::handle))
                .mayStay("mail.send")
                .invariant("nothing is paid that nobody approved", ApprovalStoriesTest::check)
                .check();

        assertThat(report.leftOut()).isZero();
    }

    private static void check(Expenses office, RunOutcome end) {
        assertThat(office.paid()).isEmpty();
    }
}
