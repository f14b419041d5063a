package dev.reeve.internal.test.store;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The probability of each fault. A fault without a rate never happens. */
public final class StoreFaults {

    private final EnumMap<StoreFault, Double> rates = new EnumMap<>(StoreFault.class);
    private final Decisions decisions;
    private boolean healed;

    /**
     * @param rates the probability of each fault for each call that it can affect, 0 to 1; for faults that last a
     *     while, the probability that the call starts one
     */
    public StoreFaults(Map<StoreFault, Double> rates, Decisions decisions) {
        this.rates.putAll(rates);
        this.decisions = decisions;
    }

    public static StoreFaults none() {
        return new StoreFaults(Map.of(), (kind, rate) -> false);
    }

    boolean happens(StoreFault fault) {
        Double rate = rates.get(fault);
        return rate != null
                && rate > 0
                && !healed
                && decisions.happens("store " + fault.name().toLowerCase(Locale.ROOT), rate);
    }

    boolean healed() {
        return healed;
    }

    /** Stops all faults from now on. */
    void heal() {
        healed = true;
    }
}
