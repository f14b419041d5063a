package dev.reeve.example.orders.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.Cause;
import dev.reeve.Purpose;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.orders.service.Inventory.Release;
import dev.reeve.example.orders.service.Inventory.Reserve;
import dev.reeve.example.orders.service.Payments.Charge;
import dev.reeve.example.orders.service.Payments.Refund;
import dev.reeve.example.orders.service.Shipping.Cancel;
import dev.reeve.example.orders.service.Shipping.Create;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServicesTest {

    private static final Charge CHARGE = new Charge("order-1", "tok_1", 13_80);

    @TempDir
    private Path directory;

    private Ledger ledger;

    @BeforeEach
    void open() {
        ledger = Ledger.open(directory.resolve("service.ledger"));
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    @DisplayName("A9: a repeated charge after a lost answer gives the same receipt and takes no money")
    void chargingAgainTakesNothing() {
        Payments payments = new Payments(ledger);

        Payments.Receipt first = payments.charge(CHARGE, Step.forward("payment.charge", 1));
        Payments.Receipt second = payments.charge(CHARGE, Step.forward("payment.charge", 2));

        assertThat(second).isEqualTo(first);
        assertThat(ledger.sum("charge", "tok_1")).isEqualTo(13_80);
    }

    @Test
    @DisplayName("V5: the probe finds out whether the card was charged")
    void theProbeKnows() {
        Payments payments = new Payments(ledger);
        Step probe = new Step("payment.status", Purpose.PROBE, 1);

        assertThat(payments.status(CHARGE, probe)).hasToString("notDone");
        payments.charge(CHARGE, Step.forward("payment.charge", 1));
        assertThat(payments.status(CHARGE, probe).toString())
                .startsWith("done(")
                .contains("1380");
    }

    @Test
    @DisplayName("C3: a refund gives the charge back once")
    void aRefundGivesBackWhatWasCharged() {
        Payments payments = new Payments(ledger);
        payments.charge(CHARGE, Step.forward("payment.charge", 1));

        payments.refund(new Refund(CHARGE), Step.undo("payment.refund"));
        Payments.Refunded again = payments.refund(new Refund(CHARGE), Step.undo("payment.refund"));

        assertThat(again.amount()).isEqualTo(13_80);
        assertThat(ledger.sum("refund", "tok_1")).isEqualTo(13_80);
    }

    @Test
    @DisplayName("C5: undoing a missing charge changes nothing, and a later charge is refused")
    void aChargeAfterItsRefundIsRefused() {
        Payments payments = new Payments(ledger);

        Payments.Refunded refunded = payments.refund(new Refund(CHARGE), Step.undo("payment.refund"));

        assertThat(refunded.amount()).isZero();
        assertThatThrownBy(() -> payments.charge(CHARGE, Step.forward("payment.charge", 1)))
                .isInstanceOf(StepFailure.class)
                .hasMessageContaining("too late");
        assertThat(ledger.sum("charge", "tok_1")).isZero();
    }

    @Test
    void stockThatIsNotThereIsNotReserved() {
        Inventory inventory = new Inventory(ledger);
        Reserve all = new Reserve("order-1", "STRAINER", (int) Catalogue.OPENING_STOCK);
        inventory.reserve(all, Step.forward("inventory.reserve", 1));

        // the same key would be a repeat, so a service of another order asks
        StepFailure refused = catchThrowableOfType(
                StepFailure.class,
                () -> inventory.reserve(
                        new Reserve("order-2", "STRAINER", 1), new Step("inventory.reserve", Purpose.COMPENSATION, 1)));

        assertThat(refused.code()).isEqualTo("OUT_OF_STOCK");
        assertThat(refused.kind()).isEqualTo(Cause.BUSINESS);
    }

    @Test
    void releasedStockCanBeReservedAgain() {
        Inventory inventory = new Inventory(ledger);
        Reserve two = new Reserve("order-1", "TEAPOT-IRON", 2);

        Inventory.Reserved reserved = inventory.reserve(two, Step.forward("inventory.reserve", 1));
        inventory.release(new Release(two), Step.undo("inventory.release"));

        assertThat(reserved.total()).isEqualTo(128_00);
        assertThat(ledger.sum("reserve", "TEAPOT-IRON")).isEqualTo(ledger.sum("release", "TEAPOT-IRON"));
    }

    @Test
    void theWarehouseIsStockedOnce() {
        new Inventory(ledger);
        new Inventory(ledger);

        assertThat(ledger.sum("stock", "STRAINER")).isEqualTo(Catalogue.OPENING_STOCK);
    }

    @Test
    void whatTheShopDoesNotSellIsRefused() {
        Inventory inventory = new Inventory(ledger);

        assertThatThrownBy(
                        () -> inventory.reserve(new Reserve("order-1", "CAR", 1), Step.forward("inventory.reserve", 1)))
                .isInstanceOf(StepFailure.class)
                .hasMessageContaining("CAR");
    }

    @Test
    void aCancelledParcelIsNotSent() {
        Shipping shipping = new Shipping(ledger);
        Create create = new Create("order-1", "STRAINER", 1);

        Shipping.Parcel parcel = shipping.create(create, Step.forward("shipping.create", 1));
        Shipping.Cancelled cancelled = shipping.cancel(new Cancel(create), Step.undo("shipping.cancel"));

        assertThat(parcel.tracking()).isEqualTo("RV-order-1");
        assertThat(cancelled.parcels()).isEqualTo(1);
    }

    @Test
    void customersAreToldOnceAndOrdersFiledOnce() {
        Notifications notifications = new Notifications(ledger);
        notifications.send(new Notifications.Send("order-1"), Step.forward("notification.send", 1));
        notifications.send(new Notifications.Send("order-1"), Step.forward("notification.send", 2));

        assertThat(ledger.sum("send", "mail")).isEqualTo(1);
    }
}
