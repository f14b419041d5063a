package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.called;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A claim that two of three approvers decide: joins over cases, children that are ended, a probe. */
@ReeveTest
@DisplayName("A claim with several approvers")
class ClaimTest {

    private static final int SMALL = 20_000;
    private static final int LARGE = 200_000;
    private static final Map<String, Boolean> YES = Map.of("approved", true);
    private static final Map<String, Boolean> NO = Map.of("approved", false);

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "claim");
    }

    private static VirtualExecution claim(VirtualReeve reeve, int cents) {
        VirtualExecution claim = reeve.start("claim", Map.of("claim", "c-1", "customer", "ada", "cents", cents));
        reeve.advance(Duration.ofMinutes(1));
        return claim;
    }

    private static void decide(VirtualExecution claim, String approver, Map<String, Boolean> decision) {
        claim.child(approver).actingAs(approver).signal("decision", decision);
    }

    @Test
    @DisplayName("a small claim is paid at once")
    void small(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, SMALL);

        assertThat(claim.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("reserve.set", "bank.transfer", "mail.send");
    }

    @Test
    @DisplayName("S7: two of three agree: it is paid, and the third is not asked any further")
    void twoOfThree(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LARGE);
        assertThat(reeve.calls("mail.ask")).hasSize(3);

        reeve.advance(Duration.ofDays(1));
        decide(claim, "manager", YES);
        reeve.advance(Duration.ofHours(3));
        assertThat(claim.status()).isEqualTo(ExecutionStatus.RUNNING);

        decide(claim, "accounts", YES);
        reeve.advance(Duration.ofMinutes(1));
        assertThat(claim.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(claim.child("adjuster").status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(reeve.calls("bank.transfer")).hasSize(1);

        reeve.advance(Duration.ofDays(10));
        assertThat(reeve.calls("mail.remind")).isEmpty();
    }

    @Test
    @DisplayName("S7: one refuses, one is reminded and agrees on the fifth day, and so does the last one")
    void late(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LARGE);
        decide(claim, "adjuster", NO);
        reeve.advance(Duration.ofDays(5));
        assertThat(reeve.calls("mail.remind")).hasSize(2);

        decide(claim, "manager", YES);
        decide(claim, "accounts", YES);
        reeve.advance(Duration.ofMinutes(1));
        assertThat(claim.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(member(claim.awaitEnd().output(), "paid")).isEqualTo(LARGE);
    }

    @Test
    @DisplayName("C1: two refuse: the money is free again, the third is not asked any further, the customer learns it")
    void refused(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LARGE);
        decide(claim, "adjuster", NO);
        decide(claim, "manager", NO);
        reeve.advance(Duration.ofMinutes(1));

        assertThat(claim.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(claim)).isEqualTo("REFUSED");
        assertThat(claim.child("accounts").status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(called(reeve)).doesNotContain("bank.transfer").contains("reserve.release");
        assertThat(inputs(reeve, "mail.send", "text")).containsExactly("we do not pay your claim");
    }

    @Test
    @DisplayName("S7: silence for a week is a refusal")
    void silence(VirtualReeve reeve) {
        VirtualExecution claim = claim(reeve, LARGE);
        decide(claim, "adjuster", YES);
        reeve.advance(Duration.ofDays(7).minusMinutes(5));
        assertThat(claim.status()).isEqualTo(ExecutionStatus.RUNNING);

        reeve.advance(Duration.ofMinutes(10));
        assertThat(claim.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("reserve.release")).hasSize(1);
    }

    @Test
    @DisplayName("S12: a decision that says nothing is not accepted")
    void nonsense(VirtualReeve reeve) {
        VirtualExecution approval = claim(reeve, LARGE).child("adjuster");

        assertThatThrownBy(() -> approval.signal("decision", Map.of("approved", "perhaps")))
                .hasMessageContaining("approved");
        assertThat(approval.describe().summary().labels())
                .containsEntry("approver", "adjuster")
                .containsEntry("claim", "c-1");
    }

    @Test
    @DisplayName("if nobody knows whether the bank paid, the bank is asked, and it pays once")
    void doubt(VirtualReeve reeve) {
        reeve.on("bank.transfer").succeedsButTheReportIsLost("t-1");
        VirtualExecution claim = claim(reeve, SMALL);

        assertThat(claim.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve).stream().filter(List.of("bank.transfer", "bank.find_transfer")::contains))
                .containsExactly("bank.transfer", "bank.find_transfer");
    }
}
