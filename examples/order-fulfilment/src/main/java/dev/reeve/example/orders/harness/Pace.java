package dev.reeve.example.orders.harness;

/** Decides when the next order comes in. For one thread. */
final class Pace {

    private final double perSecond;
    private final long beginNanos = System.nanoTime();
    private long came;

    /** @param perSecond 0 for no pause */
    Pace(double perSecond) {
        this.perSecond = perSecond;
    }

    /** Whether the next order is due. If so, the wait for the following one begins. */
    boolean isDue() {
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        if (perSecond > 0 && came > seconds * perSecond) {
            return false;
        }
        came++;
        return true;
    }
}
