package dev.reeve.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import dev.reeve.example.orders.service.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The example without the demo around it")
final class OrderExampleTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("An order is fulfilled; accepting it again changes nothing")
    void anOrderIsFulfilled() throws Exception {
        OrderExample.main(new String[] {directory.toString()});
        OrderExample.main(new String[] {directory.toString()});

        try (Reeve reeve = Reeve.open(directory.resolve("reeve.db"));
                Ledger payments = Ledger.open(directory.resolve("payments.ledger"))) {
            assertThat(reeve.find("order-1")
                            .orElseThrow()
                            .awaitEnd(Duration.ofMinutes(1))
                            .status())
                    .hasToString("COMPLETED");
            assertThat(payments.ofOrder("charge", "order-1")).isPresent();
        }
    }
}
