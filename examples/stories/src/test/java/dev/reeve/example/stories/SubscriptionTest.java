package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.advanceTo;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A subscription that is paid by the month: loops over children, dunning by the code of a failure. */
@ReeveTest
@DisplayName("A subscription with dunning")
class SubscriptionTest {

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "subscription");
    }

    private static VirtualExecution subscribe(VirtualReeve reeve) {
        return reeve.start("subscription", Map.of("customer", "ada", "cents", 900, "begins", "2026-03-01T12:00:00Z"));
    }

    /** The month under way. */
    private static VirtualExecution month(VirtualExecution subscription) {
        return subscription.child("months");
    }

    @Test
    @DisplayName("S7: thirteen months are charged on their first days, and a cancelled one lasts until its end")
    void aYear(VirtualReeve reeve) {
        VirtualExecution subscription = subscribe(reeve);
        advanceTo(reeve, "2027-03-20T00:00:00Z");

        List<Instant> charges = times(reeve, "card.charge");
        assertThat(charges).hasSize(13);
        assertThat(charges.get(10))
                .isBetween(Instant.parse("2027-01-01T12:00:00Z"), Instant.parse("2027-01-01T12:01:00Z"));

        month(subscription).signal("cancelled", Map.of());
        advanceTo(reeve, "2027-04-01T11:59:00Z");
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(reeve.calls("account.close")).isEmpty();

        reeve.advance(Duration.ofMinutes(2));
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(inputs(reeve, "account.close", "reason")).containsExactly("cancelled");
        assertThat(reeve.calls("card.charge")).hasSize(13);
        assertThat(inputs(reeve, "account.extend", "until")).last().isEqualTo("2027-04-01T12:00:00Z");
    }

    @Test
    @DisplayName("S7: a card expires: two notices, a new card after nine days, and the months go on as before")
    void dunning(VirtualReeve reeve) {
        reeve.on("card.charge")
                .answers("r-1")
                .failsWithBusinessError("CARD_EXPIRED")
                .failsWithBusinessError("CARD_EXPIRED")
                .answers("r-2");
        VirtualExecution subscription = subscribe(reeve);

        advanceTo(reeve, "2026-04-10T12:00:00Z");
        assertThat(inputs(reeve, "mail.remind", "notice")).containsExactly(1, 2);

        month(subscription).child("dunning").signal("card_changed", Map.of("card", "4242"));
        advanceTo(reeve, "2026-05-02T00:00:00Z");
        assertThat(inputs(reeve, "card.charge", "month"))
                .containsExactly(
                        "2026-03-01T12:00:00Z",
                        "2026-04-01T12:00:00Z",
                        "2026-04-01T12:00:00Z",
                        "2026-04-01T12:00:00Z",
                        "2026-05-01T12:00:00Z");
        assertThat(times(reeve, "card.charge").get(3))
                .isBetween(Instant.parse("2026-04-10T12:00:00Z"), Instant.parse("2026-04-10T12:01:00Z"));
        assertThat(reeve.calls("card.refund")).isEmpty();
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.RUNNING);
    }

    @Test
    @DisplayName("S7: three notices without an answer: the account is closed after three weeks")
    void neverPaid(VirtualReeve reeve) {
        reeve.on("card.charge").answers("r-1").failsWithBusinessError("CARD_EXPIRED");
        VirtualExecution subscription = subscribe(reeve);

        advanceTo(reeve, "2026-04-22T11:00:00Z");
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.RUNNING);

        advanceTo(reeve, "2026-04-22T13:00:00Z");
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("mail.remind")).hasSize(3);
        assertThat(inputs(reeve, "account.close", "reason")).containsExactly("unpaid");
        assertThat(reeve.calls("account.extend")).hasSize(1);
    }

    @Test
    @DisplayName("C1: a month that cannot be delivered is paid back, and the months before it stay paid")
    void paidBack(VirtualReeve reeve) {
        reeve.on("account.extend").answers("ok").answers("ok").failsWithBusinessError("ACCOUNT_LOCKED");
        VirtualExecution subscription = subscribe(reeve);

        advanceTo(reeve, "2026-05-02T00:00:00Z");
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("card.charge")).hasSize(3);
        assertThat(reeve.calls("card.refund")).hasSize(1);
        assertThat(inputs(reeve, "account.close", "reason")).containsExactly("trouble");
    }

    @Test
    @DisplayName("S6: a bank that is away at noon is asked again, and the process may die in between")
    void crash(VirtualReeve reeve) {
        reeve.on("card.charge").failsWithTransientError("BANK_AWAY").answers("r-1");
        VirtualExecution subscription = subscribe(reeve);

        reeve.crash();
        advanceTo(reeve, "2026-03-02T12:00:00Z");
        reeve.crash();
        advanceTo(reeve, "2026-04-02T00:00:00Z");
        assertThat(inputs(reeve, "card.charge", "month"))
                .containsExactly("2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z", "2026-04-01T12:00:00Z");
        assertThat(reeve.calls("mail.remind")).isEmpty();
        assertThat(subscription.status()).isEqualTo(ExecutionStatus.RUNNING);
    }
}
