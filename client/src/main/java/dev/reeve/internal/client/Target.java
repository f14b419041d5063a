package dev.reeve.internal.client;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Puts the path and the query of a request together, with escapes. For one thread. */
final class Target {

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.";

    private final StringBuilder text;
    private boolean hasQuery;

    private Target(String path) {
        text = new StringBuilder(path);
    }

    /** A path, with escaped values in place of each {@code {}}. */
    static Target of(String template, Object... values) {
        StringBuilder path = new StringBuilder();
        int from = 0;
        for (Object value : values) {
            int place = template.indexOf("{}", from);
            path.append(template, from, place).append(escaped(value.toString()));
            from = place + 2;
        }
        return new Target(path.append(template, from, template.length()).toString());
    }

    /** Adds a parameter to the query. */
    Target with(String name, Object value) {
        text.append(hasQuery ? '&' : '?').append(name).append('=').append(escaped(value.toString()));
        hasQuery = true;
        return this;
    }

    private static String escaped(String value) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            if (UNRESERVED.indexOf(each) >= 0) {
                escaped.append((char) each);
            } else {
                escaped.append('%').append(HexFormat.of().toHexDigits(each).toUpperCase(Locale.ROOT));
            }
        }
        // a segment of dots would name a directory
        return value.equals(".") || value.equals("..") ? value.replace(".", "%2E") : escaped.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
