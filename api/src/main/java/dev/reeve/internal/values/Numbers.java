package dev.reeve.internal.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Converts between JSON numbers and Java numbers without losing a digit (D14). Integers of any length stay exact.
 * Decimals become a double only if the double is exact.
 */
public final class Numbers {

    /** An integer with more digits is written with an exponent, if that is shorter. */
    private static final int PLAIN_DIGITS_MAX = 25;

    private Numbers() {}

    /** Integer, Long, BigInteger, Double or BigDecimal: the simplest type that is exact. */
    public static Number parse(String text) {
        if (text.length() < 10 && text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            return Integer.parseInt(text);
        }
        return simplest(new BigDecimal(text));
    }

    private static Number simplest(BigDecimal exact) {
        if (exact.signum() == 0) {
            return 0;
        }
        BigDecimal stripped = exact.stripTrailingZeros();
        if (stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 100) {
            BigInteger integer = stripped.toBigIntegerExact();
            if (integer.bitLength() < Integer.SIZE) {
                return integer.intValueExact();
            }
            if (integer.bitLength() < Long.SIZE) {
                return integer.longValueExact();
            }
            return integer;
        }
        double nearest = stripped.doubleValue();
        if (Double.isFinite(nearest) && BigDecimal.valueOf(nearest).compareTo(stripped) == 0) {
            return nearest;
        }
        return stripped;
    }

    /** The number as JSON; null if it is infinite, not a number, beyond the limits, or of an unknown type. */
    public static @Nullable String text(Number number) {
        return switch (number) {
            case Integer i -> i.toString();
            case Long l -> l.toString();
            case Short s -> s.toString();
            case Byte b -> b.toString();
            case BigInteger i -> withinLimits(text(new BigDecimal(i)));
            case BigDecimal d -> withinLimits(text(d));
            case Double d -> Double.isFinite(d) ? withinLimits(text(BigDecimal.valueOf(d))) : null;
            // through its text: 0.1f means 0.1
            case Float f -> Float.isFinite(f) ? text(new BigDecimal(f.toString())) : null;
            default -> null;
        };
    }

    private static String text(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        BigDecimal stripped = number.stripTrailingZeros();
        long magnitude = (long) stripped.precision() - stripped.scale();
        boolean plain =
                stripped.scale() >= -PLAIN_DIGITS_MAX && magnitude > -PLAIN_DIGITS_MAX && stripped.scale() < 100;
        return plain ? stripped.toPlainString() : stripped.toString();
    }

    private static @Nullable String withinLimits(String text) {
        return isWithinLimits(text) ? text : null;
    }

    /** Whether the text of a JSON number is short enough, and its value small enough, for every client to read it. */
    public static boolean isWithinLimits(String text) {
        Limits limits = Limits.DEFAULT;
        if (text.length() > limits.numberLength()) {
            return false;
        }
        if (text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            return true;
        }
        try {
            BigDecimal number = new BigDecimal(text);
            long exponent = (long) number.precision() - number.scale() - 1;
            return number.signum() == 0 || Math.abs(exponent) <= limits.numberExponent() - 1;
        } catch (NumberFormatException e) {
            return false; // an exponent beyond the range of BigDecimal
        }
    }
}
