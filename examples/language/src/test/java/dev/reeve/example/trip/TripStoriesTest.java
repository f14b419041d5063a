package dev.reeve.example.trip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.ActionCall;
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

/** E4: every story that a trip can tell, in virtual time. */
@ReeveTest
@DisplayName("Stories of trips")
class TripStoriesTest {

    /** 1 March 2026 is when virtual time begins. */
    private static final String DEPARTS = "2026-03-11T08:30:00Z";

    private static final Request LISBON = new Request(
            "t-1", "ada", "BER", "LIS", DEPARTS, true, List.of("Alfama", "Belem"), "train", "visa-1", 200_000);

    private final Agencies agencies = new Agencies();

    @BeforeEach
    void deploy(VirtualReeve reeve) {
        reeve.deploy(TripExample.workflow());
        agencies.wire(reeve::handle);
    }

    private static VirtualExecution book(VirtualReeve reeve, Request request) {
        return reeve.start("book_trip", request);
    }

    private static List<String> called(VirtualReeve reeve) {
        return reeve.calls().stream().map(ActionCall::action).toList();
    }

    private static Request onward(String onward, String traveller) {
        return new Request("t-1", traveller, "BER", "LIS", DEPARTS, false, List.of(), onward, "visa-1", 200_000);
    }

    private static Request toHotels(List<String> stays) {
        return new Request("t-1", "ada", "BER", "KIX", DEPARTS, true, stays, "car", "visa-1", 200_000);
    }

    private static Request dear() {
        return new Request("t-1", "ada", "BER", "LIS", DEPARTS, false, List.of("Alfama"), "none", "visa-1", 1_000);
    }

    private void nothingIsLeft(VirtualExecution trip) {
        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(agencies.held("t-1")).isEmpty();
        assertThat(agencies.bought("t-1")).isEmpty();
        assertThat(agencies.paid()).isEmpty();
        assertThat(agencies.filed()).containsEntry("t-1", "compensated");
    }

    @Test
    @DisplayName("without faults: held, paid, bought, and a reminder ten days later when check-in opens")
    void booked(VirtualReeve reeve) {
        VirtualExecution trip = book(reeve, LISBON);
        reeve.advance(Duration.ofMinutes(1));
        assertThat(agencies.mails("t-1")).hasSize(1);

        assertThat(trip.await(Map.class).get("cents")).isEqualTo(108_900);
        assertThat(agencies.bought("t-1")).hasSize(5).contains("t-1: flight LIS-BER", "t-1: insurance south");
        assertThat(agencies.mails("t-1")).hasSize(2);
        assertThat(reeve.calls("mail.send").getLast().at())
                .isBetween(Instant.parse("2026-03-10T08:30:00Z"), Instant.parse("2026-03-10T08:30:05Z"));
        assertThat(called(reeve)).doesNotContain("visa.apply", "car.reserve", "taxi.order");
    }

    @Test
    @DisplayName("S7: travellers get a car, a taxi or neither, by their choice")
    void waysOnward(VirtualReeve reeve) {
        book(reeve, onward("car", "ada")).awaitEnd();
        assertThat(called(reeve)).contains("car.reserve").doesNotContain("taxi.order", "train.reserve");

        book(reeve, onward("car", "tim")).awaitEnd();
        assertThat(called(reeve)).contains("taxi.order").doesNotContain("train.reserve");

        book(reeve, onward("none", "tim")).awaitEnd();
        assertThat(reeve.calls("car.reserve")).hasSize(1);
        assertThat(reeve.calls("taxi.order")).hasSize(1);
    }

    @Test
    @DisplayName("S7: without hotels and a way home there is nothing to reserve, and the trip is booked")
    void neitherHotelsNorHome(VirtualReeve reeve) {
        assertThat(book(reeve, onward("train", "ada")).await(Map.class).get("cents"))
                .isEqualTo(27_900);
        assertThat(agencies.bought("t-1")).containsExactly("t-1: flight BER-LIS", "t-1: insurance south");
    }

    @Test
    @DisplayName("C1: one hotel is full: visa, flights, the other hotel and the car are given back, the last first")
    void oneHotelIsFull(VirtualReeve reeve) {
        VirtualExecution trip = book(reeve, toHotels(List.of("Gion", "Grand", "Kamo")));

        nothingIsLeft(trip);
        assertThat(reeve.calls("hotel.cancel")).hasSize(2);
        assertThat(called(reeve)).containsSubsequence("hotel.cancel", "flight.release", "trip.file");
        assertThat(called(reeve)).contains("visa.withdraw", "car.cancel").doesNotContain("card.charge");
    }

