package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.advanceTo;
import static dev.reeve.example.stories.Story.called;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A timer that customers move: signals that change a time, a fee on the last day, a workflow that starts itself. */
@ReeveTest
@DisplayName("A visit that customers move")
class AppointmentTest {

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "appointment");
        reeve.on("technician.repair").answers(Map.of("repaired", true)).taking(Duration.ofHours(1));
    }

    private static VirtualExecution book(VirtualReeve reeve) {
        return reeve.start("appointment", Map.of("customer", "ada", "at", "2026-03-10T09:00:00Z"));
    }

    private static void repairedAt(VirtualReeve reeve, String time) {
        Instant at = Instant.parse(time);
        assertThat(times(reeve, "technician.repair").getLast()).isBetween(at, at.plus(Duration.ofMinutes(1)));
    }

    @Test
    @DisplayName("S7: a visit that stays where it was: a reminder the day before, and a bill")
    void onTime(VirtualReeve reeve) {
        assertThat(book(reeve).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);

        Instant reminded = times(reeve, "mail.remind").getFirst();
        assertThat(reminded).isBetween(Instant.parse("2026-03-09T09:00:00Z"), Instant.parse("2026-03-09T09:01:00Z"));
        repairedAt(reeve, "2026-03-10T09:00:00Z");
        assertThat(called(reeve)).endsWith("bill.send").doesNotContain("card.charge");
    }

    @Test
    @DisplayName("S7: moved three times, later and earlier, and the last time counts")
    void moved(VirtualReeve reeve) {
        VirtualExecution visit = book(reeve);
        advanceTo(reeve, "2026-03-08T00:00:00Z");
        visit.actingAs("ada").signal("moved", Map.of("at", "2026-06-01T09:00:00Z"));
        advanceTo(reeve, "2026-05-01T00:00:00Z");
        visit.actingAs("ada").signal("moved", Map.of("at", "2026-09-01T09:00:00Z"));
        reeve.crash();
        visit.actingAs("ada").signal("moved", Map.of("at", "2026-05-04T15:30:00Z"));

        advanceTo(reeve, "2026-05-03T15:00:00Z");
        assertThat(reeve.calls("mail.remind")).isEmpty();
        assertThat(visit.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        repairedAt(reeve, "2026-05-04T15:30:00Z");
        assertThat(reeve.calls("mail.remind")).hasSize(1);
    }

    @Test
    @DisplayName("S7: moved in the last hours: a fee, and a new visit")
    void tooLate(VirtualReeve reeve) {
        VirtualExecution visit = book(reeve);
        advanceTo(reeve, "2026-03-10T06:00:00Z");
        visit.actingAs("ada").signal("moved", Map.of("at", "2026-03-20T09:00:00Z"));

        advanceTo(reeve, "2026-03-10T12:00:00Z");
        assertThat(reeve.calls("technician.repair")).isEmpty();
        assertThat(inputs(reeve, "card.charge", "cents")).containsExactly(2_500);
        assertThat(visit.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        repairedAt(reeve, "2026-03-20T09:00:00Z");
        assertThat(reeve.calls("mail.remind")).hasSize(2);
    }

    @Test
    @DisplayName("C1: nobody opens the door: the parts go back")
    void notAtHome(VirtualReeve reeve) {
        reeve.on("technician.repair").answers(Map.of("repaired", false));
        VirtualExecution visit = book(reeve);

        assertThat(visit.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(visit)).isEqualTo("NOT_AT_HOME");
        assertThat(called(reeve)).endsWith("parts.return");
    }

    @Test
    @DisplayName("C1: the customer cancels weeks before: the parts go back at once")
    void cancelled(VirtualReeve reeve) {
        VirtualExecution visit = book(reeve);
        reeve.advance(Duration.ofDays(2));
        visit.actingAs("ada").cancel("sold the machine");

        assertThat(visit.awaitEnd().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(called(reeve)).containsExactly("parts.order", "parts.return");
    }

    @Test
    @DisplayName("S12: a time that is none is refused when it is sent, and the visit stays where it was")
    void nonsense(VirtualReeve reeve) {
        VirtualExecution visit = book(reeve);
        reeve.advance(Duration.ofDays(1));

        assertThatThrownBy(() -> visit.signal("moved", Map.of("at", "next Tuesday")))
                .isInstanceOf(ReeveException.class);
        visit.awaitEnd();
        repairedAt(reeve, "2026-03-10T09:00:00Z");
    }
}
