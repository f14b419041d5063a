package dev.reeve.workflow;

/**
 * How many items of a {@code forEach} may fail before the step fails, written {@code 3} or {@code 10%}. The output of a
 * failed item is null.
 *
 * @param value a number of items, or a percentage
 * @param unit the unit of {@code value}
 */
public record Tolerate(int value, Unit unit) {

    /** The unit of the value. */
    public enum Unit {
        /** A number of items. */
        ITEMS,
        /** A percentage of all items. */
        PERCENT
    }

    /** No failed items: the first failure fails the step. */
    public static final Tolerate NONE = items(0);

    /**
     * A number of items may fail.
     *
     * @param count 0 or more
     */
    public static Tolerate items(int count) {
        return new Tolerate(count, Unit.ITEMS);
    }

    /**
     * A percentage of all items may fail, rounded down to whole items.
     *
     * @param percent 0 to 100
     */
    public static Tolerate percent(int percent) {
        return new Tolerate(percent, Unit.PERCENT);
    }

    /** How many of {@code items} items may fail. A percentage is rounded down. */
    public int of(int items) {
        return switch (unit) {
            case ITEMS -> value;
            case PERCENT -> (int) ((long) items * value / 100);
        };
    }

    /** The form in a definition. */
    @Override
    public String toString() {
        return unit == Unit.PERCENT ? value + "%" : Integer.toString(value);
    }
}
