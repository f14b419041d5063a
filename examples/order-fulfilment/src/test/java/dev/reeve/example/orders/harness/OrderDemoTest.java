package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.Entry;
import dev.reeve.example.orders.service.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo as its user meets it: arguments in; exit code, data and messages out. */
final class OrderDemoTest {

    @TempDir
    private Path directory;

    private final DemoRun demo = new DemoRun();

    private int demo(String... args) {
        return demo.run(args);
    }

    private String out() {
        return demo.out();
    }

    private String err() {
        return demo.err();
    }

    private Path orders(int count) throws IOException {
        return DemoRun.orders(directory, count);
    }

    @Test
    void helpTellsTheExitCodes() {
        assertThat(demo("--help")).isZero();
        assertThat(out()).contains("--crash", "--orders", "Exit codes", "the audit found something");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --no-such-option                          | no-such-option
            orders.jsonl                              | orders.jsonl
            --seed                                    | --seed
            --seed many                               | --seed
            --seed 1 --seed 2                         | --seed
            --rate -1                                 | --rate
            --rate 1e9                                | --rate
            --kills 3                                 | --crash
            --crash --kills 0                         | --kills
            --crash --kills 101                       | --kills
            --no-operator                             | --data
            --no-operator --data x --crash            | --crash
            --node node                               | --services
            --services --store postgres --jdbc jdbc:postgresql:x | --services
            --services --data x --no-operator         | --services
            --console --crash                         | --crash
            --console 8080 --store postgres --jdbc jdbc:postgresql:x | --console
            --console 70000                           | 65535
            --store mysql                             | --store
            --store postgres                          | --jdbc
            --jdbc jdbc:mysql://localhost             | jdbc:postgresql:
            --store sqlite --jdbc jdbc:postgresql:x   | --jdbc
            --orders /no/such/file                    | no such file
            --orders /                                | is not a file
            --data /dev/null                          | /dev/null
            """)
    void badUsageIsToldAndNothingIsRun(String args, String message) {
        assertThat(demo(args.split(" "))).isEqualTo(2);
        assertThat(err()).contains(message);
        assertThat(out()).isEmpty();
    }

    @Test
    void aDirectoryWithOtherThingsIsLeftAlone() throws IOException {
        Path file = Files.writeString(directory.resolve("thesis.txt"), "important");

        assertThat(demo("--data", directory.toString())).isEqualTo(2);
        assertThat(err()).contains("not the demo's");
        assertThat(directory).isDirectoryContaining(file::equals);
    }

    @Test
    @DisplayName(
            "E2: 60 orders over failing services: every one ends wholly done or wholly undone, and the books agree")
    void sixtyOrdersEndAndTheBooksAgree() throws IOException {
        Path data = directory.resolve("data");

        int exit = demo("--orders", orders(60).toString(), "--data", data.toString(), "--rate", "0");

        assertThat(exit).as(() -> out() + err()).isZero();
        assertThat(out())
                .contains("fulfilled", "undone", "p99", "✔ money adds up")
                .doesNotContain("✘");
    }

    @Test
    @Tag("proof")
    @DisplayName("R3, O2, O5: the operator pauses and resumes a service, and another is down for all callers: "
            + "orders wait")
    void aServiceIsDownForEverybody() throws IOException {
        int exit = demo("--orders", orders(250).toString(), "--rate", "100");

        assertThat(exit).as(() -> out() + err()).isZero();
        // The trial of the carrier may be over before the test looks.
        assertThat(err())
                .contains(
                        "the operator pauses notification.send",
                        "the operator resumes notification.send",
                        "the carrier's computers go down",
                        "the breaker of shipping.create opens",
                        "the carrier's computers are back");
        assertThat(out()).contains("250 orders = ").doesNotContain("✘");
    }

    @Test
    @DisplayName("O2: a run that was interrupted during a pause continues: the operator resumes the service")
    void aPauseThatWasLeftIsOver() throws IOException {
        Path data = directory.resolve("data");
        assertThat(demo("--orders", orders(2).toString(), "--data", data.toString(), "--rate", "0"))
                .isZero();
        try (Reeve reeve = Reeve.open(data.resolve("reeve.db"))) {
            reeve.actingAs("the demo's operator").services().pause("notification.send", "interrupted");
        }

        assertThat(demo("--orders", orders(10).toString(), "--data", data.toString(), "--rate", "0"))
                .as(this::err)
                .isZero();
    }

    @Test
    @DisplayName("S2: a second run over the same orders starts nothing and changes nothing")
    void aSecondRunChangesNothing() throws IOException {
        Path data = directory.resolve("data");
        String orders = orders(10).toString();
        assertThat(demo("--orders", orders, "--data", data.toString(), "--rate", "0"))
                .isZero();
        String payments = Files.readString(data.resolve("payments.ledger"));

        assertThat(demo("--orders", orders, "--data", data.toString(), "--rate", "0"))
                .as(this::err)
                .isZero();

        assertThat(data.resolve("payments.ledger")).hasContent(payments);
        assertThat(out()).contains("orders/s (0 in").doesNotContain("✘");
    }

    @Test
    @DisplayName("an audit with findings prints them, and sets the exit code")
    void whatDoesNotAddUpIsFound() throws IOException {
        Path data = directory.resolve("data");
        assertThat(demo("--orders", orders(5).toString(), "--data", data.toString(), "--rate", "0"))
                .isZero();
        try (Ledger ledger = Ledger.open(data.resolve("payments.ledger"))) {
            ledger.once("forged", () -> new Entry("forged", 1, "order-0001", "charge", "tok_1", 1));
        }

        assertThat(demo("--data", data.toString())).isEqualTo(1);
        assertThat(out()).contains("✘ money adds up", "order-0001", "✘ nothing was charged, or done at all, twice");
    }

    @Test
    void aStoreThatCannotBeUsedIsToldAtOnce() throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.copy(orders(5), data.resolve("orders.jsonl"));
        Files.writeString(data.resolve("reeve.db"), "this is no database".repeat(1_000));

        assertThat(demo("--data", data.toString())).isEqualTo(3);
        assertThat(err()).contains("demo: ", "reeve.db").doesNotContain("\tat ");
    }

    @Test
    @DisplayName("bad lines are reported, the other orders run, and the exit code tells so")
    void badLinesAreToldAndTheOthersAreRun() throws IOException {
        Path orders = orders(5);
        Files.writeString(orders, Files.readString(orders) + "{\"orderId\": \"x\"}\nnonsense\n");

        int exit = demo("--orders", orders.toString(), "--rate", "0");

        assertThat(exit).isEqualTo(2);
        assertThat(err())
                .contains("line 6: sku is missing", "line 7: ", "2 bad lines; going on with the other 5 orders");
        assertThat(out()).contains("5 orders = ").doesNotContain("✘");
    }

    @Test
    @DisplayName("R4: an order for an unknown product is undone, with the reason")
    void whatTheShopDoesNotSellIsUndone() throws IOException {
        Path orders = Files.writeString(directory.resolve("orders.jsonl"), """
                {"orderId": "a", "sku": "CAR", "quantity": 1, "card": "tok_1"}
                """);

        assertThat(demo("--orders", orders.toString())).as(this::err).isZero();
        assertThat(out()).contains("UNKNOWN_SKU (reserve_inventory)");
    }

    @Test
    @Tag("proof")
    @DisplayName("S6, T1: killed twice with SIGKILL on the way, 60 orders end and the books agree")
    void killedTwiceTheBooksAgree() throws IOException {
        Path data = directory.resolve("data");

        int exit = demo(
                "--orders",
                orders(60).toString(),
                "--data",
                data.toString(),
                "--crash",
                "--kills",
                "2",
                "--rate",
                "60");

        assertThat(exit).as(() -> out() + err()).isZero();
        assertThat(err()).contains("kill 1 of 2: SIGKILL", "kill 2 of 2: SIGKILL", "and started again");
        assertThat(out()).contains("60 orders = ").doesNotContain("✘");
    }

    /** A plan by which some order is paid for, never shipped, and its refund fails until a person retries it. */
    private static long seedWithEscalation(List<Order> orders) {
        long seed = 0;
        while (true) {
            FaultPlan plan = new FaultPlan(seed);
            for (Order order : orders) {
                boolean shippingIsAway =
                        plan.fault("shipping.create", order.orderId()).equals(new Fault.Unavailable(Integer.MAX_VALUE));
                boolean refundFails =
                        plan.fault("payment.refund", order.orderId()).equals(new Fault.Unavailable(4));
                boolean paid = !(plan.fault("inventory.reserve", order.orderId()) instanceof Fault.Refused)
                        && !(plan.fault("payment.charge", order.orderId()) instanceof Fault.Refused);
                if (shippingIsAway && refundFails && paid) {
                    return seed;
                }
            }
            seed++;
        }
    }

    @Test
    @DisplayName("O2: without an operator escalated orders stay in the store; with one the run continues to its end")
    void withoutAnOperatorTheInboxIsLeft() throws IOException {
        Path data = directory.resolve("data");
        Path file = orders(40);
        long seed = seedWithEscalation(OrderFile.read(file, bad -> {}).orders());

        int exit = demo(
                "--orders",
                file.toString(),
                "--data",
                data.toString(),
                "--seed",
                Long.toString(seed),
                "--rate",
                "0",
                "--no-operator");

        assertThat(exit).as(() -> out() + err()).isZero();
        assertThat(out())
                .contains("are left to a person", "./reeve inbox --store " + data, "./reeve demo --data " + data);
        try (ReeveReader reader = ReeveReader.open(data.resolve("reeve.db"))) {
            assertThat(reader.inbox().groups())
                    .anyMatch(group ->
                            group.action().equals("payment.refund") && group.purpose() == Purpose.COMPENSATION);
        }

        assertThat(demo("--data", data.toString(), "--seed", Long.toString(seed)))
                .as(() -> out() + err())
                .isZero();
        assertThat(out()).contains("✔ money adds up").doesNotContain("✘");
    }
}
