package dev.reeve.internal.model.expression;

/**
 * A token of an expression.
 *
 * @param text without quotes, and for a variable without {@code $}
 * @param at the start position, in characters from 0
 * @param end the position after the last character
 * @param operand whether the token stands where a value is expected, not an infix operator
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
