package dev.reeve.internal.model.expression;

import dev.reeve.internal.values.Limits;

/**
 * An expression that cannot be read, is not allowed, or failed during evaluation.
 *
 * <p>The message is for people. It may quote the expression's data, cut to a readable length.
 */
public final class ExpressionException extends RuntimeException {

    /** The expression took more evaluation steps than {@link Limits#expressionWork()}. */
    static final String WORK_LIMIT = "EXPRESSION_WORK_LIMIT";
    /** The expression is nested, or recursed, deeper than {@link Limits#expressionDepth()}. */
    static final String DEPTH_LIMIT = "EXPRESSION_DEPTH_LIMIT";
    /** The expression's result is larger than {@link Limits#expressionOutput()}. */
    static final String OUTPUT_LIMIT = "EXPRESSION_OUTPUT_LIMIT";
    /** The expression's text is longer than {@link Limits#expressionLength()}. */
    static final String LENGTH_LIMIT = "EXPRESSION_LENGTH_LIMIT";
    /** The expression uses a refused feature, such as the clock, random numbers or an unsafe regular expression. */
    static final String NOT_ALLOWED = "EXPRESSION_NOT_ALLOWED";
    /** The expression uses a function or variable that does not exist. */
    static final String UNKNOWN_NAME = "EXPRESSION_UNKNOWN_NAME";
    /** The expression is not JSONata, or a value has the wrong type for an operation. */
    static final String FAILED = "EXPRESSION_FAILED";

    private static final int MESSAGE_LENGTH_MAX = 1000;

    private final String code;

    ExpressionException(String code, String message) {
        super(cut(message));
        this.code = code;
    }

    ExpressionException(String code, String message, Throwable cause) {
        super(cut(message), cause);
        this.code = code;
    }

    /** One of the constants above, or a JSONata error code such as {@code T2001}. */
    public String code() {
        return code;
    }

    private static String cut(String message) {
        return message.length() <= MESSAGE_LENGTH_MAX ? message : message.substring(0, MESSAGE_LENGTH_MAX - 1) + "…";
    }
}
