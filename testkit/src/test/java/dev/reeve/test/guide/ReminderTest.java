package dev.reeve.test.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

// example: reminder
@ReeveTest
final class ReminderTest {

    private static final Workflow REMINDER = Workflow.parse("""
            workflow: reminder
            version: 1
            steps:
              sleep: { wait: 30d }
              mail: { action: mail.send, after: [sleep] }
            """);

    @Test
    void remindsAfterThirtyDays(VirtualReeve reeve) {
        reeve.deploy(REMINDER);
        reeve.on("mail.send").failsWithTransientError("MAILBOX_BUSY").answers(Map.of("id", "m-1"));

        VirtualExecution reminder = reeve.start("reminder", Map.of("to", "ada@example.org"));
        reeve.advance(Duration.ofDays(29));
        assertThat(reeve.calls("mail.send")).isEmpty();

        reeve.advance(Duration.ofDays(2));
        assertThat(reeve.calls("mail.send")).hasSize(2);
        assertThat(reminder.status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
// end