    @Test
    @DisplayName("S7: two answers of three are enough, also if one of them is a refusal")
    void oneOfferIsEnough(VirtualReeve reeve) {
        reeve.on("insurance.offer")
                .failsWithBusinessError("CLOSED")
                .answers(Map.of("insurer", "south", "cents", 1))
                .timesOut();

        VirtualExecution trip = book(reeve, LISBON);
        reeve.advance(Duration.ofSeconds(30));

        assertThat(agencies.bought("t-1")).contains("t-1: insurance south");
        assertThat(trip.status()).as("the third still has time to answer").isEqualTo(ExecutionStatus.RUNNING);
        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("R4: without any offer the trip fails")
    void noOffer(VirtualReeve reeve) {
        reeve.on("insurance.offer").failsWithBusinessError("CLOSED");

        nothingIsLeft(book(reeve, LISBON));
    }

    @Test
    @DisplayName("S7: beyond the budget, and approved in time: booked")
    void approved(VirtualReeve reeve) {
        VirtualExecution trip = book(reeve, dear());
        reeve.advance(Duration.ofMillis(500));
        assertThat(agencies.mails("t-1")).containsExactly("please approve 53400 cents");

        trip.actingAs("the boss").signal("approval", Map.of("by", "phone"));

        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(agencies.paid()).containsEntry("t-1", 53_400);
    }

    @Test
    @DisplayName("S7: an approval that arrives before the request is kept")
    void approvedBefore(VirtualReeve reeve) {
        VirtualExecution trip = book(reeve, dear());
        trip.actingAs("the boss").signal("approval", Map.of());

        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S7, C1: beyond the budget, without approval: given back")
    void notApproved(VirtualReeve reeve) {
        nothingIsLeft(book(reeve, dear()));
        assertThat(called(reeve)).doesNotContain("card.charge");
    }

    @Test
    @DisplayName("O2: a refusal cancels the trip: given back at once")
    void refused(VirtualReeve reeve) {
        VirtualExecution trip = book(reeve, dear());
        reeve.advance(Duration.ofMillis(500));
        trip.actingAs("the boss").cancel("stay here");

        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(agencies.held("t-1")).isEmpty();
        assertThat(agencies.filed()).containsEntry("t-1", "cancelled");
    }

    @Test
    @DisplayName("R4: the card is declined: bookings are given back in reverse order")
    void declined(VirtualReeve reeve) {
        Request request =
                new Request("t-1", "ada", "BER", "LIS", DEPARTS, true, List.of("Alfama"), "train", "stolen", 200_000);

        nothingIsLeft(book(reeve, request));
        assertThat(reeve.calls("card.charge")).hasSize(1);
        assertThat(reeve.calls("card.refund")).isEmpty();
    }

    @Test
    @DisplayName("V5: the bank does not answer, but has charged: the probe finds it, and nothing is charged twice")
    void chargedButSilent(VirtualReeve reeve) {
        reeve.on("card.charge").succeedsButTheReportIsLost(Map.of());
        reeve.on("card.status");

        assertThat(book(reeve, LISBON).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("card.charge")).hasSize(1);
    }

    @Test
    @DisplayName("C6: the airline fails after the charge: nothing is given back, and a clerk buys the ticket")
    void afterThePointOfNoReturn(VirtualReeve reeve) {
        reeve.on("flight.ticket").failsWithTransientError("AIRLINE_AWAY");

        VirtualExecution trip = book(reeve, LISBON);

        assertThat(trip.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(agencies.paid()).containsKey("t-1");
        assertThat(agencies.held("t-1")).isNotEmpty();
        trip.actingAs("a clerk").recovery().resolve("ticket_outward", Map.of());
        trip.actingAs("a clerk").recovery().resolve("ticket_homeward", Map.of());
        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).doesNotContain("flight.release", "card.refund");
    }

    @Test
    @DisplayName("S6: the process dies in each phase of the trip: it is booked, and everything once")
    void crashes(VirtualReeve reeve) {
        reeve.on("hotel.reserve")
                .answersBy(input -> Map.of("what", "hotel", "cents", 1))
                .taking(Duration.ofSeconds(2));
        reeve.on("hotel.confirm").answers(Map.of()).taking(Duration.ofSeconds(2));
        VirtualExecution trip = book(reeve, LISBON);
        reeve.advance(Duration.ofSeconds(1));
        reeve.crash();
        reeve.advance(Duration.ofSeconds(5));
        reeve.crash();
        reeve.advance(Duration.ofDays(3));
        reeve.crash();

        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.effects())
                .allSatisfy(effect -> assertThat(effect.times()).isEqualTo(1));
    }
}
