package dev.reeve.testkit.store;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** How often what goes wrong. What has no rate never happens. */
public final class StoreFaults {

    private final EnumMap<StoreFault, Double> rates = new EnumMap<>(StoreFault.class);
    private final Decisions decisions;
    private boolean healed;

    /** @param rates for each call that the fault may befall; 0 to 1. Those that last a while are for each call, too */
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

    /** From now on nothing goes wrong any more. */
    void heal() {
        healed = true;
    }
}
