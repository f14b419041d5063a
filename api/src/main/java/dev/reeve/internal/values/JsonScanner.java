package dev.reeve.internal.values;

/**
 * Recognises ordinary JSON in one pass over its characters, without creating objects. Every payload is checked, and
 * nearly every payload is ordinary. Unusual text (an escaped code point, an exponent, deep nesting, many members) and
 * malformed text are left to the parser, which can also report what is wrong.
 */
final class JsonScanner {

    private static final int DEPTH_MAX = 32;
    /** The names of one object are compared pairwise; beyond this number a hash table would be faster. */
    private static final int MEMBERS_MAX = 24;

    private static final int DIGITS_MAX = 60;

    private final String text;
    private int at;
    private int depth;

    private JsonScanner(String text) {
        this.text = text;
    }

    /** True only if the text is certainly one JSON value that {@link JsonText} accepts. */
    static boolean isOrdinary(String text) {
        JsonScanner scanner = new JsonScanner(text);
        scanner.space();
        if (!scanner.value()) {
            return false;
        }
        scanner.space();
        return scanner.at == text.length();
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }

    private void space() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return;
            }
            at++;
        }
    }

    private boolean take(char expected) {
        if (peek() == expected) {
            at++;
            return true;
        }
        return false;
    }

    private boolean value() {
        return switch (peek()) {
            case '"' -> string();
            case '{' -> object();
            case '[' -> array();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean word(String word) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }

    private boolean string() {
        at++; // the quote
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return true;
            }
            if (c < ' ' || Character.isSurrogate(c)) {
                return false;
            }
            if (c == '\\') {
                at++;
                if ("\"\\/bfnrt".indexOf(peek()) < 0) {
                    return false;
                }
            }
            at++;
        }
        return false;
    }

    private boolean number() {
        int begin = at;
        take('-');
        int first = at;
        if (!digits() || (text.charAt(first) == '0' && at > first + 1)) {
            return false;
        }
        if (take('.') && !digits()) {
            return false;
        }
        return peek() != 'e' && peek() != 'E' && at - begin <= DIGITS_MAX;
    }

    private boolean digits() {
        int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at > begin;
    }

    private boolean array() {
        if (++depth > DEPTH_MAX) {
            return false;
        }
        at++; // the bracket
        space();
        if (!take(']')) {
            do {
                space();
                if (!value()) {
                    return false;
                }
                space();
            } while (take(','));
            if (!take(']')) {
                return false;
            }
        }
        depth--;
        return true;
    }

    private boolean object() {
        if (++depth > DEPTH_MAX) {
            return false;
        }
        at++; // the brace
        space();
        if (!take('}')) {
            int[] names = new int[2 * MEMBERS_MAX];
            int count = 0;
            do {
                space();
                int begin = at;
                if (count == MEMBERS_MAX || peek() != '"' || !string() || !isNew(names, count, begin)) {
                    return false;
                }
                names[2 * count] = begin;
                names[2 * count + 1] = at;
                count++;
                space();
                if (!take(':')) {
                    return false;
                }
                space();
                if (!value()) {
                    return false;
                }
                space();
            } while (take(','));
            if (!take('}')) {
                return false;
            }
        }
        depth--;
        return true;
    }

    /** Whether the name from {@code begin} to here is unique so far, short, and written without escapes. */
    private boolean isNew(int[] names, int count, int begin) {
        int length = at - begin;
        if (length > Limits.DEFAULT.memberLength()) {
            return false;
        }
        for (int i = begin; i < at; i++) {
            if (text.charAt(i) == '\\') {
                return false;
            }
        }
        for (int i = 0; i < count; i++) {
            int other = names[2 * i];
            if (names[2 * i + 1] - other == length && text.regionMatches(other, text, begin, length)) {
                return false;
            }
        }
        return true;
    }
}
