package dev.reeve.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.spring.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

@ReeveTest(actions = Mails.class)
@DisplayName("The slice with the actions of one class")
final class NamedActionsTest {

    @Test
    @DisplayName("The other actions need a script, and a context of other actions is not shared")
    void others(VirtualReeve reeve, @Autowired ApplicationContext context) {
        assertThat(context.getBeanNamesForType(Mails.class)).hasSize(1);
        assertThat(context.getBeanNamesForType(FixedScoring.class)).isEmpty();
        reeve.on("score.get").answers(1);

        VirtualExecution reminder = reeve.start("reminder", Map.of("to", "ada@example.org"));

        assertThat(reminder.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("score.get")).hasSize(1);
    }
}
