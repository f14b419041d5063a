package dev.reeve.model;

/**
 * How many items of a {@link ForEach} may fail before the step does, written {@code 3} or {@code 10%}. The output of an item that
 * failed is null.
 *
 * @param value how many, or how many of a hundred
 * @param unit what is counted
 */
public record Tolerate(int value, Unit unit) {

    /** What is counted. */
    public enum Unit {
        /** Items. */
        ITEMS,
        /** Hundredths of all items. */
        PERCENT
    }

    /** The first failure is one of the step. */
    public static final Tolerate NONE = items(0);

    public static Tolerate items(int count) {
        return new Tolerate(count, Unit.ITEMS);
    }

    public static Tolerate percent(int percent) {
        return new Tolerate(percent, Unit.PERCENT);
    }

    /** How many of so many items may fail; a share is rounded down. */
    public int of(int items) {
        return switch (unit) {
            case ITEMS -> value;
            case PERCENT -> (int) ((long) items * value / 100);
        };
    }

    /** As a definition has it. */
    @Override
    public String toString() {
        return unit == Unit.PERCENT ? value + "%" : Integer.toString(value);
    }
}
