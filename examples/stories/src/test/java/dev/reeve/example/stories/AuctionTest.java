package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.advanceTo;
import static dev.reeve.example.stories.Story.called;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An auction: an end that bids move, and bidders who are asked to pay one after the other. */
@ReeveTest
@DisplayName("An auction")
class AuctionTest {

    /** A bid as the service of bids keeps it. */
    record Bid(String bidder, int cents) {}

    private final List<Bid> bids = new ArrayList<>();

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "auction");
        reeve.on("bids.highest")
                .answersBy(input -> Map.of(
                        "bids",
                        bids.stream()
                                .sorted(Comparator.comparingInt(Bid::cents).reversed())
                                .limit(3)
                                .toList()));
    }

    private static VirtualExecution offer(VirtualReeve reeve) {
        return reeve.start("auction", Map.of("item", "clock", "endsAt", "2026-03-08T18:00:00Z", "cents", 10_000));
    }

    private void bid(VirtualReeve reeve, VirtualExecution auction, String at, String bidder, int cents) {
        advanceTo(reeve, at);
        bids.add(new Bid(bidder, cents));
        auction.signal("bid", Map.of("at", at, "bidder", bidder, "cents", cents));
    }

    private static void endedAt(VirtualReeve reeve, String time) {
        Instant end = Instant.parse(time);
        assertThat(times(reeve, "bids.highest").getFirst()).isBetween(end, end.plusSeconds(30));
    }

    @Test
    @DisplayName("S7: bids in the last minutes move the end, earlier ones do not, and the highest bidder pays")
    void lastMinutes(VirtualReeve reeve) {
        VirtualExecution auction = offer(reeve);
        bid(reeve, auction, "2026-03-03T10:00:00Z", "ada", 5_000);
        bid(reeve, auction, "2026-03-08T17:58:00Z", "ben", 12_000);
        bid(reeve, auction, "2026-03-08T18:02:30Z", "cleo", 13_000);
        bid(reeve, auction, "2026-03-08T18:07:00Z", "ben", 14_000);
        reeve.advance(Duration.ofMinutes(30));
        endedAt(reeve, "2026-03-08T18:12:00Z");

        auction.child("sale").signal("paid", Map.of("receipt", "r-1"));
        reeve.advance(Duration.ofMinutes(1));
        assertThat(auction.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(auction.awaitEnd().output())
                .isEqualTo(new Json("{\"sold\":true,\"bidder\":\"ben\",\"cents\":14000}"));
        assertThat(inputs(reeve, "item.hand_over", "to")).containsExactly("ben");
    }

    @Test
    @DisplayName("S7: a bidder who does not pay within two days is passed over, and the next one pays")
    void secondBidder(VirtualReeve reeve) {
        VirtualExecution auction = offer(reeve);
        bid(reeve, auction, "2026-03-03T10:00:00Z", "ada", 11_000);
        bid(reeve, auction, "2026-03-04T10:00:00Z", "ben", 12_000);
        advanceTo(reeve, "2026-03-10T19:00:00Z");
        assertThat(inputs(reeve, "mail.offer", "bidder")).containsExactly("ben", "ada");
        endedAt(reeve, "2026-03-08T18:00:00Z");

        auction.child("sale").signal("paid", Map.of());
        assertThat(auction.awaitEnd().output())
                .isEqualTo(new Json("{\"sold\":true,\"bidder\":\"ada\",\"cents\":11000}"));
    }

    @Test
    @DisplayName(
            "C1: nobody pays: after two days for each of three, and not for a bid below the price, the item is free")
    void nobodyPays(VirtualReeve reeve) {
        VirtualExecution auction = offer(reeve);
        bid(reeve, auction, "2026-03-02T10:00:00Z", "ada", 11_000);
        bid(reeve, auction, "2026-03-03T10:00:00Z", "ben", 12_000);
        bid(reeve, auction, "2026-03-04T10:00:00Z", "cleo", 9_000);
        advanceTo(reeve, "2026-03-12T17:00:00Z");
        assertThat(auction.status()).isEqualTo(ExecutionStatus.RUNNING);

        advanceTo(reeve, "2026-03-12T18:10:00Z");
        assertThat(auction.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(auction)).isEqualTo("NOT_PAID");
        assertThat(inputs(reeve, "mail.offer", "bidder")).containsExactly("ben", "ada");
        assertThat(reeve.calls("item.unlock")).hasSize(1);
        assertThat(reeve.calls("item.hand_over")).isEmpty();
    }

    @Test
    @DisplayName("C1: the seller's price is not reached: the item is free at the end of the auction")
    void tooLow(VirtualReeve reeve) {
        VirtualExecution auction = offer(reeve);
        bid(reeve, auction, "2026-03-02T10:00:00Z", "ada", 9_999);

        assertThat(auction.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(auction)).isEqualTo("PRICE_NOT_REACHED");
        assertThat(called(reeve)).containsExactly("item.lock", "bids.highest", "item.unlock");
    }
}
