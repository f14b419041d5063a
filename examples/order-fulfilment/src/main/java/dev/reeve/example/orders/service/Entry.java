package dev.reeve.example.orders.service;

import java.util.regex.Pattern;

/**
 * One side effect in the ledger of a service.
 *
 * @param key the idempotency key of the request that had the effect
 * @param attempt the attempt that had the effect
 * @param orderId the order that it is for
 * @param action what was done, for example {@code charge}
 * @param subject a SKU, a card or a parcel
 * @param amount pieces, cents or parcels. 0 for an undo without a prior effect
 */
public record Entry(String key, int attempt, String orderId, String action, String subject, long amount) {

    /** The text in the ledger's lines. Excludes tabs and line breaks, which are separators. */
    private static final Pattern TEXT = Pattern.compile("[\\x20-\\x7E]{1,300}");

    public Entry {
        check("key", key);
        check("orderId", orderId);
        check("action", action);
        check("subject", subject);
        if (attempt < 1 || amount < 0) {
            throw new IllegalArgumentException(
                    "expected attempt >= 1 and amount >= 0, found attempt %d and amount %d".formatted(attempt, amount));
        }
    }

    private static void check(String what, String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "%s: expected 1 to 300 printable ASCII characters, found '%s'".formatted(what, text));
        }
    }

    String toLine() {
        return String.join("\t", key, Integer.toString(attempt), orderId, action, subject, Long.toString(amount));
    }

    /** @throws IllegalArgumentException if {@link #toLine()} did not write this line */
    static Entry ofLine(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length != 6) {
            throw new IllegalArgumentException("expected 6 columns, found %d".formatted(columns.length));
        }
        return new Entry(
                columns[0],
                Integer.parseInt(columns[1]),
                columns[2],
                columns[3],
                columns[4],
                Long.parseLong(columns[5]));
    }
}
