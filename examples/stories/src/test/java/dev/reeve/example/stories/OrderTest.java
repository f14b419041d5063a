package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.advanceTo;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.member;
import static dev.reeve.example.stories.Story.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
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

/** An order in several parcels: children that fail alone, a day that a signal moves. */
@ReeveTest
@DisplayName("An order with partial shipments")
class OrderTest {

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "order");
        reeve.on("parcel.send").answersBy(input -> Map.of("tracking", "t-" + member(input, "number")));
    }

    private static Map<String, Object> parcel(String sku, int cents, String day) {
        return Map.of("sku", sku, "cents", cents, "availableAt", day + "T08:00:00Z");
    }

    private static VirtualExecution order(VirtualReeve reeve) {
        List<Map<String, Object>> parcels = List.of(
                parcel("lamp", 4_000, "2026-03-01"),
                parcel("desk", 30_000, "2026-03-20"),
                parcel("chair", 9_000, "2026-05-04"));
        return reeve.start("partial_order", Map.of("order", "o-1", "card", "4242", "parcels", parcels));
    }

    @Test
    @DisplayName("S7: three parcels in two months, each paid when it leaves; the supplier is late with one")
    void threeParcels(VirtualReeve reeve) {
        VirtualExecution order = order(reeve);
        reeve.advance(Duration.ofHours(1));
        assertThat(inputs(reeve, "card.authorise", "cents")).containsExactly(43_000);
        assertThat(inputs(reeve, "card.charge", "cents")).containsExactly(4_000);

        order.child("parcels[1]").signal("new_date", Map.of("availableAt", "2026-05-20T08:00:00Z"));
        advanceTo(reeve, "2026-05-19T00:00:00Z");
        assertThat(inputs(reeve, "parcel.send", "number")).containsExactly(1, 3);

        advanceTo(reeve, "2026-05-20T09:00:00Z");
        assertThat(order.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(order.awaitEnd().output()).isEqualTo(new Json("{\"parcels\":3,\"cents\":43000}"));
        assertThat(times(reeve, "card.charge").getLast())
                .isBetween(Instant.parse("2026-05-20T08:00:00Z"), Instant.parse("2026-05-20T08:01:00Z"));
        assertThat(reeve.calls("card.release")).hasSize(1);
    }

    @Test
    @DisplayName("C1: a parcel that cannot be sent is paid back, and the others arrive")
    void oneIsMissing(VirtualReeve reeve) {
        reeve.handle("parcel.send", (input, step) -> {
            if (input.path("number").asInt() == 2) {
                throw StepFailure.businessError("TOO_HEAVY", "no carrier takes the desk");
            }
            return Map.of("tracking", "t");
        });
        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(order.awaitEnd().output()).isEqualTo(new Json("{\"parcels\":2,\"cents\":13000}"));
        assertThat(order.child("parcels[1]").status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("card.refund")).hasSize(1);
        assertThat(reeve.calls("card.refund").getFirst().input().text()).contains("30000");
        assertThat(reeve.calls("stock.put_back")).hasSize(1);
        assertThat(inputs(reeve, "mail.send", "sent")).containsExactly(2);
    }

    @Test
    @DisplayName("C1: no parcel can be sent: everything is paid back, and the authorised sum is free")
    void nothing(VirtualReeve reeve) {
        reeve.on("parcel.send").failsWithBusinessError("STRIKE");
        VirtualExecution order = order(reeve);

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(order)).isEqualTo("NOTHING_SENT");
        assertThat(reeve.calls("card.refund")).hasSize(3);
        assertThat(reeve.calls("card.release")).hasSize(1);
        assertThat(reeve.calls("mail.send")).isEmpty();
    }

    @Test
    @DisplayName(
            "C1: the customer cancels while a parcel is missing: the parcels that left are called back and paid back")
    void cancelled(VirtualReeve reeve) {
        VirtualExecution order = order(reeve);
        advanceTo(reeve, "2026-04-01T00:00:00Z");
        assertThat(reeve.calls("parcel.send")).hasSize(2);

        order.actingAs("ada").cancel("too late for my birthday");
        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(reeve.calls("parcel.recall")).hasSize(2);
        assertThat(reeve.calls("card.refund")).hasSize(2);
        assertThat(reeve.calls("card.release")).hasSize(1);
    }
}
