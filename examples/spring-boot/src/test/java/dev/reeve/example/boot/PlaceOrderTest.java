package dev.reeve.example.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Start;
import dev.reeve.spring.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ReeveTest(actions = Bank.class)
final class PlaceOrderTest {

    @BeforeEach
    void stock(VirtualReeve reeve) {
        reeve.on("stock.reserve").answers(Map.of());
        reeve.on("stock.release").answers(Map.of());
    }

    @Test
    void chargesWhatWasOrdered(VirtualReeve reeve, @Autowired Bank bank) {
        int before = bank.takings();

        VirtualExecution order = reeve.start("place_order", new Order("o-1", "tea", 2, 500), Start.key("o-1"));

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(bank.takings() - before).isEqualTo(500);
    }

    @Test
    void givesTheGoodsBackIfTheCardIsDeclined(VirtualReeve reeve) {
        VirtualExecution order = reeve.start("place_order", new Order("o-2", "tea", 2, 200_000));

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("stock.release")).hasSize(1);
    }

    @Test
    void waitsForAStockThatIsAway(VirtualReeve reeve) {
        reeve.on("stock.reserve").failsWithTransientError("NO_CONNECTION").answers(Map.of());

        VirtualExecution order = reeve.start("place_order", new Order("o-3", "tea", 1, 100));
        reeve.advance(Duration.ofMinutes(10));

        assertThat(order.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("stock.reserve")).hasSize(2);
    }
}
