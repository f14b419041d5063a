package dev.reeve.internal.values;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes the canonical text of JSON: members sorted by name, no white space, one notation for each character and each
 * number. Like RFC 8785, except for numbers: they stay exact (D14), while the RFC rounds them to doubles. For one
 * thread and one text.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8785">RFC 8785: JSON Canonicalization Scheme</a>
 */
final class CanonicalJson {

    private static final JsonStringEncoder STRINGS = JsonStringEncoder.getInstance();

    private final JsonParser parser;
    private final StringBuilder out = new StringBuilder(128);

    /**
     * @param parser positioned before the first token of a text that {@link JsonText} accepts
     */
    CanonicalJson(JsonParser parser) {
        this.parser = parser;
    }

    String write() {
        parser.nextToken();
        value();
        return out.toString();
    }

    // recursion is bounded by the parser's own limit on nesting
    private void value() {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> string(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getString());
            case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> out.append(parser.getString());
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("a value cannot begin with " + token);
        }
    }

    private record Member(String name, int begin, int end) {}

    private void object() {
        out.append('{');
        int begin = out.length();
        List<Member> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            int from = out.length();
            string(name);
            out.append(':');
            parser.nextToken();
            value();
            out.append(',');
            members.add(new Member(name, from, out.length()));
        }
        sort(members, begin);
        end(members.isEmpty(), '}');
    }

    private void sort(List<Member> members, int begin) {
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparing(Member::name));
        if (!sorted.equals(members)) {
            String asTheyCame = out.substring(begin);
            out.setLength(begin);
            for (Member member : sorted) {
                out.append(asTheyCame, member.begin() - begin, member.end() - begin);
            }
        }
    }

    private void array() {
        out.append('[');
        boolean empty = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            value();
            out.append(',');
            empty = false;
        }
        end(empty, ']');
    }

    private void end(boolean empty, char bracket) {
        if (!empty) {
            out.setLength(out.length() - 1); // the last comma
        }
        out.append(bracket);
    }

    private void string(String text) {
        out.append('"');
        STRINGS.quoteAsString(text, out);
        out.append('"');
    }

    private void number(String text) {
        BigDecimal number = new BigDecimal(text);
        // zero has no sign and no scale here: -0, 0.0 and 0e5 are the same value
        out.append(number.signum() == 0 ? "0" : number.stripTrailingZeros().toString());
    }
}
