package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.member;
import static org.assertj.core.api.Assertions.assertThat;

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

/** An account that waits for documents: a list of repeated children, reminders, the point of no return. */
@ReeveTest
@DisplayName("An onboarding that waits for documents")
class OnboardingTest {

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "onboarding");
        reeve.on("document.read")
                .answersBy(input ->
                        Map.of("accepted", !member(input, "file").toString().contains("blurred")));
    }

    private static VirtualExecution onboard(VirtualReeve reeve, String kind) {
        VirtualExecution onboarding = reeve.start("onboarding", Map.of("customer", "ada", "kind", kind));
        reeve.advance(Duration.ofMinutes(1));
        return onboarding;
    }

    /** A file comes for the document that waits for it. */
    private static void receive(VirtualExecution onboarding, String document, String file) {
        VirtualExecution waiting = onboarding.children().stream()
                .filter(child -> child.status() == ExecutionStatus.RUNNING)
                .filter(child ->
                        document.equals(child.describe().summary().labels().get("document")))
                .findFirst()
                .orElseThrow();
        waiting.signal("received", Map.of("file", file));
    }

    @Test
    @DisplayName("S7: two documents, one after nine days with a reminder: the account is open, and no more is asked")
    void person(VirtualReeve reeve) {
        VirtualExecution onboarding = onboard(reeve, "person");
        receive(onboarding, "identity", "passport.pdf");
        reeve.advance(Duration.ofDays(9));
        assertThat(onboarding.status()).isEqualTo(ExecutionStatus.RUNNING);

        receive(onboarding, "address", "rent.pdf");
        reeve.advance(Duration.ofMinutes(5));
        assertThat(onboarding.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(inputs(reeve, "account.open", "files")).containsExactly(List.of("passport.pdf", "rent.pdf"));

        reeve.advance(Duration.ofDays(60));
        assertThat(inputs(reeve, "mail.ask", "document")).containsExactly("identity", "address", "address");
        assertThat(reeve.calls("document.delete")).isEmpty();
    }

    @Test
    @DisplayName("S7: a company needs three documents, and one that cannot be read is asked for again")
    void company(VirtualReeve reeve) {
        VirtualExecution onboarding = onboard(reeve, "company");
        receive(onboarding, "register", "blurred.jpg");
        receive(onboarding, "identity", "passport.pdf");
        receive(onboarding, "owners", "owners.pdf");
        reeve.advance(Duration.ofDays(1));
        receive(onboarding, "register", "register.pdf");
        reeve.advance(Duration.ofMinutes(5));

        assertThat(onboarding.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(inputs(reeve, "account.open", "files"))
                .containsExactly(List.of("passport.pdf", "register.pdf", "owners.pdf"));
        assertThat(inputs(reeve, "document.read", "file")).contains("blurred.jpg", "register.pdf");
    }

    @Test
    @DisplayName("C1: a document never comes: four mails in thirty days, then files and account are removed")
    void never(VirtualReeve reeve) {
        VirtualExecution onboarding = onboard(reeve, "person");
        receive(onboarding, "identity", "passport.pdf");
        reeve.advance(Duration.ofDays(29));
        assertThat(onboarding.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(inputs(reeve, "mail.ask", "reminder")).containsExactlyInAnyOrder(0, 0, 1, 2, 3);

        reeve.advance(Duration.ofDays(2));
        assertThat(onboarding.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(inputs(reeve, "document.delete", "file")).containsExactly("passport.pdf");
        assertThat(reeve.calls("account.close")).hasSize(1);
        assertThat(reeve.calls("mail.regret")).hasSize(1);
        assertThat(reeve.calls("account.open")).isEmpty();
    }

    @Test
    @DisplayName("C1: three times blurred is enough")
    void blurred(VirtualReeve reeve) {
        VirtualExecution onboarding = onboard(reeve, "person");
        receive(onboarding, "identity", "passport.pdf");
        for (int i = 1; i <= 3; i++) {
            receive(onboarding, "address", "blurred-" + i + ".jpg");
            reeve.advance(Duration.ofHours(1));
        }

        assertThat(onboarding.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(onboarding)).isEqualTo("REPEAT_EXHAUSTED");
        assertThat(inputs(reeve, "document.delete", "file"))
                .containsExactlyInAnyOrder("passport.pdf", "blurred-1.jpg", "blurred-2.jpg", "blurred-3.jpg");
    }

    @Test
    @DisplayName("C6: an open account is never closed again, even if the welcome fails")
    void pastThePivot(VirtualReeve reeve) {
        reeve.on("mail.welcome").failsWithBusinessError("NO_SUCH_ADDRESS");
        VirtualExecution onboarding = onboard(reeve, "person");
        receive(onboarding, "identity", "passport.pdf");
        receive(onboarding, "address", "rent.pdf");

        assertThat(onboarding.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("account.close")).isEmpty();
    }
}
