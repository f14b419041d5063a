package dev.reeve.example.orders.harness;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Decides which requests fail, and how. Depends only on the seed, the action and the order: not on the time or the
 * number of restarts. Immutable.
 */
public final class FaultPlan {

    private static final int FOR_EVER = Integer.MAX_VALUE;

    private static final Fault SLOW = new Fault.Slow(Duration.ofMillis(250));

    /** For each action: the faults, and how many of a thousand orders they affect. */
    private static final Map<String, List<Share>> SHARES = Map.of(
            "inventory.reserve",
            List.of(
                    new Share(40, new Fault.Refused("OUT_OF_STOCK", "the last pieces were damaged")),
                    new Share(60, new Fault.Unavailable(1)),
                    new Share(30, new Fault.Unavailable(2)),
                    new Share(30, new Fault.AnswerLost(1)),
                    new Share(40, SLOW)),
            "payment.charge",
            List.of(
                    new Share(60, new Fault.Refused("CARD_DECLINED", "the bank declined the card")),
                    new Share(60, new Fault.Unavailable(1)),
                    new Share(20, new Fault.Unavailable(3)),
                    new Share(40, new Fault.AnswerNeverComes()),
                    new Share(20, new Fault.RequestLost()),
                    new Share(30, new Fault.AnswerLost(1)),
                    new Share(40, SLOW)),
            "payment.status",
            List.of(new Share(200, new Fault.Unavailable(1))),
            "payment.refund",
            List.of(new Share(150, new Fault.Unavailable(4)), new Share(150, new Fault.Unavailable(1))),
            "shipping.create",
            List.of(
                    new Share(30, new Fault.Unavailable(FOR_EVER)),
                    new Share(20, new Fault.AnswerLost(FOR_EVER)),
                    new Share(60, new Fault.Unavailable(1)),
                    new Share(30, new Fault.Unavailable(4)),
                    new Share(40, new Fault.AnswerLost(1)),
                    new Share(40, SLOW)),
            "shipping.cancel",
            List.of(new Share(200, new Fault.Unavailable(2))),
            "notification.send",
            List.of(
                    new Share(50, new Fault.Unavailable(FOR_EVER)),
                    new Share(80, new Fault.Unavailable(1)),
                    new Share(30, new Fault.AnswerLost(1))));

    private final long seed;

    public FaultPlan(long seed) {
        this.seed = seed;
    }

    /**
     * @param perMille orders affected, per thousand
     * @param fault that affects them
     */
    private record Share(int perMille, Fault fault) {}

    /** The fault of an order's requests for an action. */
    public Fault fault(String action, String orderId) {
        long order = (action + '/' + orderId).hashCode();
        int dice = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + order).nextInt(1_000);
        for (Share share : SHARES.getOrDefault(action, List.of())) {
            dice -= share.perMille();
            if (dice < 0) {
                return share.fault();
            }
        }
        return Fault.NONE;
    }
}
