package dev.reeve.internal.model.expression;

import dev.reeve.internal.model.expression.ExpressionToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits JSONata into tokens, by the rules of the library that evaluates it. The library does not expose its syntax
 * tree. The tokens show where an expression ends inside a text, what it refers to, and whether it uses refused
 * features.
 */
public final class ExpressionLexer {

    private static final String SPACE = " \t\n\r";
    private static final String SINGLE_OPERATORS = ".[]{}(),@#;:?+-*/%|=<>^&!~";
    private static final Set<String> DOUBLE_OPERATORS = Set.of("..", ":=", "!=", ">=", "<=", "**", "~>", "?:", "??");
    private static final Set<String> WORD_OPERATORS = Set.of("and", "or", "in");

    private final String source;
    private final List<ExpressionToken> tokens = new ArrayList<>();
    private int position;
    private int braces;
    /** Whether a value is expected next. */
    private boolean operand = true;

    private ExpressionLexer(String source, int from) {
        this.source = source;
        this.position = from;
    }

    /**
     * @throws ExpressionException if the source cannot be split into tokens
     */
    static List<ExpressionToken> tokens(String source) {
        ExpressionLexer lexer = new ExpressionLexer(source, 0);
        lexer.run(false);
        return lexer.tokens;
    }

    /**
     * Finds the end of the expression that begins at {@code from}: the closing brace without an opening one.
     *
     * @return its position; -1 if there is none
     * @throws ExpressionException if the source cannot be split into tokens
     */
    public static int endOfExpression(String source, int from) {
        ExpressionLexer lexer = new ExpressionLexer(source, from);
        return lexer.run(true) ? lexer.position : -1;
    }

    private boolean run(boolean stopAtUnmatchedBrace) {
        while (skipSpaceAndComments()) {
            char c = source.charAt(position);
            if (stopAtUnmatchedBrace && c == '}' && braces == 0) {
                return true;
            }
            next(c);
        }
        return false;
    }

    private boolean skipSpaceAndComments() {
        while (position < source.length()) {
            if (SPACE.indexOf(source.charAt(position)) >= 0) {
                position++;
            } else if (source.startsWith("/*", position)) {
                int end = source.indexOf("*/", position + 2);
                if (end < 0) {
                    throw syntax("the comment has no end", position);
                }
                position = end + 2;
            } else {
                return true;
            }
        }
        return false;
    }

    private void next(char c) {
        if (operand && c == '/') {
            regex();
        } else if (position + 1 < source.length()
                && DOUBLE_OPERATORS.contains(source.substring(position, position + 2))) {
            operator(source.substring(position, position + 2));
        } else if (SINGLE_OPERATORS.indexOf(c) >= 0) {
            operator(String.valueOf(c));
        } else if (c == '"' || c == '\'') {
            string(c);
        } else if (c >= '0' && c <= '9') {
            number();
        } else if (c == '`') {
            int end = source.indexOf('`', position + 1);
            if (end < 0) {
                throw syntax("the name in backticks has no end", position);
            }
            add(Kind.NAME, source.substring(position + 1, end), end + 1, false);
        } else {
            word();
        }
    }

    private void operator(String text) {
        switch (text) {
            case "{" -> braces++;
            case "}" -> braces--;
            default -> {
                // only braces can end an expression
            }
        }
        boolean closes = text.equals(")") || text.equals("]") || text.equals("}");
        // where a value is expected these are values: wildcard, descendants, parent, and the placeholder of a partial
        // application
        boolean value = operand && (text.equals("*") || text.equals("**") || text.equals("%") || text.equals("?"));
        add(Kind.OPERATOR, text, position + text.length(), !closes && !value);
    }

    private void string(char quote) {
        StringBuilder text = new StringBuilder();
        int i = position + 1;
        while (i < source.length()) {
            char c = source.charAt(i);
            if (c == quote) {
                add(Kind.STRING, text.toString(), i + 1, false);
                return;
            }
            if (c == '\\') {
                i++;
                // the meaning of the escape does not matter here; it only must not end the string
                text.append(c).append(i < source.length() ? source.charAt(i) : ' ');
            } else {
                text.append(c);
            }
            i++;
        }
        throw syntax("the string has no closing " + quote, position);
    }

    private void number() {
        int i = digits(position);
        if (i + 1 < source.length() && source.charAt(i) == '.' && isDigit(i + 1)) {
            i = digits(i + 1);
        }
        if (i < source.length() && (source.charAt(i) == 'e' || source.charAt(i) == 'E')) {
            int sign = i + 1 < source.length() && "+-".indexOf(source.charAt(i + 1)) >= 0 ? 1 : 0;
            if (isDigit(i + 1 + sign)) {
                i = digits(i + 1 + sign);
            }
        }
        add(Kind.NUMBER, source.substring(position, i), i, false);
    }

    private int digits(int from) {
        int i = from;
        while (isDigit(i)) {
            i++;
        }
        return i;
    }

    private boolean isDigit(int i) {
        return i < source.length() && source.charAt(i) >= '0' && source.charAt(i) <= '9';
    }

    private void regex() {
        int depth = 0;
        for (int i = position + 1; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '/' && depth == 0) {
                int end = i + 1;
                while (end < source.length() && (source.charAt(end) == 'i' || source.charAt(end) == 'm')) {
                    end++;
                }
                add(Kind.REGEX, source.substring(position + 1, i), end, false);
                return;
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            }
        }
        throw syntax("the regular expression has no closing /", position);
    }

    private void word() {
        int i = position;
        while (i < source.length()
                && SPACE.indexOf(source.charAt(i)) < 0
                && SINGLE_OPERATORS.indexOf(source.charAt(i)) < 0) {
            i++;
        }
        String text = source.substring(position, i);
        if (text.charAt(0) == '$') {
            add(Kind.VARIABLE, text.substring(1), i, false);
        } else if (!operand && WORD_OPERATORS.contains(text)) {
            add(Kind.OPERATOR, text, i, true);
        } else {
            add(Kind.NAME, text, i, false);
        }
    }

    private void add(Kind kind, String text, int end, boolean operandNext) {
        tokens.add(new ExpressionToken(kind, text, position, end, operand));
        position = end;
        operand = operandNext;
    }

    private ExpressionException syntax(String message, int at) {
        return new ExpressionException(
                ExpressionException.FAILED, "%s (it begins at character %d)".formatted(message, at + 1));
    }
}
