package dev.reeve.test.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Examples of docs/guide/testing.md. */
// example: children
@ReeveTest
final class LoanTest {

    private static final Workflow APPROVAL = Workflow.parse("""
            workflow: approval
            version: 1
            steps:
              score: { action: score.get }
              decision: { await: { signal: decided, timeout: 3d, default: { approved: false } }, after: [score] }
            """);

    private static final Workflow LOAN = Workflow.parse("""
            workflow: loan
            version: 1
            steps:
              approval: { workflow: approval }
              pay: { action: money.pay, after: [approval], compensate: money.take_back }
            """);

    @Test
    void paysWhatWasApproved(VirtualReeve reeve) {
        reeve.deploy(APPROVAL).deploy(LOAN);
        reeve.otherActionsSucceed(APPROVAL).otherActionsSucceed(LOAN);

        VirtualExecution loan = reeve.start("loan", Map.of("amount", 5_000));
        reeve.advance(Duration.ofMinutes(1));
        loan.child("approval").actingAs("ann").signal("decided", Map.of("approved", true));

        assertThat(loan.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void survivesEveryFault() {
        FailureReport report =
                FailureModes.of(LOAN).children(APPROVAL).mayStay("score.get").check();

        assertThat(report.ended(ExecutionStatus.COMPLETED)).isPositive();
    }
}
// end
