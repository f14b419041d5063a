package dev.reeve.example.orders.harness;

import dev.reeve.Reeve;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Events during the run that affect all orders: first the operator pauses the mail for a moment, then the carrier is
 * down for a moment. For one thread.
 */
final class Interludes {

    /** Runs with fewer orders have no interludes. */
    static final int ORDERS_MIN = 200;

    private static final String OPERATOR = "the demo's operator";
    private static final String PARCELS = "shipping.create";
    private static final String MAIL = "notification.send";

    /** Limit of the outage if the breaker does not open, which takes longer on a busy machine. */
    private static final Duration OUTAGE_MAX = Duration.ofMinutes(1);

    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    /** The share of accepted orders at which the pause begins. */
    private static final double PAUSE_FROM = 0.15;

    private static final double OUTAGE_FROM = 0.4;

    private enum Act {
        BEFORE,
        MAIL_PAUSED,
        BETWEEN,
        CARRIER_DOWN,
        AFTER
    }

    private final Reeve reeve;
    private final @Nullable Outage outage;
    private final int orders;
    private final Tempo tempo;
    private final Watcher watcher;

    private Act act;
    private long actNanos = System.nanoTime();
    private long lookedNanos = System.nanoTime();

    /** The last seen state of the carrier's breaker; null while it is closed. */
    private @Nullable String breaker;

    /**
     * @param orders number of orders not yet accepted
     */
    Interludes(DemoShop shop, int orders, Settings settings, Watcher watcher) {
        this.reeve = shop.reeve();
        this.outage = shop.outage();
        this.orders = orders;
        this.watcher = watcher;
        this.tempo = settings.tempo();
        this.act = settings.interludes() && outage != null && orders >= ORDERS_MIN ? Act.BEFORE : Act.AFTER;
        // A pause survives restarts, and an earlier run may have been interrupted during its pause.
        if (service(MAIL).filter(mail -> OPERATOR.equals(mail.actor())).isPresent()) {
            reeve.actingAs(OPERATOR).services().resume(MAIL, "the demonstration begins anew");
        }
    }

    /** @param accepted number of orders accepted so far */
    void look(int accepted) {
        long now = System.nanoTime();
        if (outage == null || now - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = now;
        Duration since = Duration.ofNanos(now - actNanos);
        switch (act) {
            case BEFORE -> {
                if (accepted >= orders * PAUSE_FROM) {
                    reeve.actingAs(OPERATOR).services().pause(MAIL, "the mail server is being moved");
                    next(Act.MAIL_PAUSED, "the operator pauses %s: the mail server is being moved".formatted(MAIL));
                }
            }
            case MAIL_PAUSED -> {
                if (since.compareTo(tempo.pause()) >= 0) {
                    int waiting = service(MAIL).map(ServiceStatus::queued).orElse(0);
                    reeve.actingAs(OPERATOR).services().resume(MAIL, "the mail server has been moved");
                    next(
                            Act.BETWEEN,
                            "the operator resumes %s: %,d orders have waited, and used up no attempts"
                                    .formatted(MAIL, waiting));
                }
            }
            case BETWEEN -> {
                if (accepted >= orders * OUTAGE_FROM) {
                    outage.begin("shipping");
                    next(Act.CARRIER_DOWN, "the carrier's computers go down: nobody can send a parcel");
                }
            }
            case CARRIER_DOWN -> {
                boolean isNoticed = breaker != null || since.compareTo(OUTAGE_MAX) >= 0;
                if (since.compareTo(tempo.outage()) >= 0 && isNoticed) {
                    outage.end();
                    next(
                            Act.AFTER,
                            "the carrier's computers are back; %,d calls had found nobody there"
                                    .formatted(outage.turnedAway()));
                }
            }
            case AFTER -> {}
        }
        tellOfBreaker();
    }

    private void next(Act following, String note) {
        act = following;
        actNanos = System.nanoTime();
        watcher.note(note);
    }

    /** Reports the breaker's states, and how it lets through more and more of the waiting calls. */
    private void tellOfBreaker() {
        ServiceStatus parcels = service(PARCELS).orElse(null);
        if (parcels == null || parcels.state() == ServiceState.CLOSED) {
            if (breaker != null) {
                breaker = null;
                watcher.note("  … the breaker of %s is closed again; all of it was %d incident"
                        .formatted(PARCELS, reeve.services().incidents().size()));
            }
            return;
        }
        String seen = parcels.limit() == null ? parcels.state().name() : parcels.state() + " " + parcels.limit();
        if (!seen.equals(breaker)) {
            breaker = seen;
            watcher.note("  … " + words(parcels));
        }
    }

    private static String words(ServiceStatus parcels) {
        return switch (parcels.state()) {
            case OPEN ->
                "the breaker of %s opens: orders wait, and use up no attempts; %,d do so far"
                        .formatted(PARCELS, parcels.queued());
            case HALF_OPEN ->
                "the breaker tries whether the carrier is back; %,d orders wait".formatted(parcels.queued());
            case RAMPING ->
                "the carrier gets %s parcels at a time; %,d orders wait"
                        .formatted(parcels.limit() == null ? "all" : parcels.limit(), parcels.queued());
            case PAUSED -> "%s is paused by %s".formatted(PARCELS, parcels.actor());
            case CLOSED -> "everything is let through";
        };
    }

    private Optional<ServiceStatus> service(String action) {
        return reeve.services().list().stream()
                .filter(service -> service.action().equals(action))
                .findFirst();
    }
}
