package dev.reeve.example.processing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example as its user meets it, in real time. */
@DisplayName("./reeve example orders")
class OrdersExampleTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int example(String... args) throws InterruptedException {
        return OrdersExample.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                args);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    @Tag("proof")
    @DisplayName("E1: every path of an order is played, and the shop, the partner and the store agree at the end")
    void plays() throws InterruptedException {
        assertThat(example()).as(() -> out() + err).isZero();

        assertThat(out())
                .contains(
                        "■ COMPLETED {\"confirmation\":\"c-plain\"}",
                        "there is no order, and no work is left behind",
                        "carry_out: attempt 3",
                        "in the inbox: partner.carry_out",
                        "olga retries it",
                        "REFUSED (no lamp is made any more)",
                        "olga cancels",
                        "■ COMPLETED {\"confirmation\":\"c-handed-over\"}",
                        "✔ the shop learnt how each of its orders ended: 6 expected, 6 found",
                        "✔ the partner carried out each completed order once: 5 expected, 5 found",
                        "✔ the store is sound")
                .doesNotContain("✘");
    }

    @Test
    @DisplayName("wrong usage is reported, and nothing runs")
    void badUsage() throws InterruptedException {
        assertThat(example("--store", "x.db")).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("found '--store x.db'", "Usage:");
        assertThat(out()).isEmpty();
        assertThat(example("--help")).isZero();
        assertThat(out()).contains("Usage:");
    }
}
