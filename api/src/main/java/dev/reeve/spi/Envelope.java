package dev.reeve.spi;

import org.jspecify.annotations.Nullable;

/**
 * Finds a text among the members of a JSON object without reading their values, so that neither the size nor the depth
 * of a payload in it matters. It stops at the member, and at anything that it cannot read.
 */
final class Envelope {

    private static final int ABSENT = -1;

    private final String json;
    private int at;

    private Envelope(String json) {
        this.json = json;
    }

    /** The text of the object's own member; null if it has none, or if this is no object. */
    static @Nullable String text(String json, String member) {
        return new Envelope(json).find(member);
    }

    private @Nullable String find(String member) {
        if (next() != '{') {
            return null;
        }
        int separator = '{';
        while (separator == '{' || separator == ',') {
            at++;
            String name = string();
            if (name == null || next() != ':') {
                return null;
            }
            at++;
            if (name.equals(member)) {
                return string();
            }
            skip();
            separator = next();
        }
        return null;
    }

    /** The next character that is no space, which stays the next one. */
    private int next() {
        while (at < json.length() && json.charAt(at) <= ' ') {
            at++;
        }
        return at < json.length() ? json.charAt(at) : ABSENT;
    }

    /** A string as it is written, with its escapes; null if there is none. */
    private @Nullable String string() {
        if (next() != '"') {
            return null;
        }
        int begin = at + 1;
        skipString();
        return at <= json.length() ? json.substring(begin, at - 1) : null;
    }

    /** Goes behind the string that begins here, or behind the end if it does not end. */
    private void skipString() {
        at++;
        while (at < json.length() && json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    /** Goes to the comma or bracket after the value that begins here. */
    private void skip() {
        int depth = 0;
        while (at < json.length()) {
            char c = json.charAt(at);
            if (c == '"') {
                skipString();
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
                return;
            }
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
            at++;
        }
    }
}
