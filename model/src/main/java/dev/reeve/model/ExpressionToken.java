package dev.reeve.model;

/**
 * A word of an expression.
 *
 * @param text without quotes, and for a variable without {@code $}
 * @param at where it begins, in characters from 0
 * @param end where the next character is
 * @param operand whether it stands where a value is expected, rather than an infix operator
 */
record ExpressionToken(Kind kind, String text, int at, int end, boolean operand) {

    enum Kind {
        /** Also a name in backticks. */
        NAME,
        VARIABLE,
        STRING,
        NUMBER,
        REGEX,
        OPERATOR
    }

    boolean isOperator(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    boolean isName() {
        return kind == Kind.NAME;
    }
}
