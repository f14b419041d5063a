package dev.reeve.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.example.orders.service.Inventory;
import dev.reeve.example.orders.service.Ledger;
import dev.reeve.example.orders.service.Notifications;
import dev.reeve.example.orders.service.OrderDesk;
import dev.reeve.example.orders.service.Payments;
import dev.reeve.example.orders.service.Shipping;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.test.RunOutcome;
import dev.reeve.test.Services;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EveryFaultTest {

    private static final Order ORDER = new Order("order-1", "STRAINER", 2, "tok_1");

    @TempDir
    private Path directory;

    private int runs;
    private @Nullable Ledger open;

    @Test
    @Tag("proof")
    @DisplayName("E2: with any fault at any moment, an order is wholly done, wholly undone, or needs a person")
    void ordersSurviveEveryFaultAtEveryPoint() {
        FailureReport report = FailureModes.of(Shop.workflow(), this::newLedger)
                .input(ORDER)
                .services(EveryFaultTest::employ)
                .mayStay("notification.send")
                .withCancels()
                .invariant("stock, money and parcels are where they belong", EveryFaultTest::check)
                .check();

        assertThat(report.missed()).isZero();
        assertThat(report.leftOut()).isZero();
    }

    /** One for all services: what they write differs. */
    private Ledger newLedger() {
        close();
        Ledger ledger = Ledger.open(directory.resolve(++runs + ".ledger"));
        open = ledger;
        return ledger;
    }

    @AfterEach
    void close() {
        if (open != null) {
            open.close();
        }
    }

    private static void employ(Ledger ledger, Services services) {
        Inventory inventory = new Inventory(ledger);
        Payments payments = new Payments(ledger);
        Shipping shipping = new Shipping(ledger);
        services.handle("inventory.reserve", Inventory.Reserve.class, inventory::reserve)
                .handle("inventory.release", Inventory.Release.class, inventory::release)
                .handle("payment.charge", Payments.Charge.class, payments::charge)
                .handle("payment.status", Payments.Charge.class, payments::status)
                .handle("payment.refund", Payments.Refund.class, payments::refund)
                .handle("shipping.create", Shipping.Create.class, shipping::create)
                .handle("shipping.cancel", Shipping.Cancel.class, shipping::cancel)
                .handle("notification.send", Notifications.Send.class, new Notifications(ledger)::send)
                .handle("order.close", OrderDesk.Close.class, new OrderDesk(ledger)::close);
    }

    private static void check(Ledger ledger, RunOutcome end) {
        if (end.status().isTerminal()) {
            boolean isDone = end.status() == ExecutionStatus.COMPLETED;
            assertThat(ledger.sum("reserve", ORDER.sku()) - ledger.sum("release", ORDER.sku()))
                    .as("pieces set aside")
                    .isEqualTo(isDone ? ORDER.quantity() : 0);
            assertThat(ledger.sum("charge", ORDER.card()) - ledger.sum("refund", ORDER.card()) > 0)
                    .as("money taken")
                    .isEqualTo(isDone);
            assertThat(ledger.ofOrder("create", ORDER.orderId()).isPresent()
                            && ledger.ofOrder("cancel", ORDER.orderId()).isEmpty())
                    .as("parcel on its way")
                    .isEqualTo(isDone);
            assertThat(ledger.ofOrder("close", ORDER.orderId()))
                    .as("how it was filed")
                    .hasValueSatisfying(entry -> assertThat(entry.subject())
                            .isEqualToIgnoringCase(end.status().name()));
        }
    }
}
