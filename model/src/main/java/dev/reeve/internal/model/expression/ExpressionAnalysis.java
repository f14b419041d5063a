package dev.reeve.internal.model.expression;

import dev.reeve.internal.model.expression.ExpressionToken.Kind;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Suggestions;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what an expression refers to and checks that it uses only allowed features. Works on the tokens, before the
 * expression is ever evaluated.
 *
 * <p>A name is resolved against the scope only where the context is still the scope itself. Inside a predicate, a map
 * or a group ({@code orders[steps > 3]}, {@code orders.(steps)}) a name means a member of the element, and is not a
 * reference.
 */
final class ExpressionAnalysis {

    private static final Set<String> LAMBDA = Set.of("function", "λ");

    /**
     * An open bracket.
     *
     * @param relative whether names inside it mean members of an element
     * @param call the function that this parenthesis calls; empty if none
     * @param parameters whether it contains the parameters of a lambda
     */
    private record Bracket(String open, boolean relative, String call, boolean parameters) {}

    private final List<ExpressionToken> tokens;
    private final boolean checked;
    private final List<ExpressionReference> references = new ArrayList<>();
    private final Set<String> bound = new HashSet<>();
    private final Deque<Bracket> open = new ArrayDeque<>();
    private int index;

    private ExpressionAnalysis(List<ExpressionToken> tokens, boolean checked) {
        this.tokens = tokens;
        this.checked = checked;
    }

    /**
     * @param checked whether it was checked when its workflow was deployed, perhaps by an older release that refused
     *     less
     * @throws ExpressionException if it uses a feature that is not allowed
     */
    static ExpressionAnalysis of(String source, boolean checked) {
        if (source.length() > Limits.DEFAULT.expressionLength()) {
            throw new ExpressionException(
                    ExpressionException.LENGTH_LIMIT,
                    "the expression has %,d characters, and the limit is %,d: compute this in an action"
                            .formatted(source.length(), Limits.DEFAULT.expressionLength()));
        }
        ExpressionAnalysis analysis = new ExpressionAnalysis(ExpressionLexer.tokens(source), checked);
        analysis.bindings();
        analysis.run();
        return analysis;
    }

    List<ExpressionReference> references() {
        return references;
    }

    /** The members of a plain path such as {@code input.a.b}; empty if the expression is not a plain path. */
    List<String> plainPath() {
        List<String> path = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            ExpressionToken token = tokens.get(i);
            boolean fits = i % 2 == 0 ? token.isName() && !isConstant(token) : token.isOperator(".");
            if (!fits) {
                return List.of();
            }
            if (i % 2 == 0) {
                path.add(token.text());
            }
        }
        return tokens.size() % 2 == 0 ? List.of() : path;
    }

    // a name in backticks is longer in the source than its text
    private static boolean isConstant(ExpressionToken token) {
        return token.end() - token.at() == token.text().length()
                && Set.of("true", "false", "null").contains(token.text());
    }

    /** Collects the variables that the expression defines anywhere. */
    private void bindings() {
        int parameters = 0;
        for (int i = 0; i < tokens.size(); i++) {
            ExpressionToken token = tokens.get(i);
            boolean opensParameters = token.isOperator("(")
                    && i > 0
                    && LAMBDA.contains(tokens.get(i - 1).text());
            if (opensParameters || parameters > 0) {
                parameters += token.isOperator("(") ? 1 : token.isOperator(")") ? -1 : 0;
            }
            if (token.kind() != Kind.VARIABLE) {
                continue;
            }
            boolean assigned = i + 1 < tokens.size() && tokens.get(i + 1).isOperator(":=");
            boolean positional = i > 0
                    && (tokens.get(i - 1).isOperator("@") || tokens.get(i - 1).isOperator("#"));
            if (assigned || positional || parameters > 0) {
                if (ExpressionFunctions.isReserved(token.text())) {
                    throw notAllowed(
                            "the variable $%s is reserved".formatted(token.text()), "choose another name", token);
                }
                bound.add(token.text());
            }
        }
    }

    private void run() {
        for (index = 0; index < tokens.size(); index++) {
            ExpressionToken token = tokens.get(index);
            switch (token.kind()) {
                case OPERATOR -> operator(token);
                case NAME -> name(token);
                case VARIABLE -> variable(token);
                case REGEX -> regex(token);
                case NUMBER -> number(token);
                case STRING -> {
                    // a string refers to nothing; after a dot, its path has consumed it
                }
            }
        }
    }

    private void operator(ExpressionToken token) {
        refuseHabits(token);
        switch (token.text()) {
            case "(", "[", "{" -> open(token);
            case ")", "]", "}" -> close();
            case "|" ->
                throw notAllowed(
                        "the transform operator | | | is not supported",
                        "Build a new object instead: { \"a\": input.a, \"b\": 1 } or $merge([input, { \"b\": 1 }])",
                        token);
            default -> {
                // other tokens do not affect the meaning of names
            }
        }
    }

    /** Refuses operators of Java and related languages, which the parser would report only as unknown, or misread. */
    private void refuseHabits(ExpressionToken token) {
        ExpressionToken next = index + 1 < tokens.size() ? tokens.get(index + 1) : null;
        boolean twice = next != null && next.isOperator(token.text()) && next.at() == token.end();
        if (twice && token.text().equals("=")) {
            throw notAllowed("== is not an operator", "Write = to compare, such as input.amount = 100", token);
        }
        if (twice && token.text().equals("&")) {
            throw notAllowed("&& is not an operator", "Write and, such as input.a and input.b", token);
        }
        if (twice && token.text().equals("|")) {
            throw notAllowed("|| is not an operator", "Write or, such as input.a or input.b", token);
        }
        if (token.text().equals("!")) {
            throw notAllowed("! is not an operator", "Write $not(…), such as $not(input.gift)", token);
        }
        if (token.text().equals("!=") && next != null && next.isOperator("=")) {
            throw notAllowed("!== is not an operator", "Write != for inequality", token);
        }
    }

    private void open(ExpressionToken token) {
        boolean relative = isRelative();
        String call = "";
        boolean parameters = false;
        ExpressionToken before = index > 0 ? tokens.get(index - 1) : null;
        if (before != null && !token.operand() && token.text().equals("(")) {
            parameters = before.isName() && LAMBDA.contains(before.text());
            call = before.kind() == Kind.VARIABLE ? before.text() : "";
        } else if (before != null && !token.operand()) {
            boolean body = token.text().equals("{") && endsParameters(index - 1);
            relative |= !body;
        } else if (before != null && (before.isOperator(".") || before.isOperator("^"))) {
            relative = true;
        }
        open.push(new Bracket(token.text(), relative, call, parameters));
        if (open.size() > Limits.DEFAULT.depth()) {
            throw new ExpressionException(
                    ExpressionException.DEPTH_LIMIT,
                    "the expression has more than %d brackets within each other".formatted(Limits.DEFAULT.depth()));
        }
    }

    // whether the parenthesis that closes here belongs to function( or λ(
    private boolean endsParameters(int closing) {
        int depth = 0;
        for (int i = closing; i > 0; i--) {
            ExpressionToken token = tokens.get(i);
            depth += token.isOperator(")") ? 1 : token.isOperator("(") ? -1 : 0;
            if (depth == 0) {
                return token.isOperator("(")
                        && LAMBDA.contains(tokens.get(i - 1).text());
            }
        }
        return false;
    }

    private void close() {
        if (open.isEmpty()) {
            return; // unbalanced: the parser has the better message
        }
        Bracket closed = open.pop();
        if (closed.parameters
                && index + 1 < tokens.size()
                && tokens.get(index + 1).isOperator("<")) {
            throw notAllowed("signatures of functions are not supported", "Leave out < … >", tokens.get(index + 1));
        }
    }

    private boolean isRelative() {
        Bracket innermost = open.peek();
        return innermost != null && innermost.relative;
    }

    private void name(ExpressionToken token) {
        boolean called = index + 1 < tokens.size()
                && tokens.get(index + 1).isOperator("(")
                && !tokens.get(index + 1).operand();
        if (LAMBDA.contains(token.text()) && called) {
            return;
        }
        if (called) {
            throw notAllowed(
                    "%s(…) is not a function".formatted(token.text()),
                    ExpressionFunctions.isAllowed(token.text())
                            ? "Write $%s(…)".formatted(token.text())
                            : "Names of functions begin with $",
                    token);
        }
        ExpressionToken next = index + 1 < tokens.size() ? tokens.get(index + 1) : null;
        boolean operator = token.text().equals("not") && token.operand();
        if (operator && next != null && (next.isName() || next.kind() == Kind.VARIABLE)) {
            throw notAllowed("not is not an operator", "Write $not(…), such as $not(input.gift)", token);
        }
        if ((index > 0 && tokens.get(index - 1).isOperator(".")) || isConstant(token) || isRelative()) {
            return;
        }
        references.add(new ExpressionReference(token.text(), segments(index), token.at()));
    }

    /** The plain names that follow a token as members. */
    private List<String> segments(int from) {
        List<String> segments = new ArrayList<>();
        int i = from + 1;
        while (i + 1 < tokens.size() && tokens.get(i).isOperator(".")) {
            ExpressionToken member = tokens.get(i + 1);
            if (!member.isName() && member.kind() != Kind.STRING) {
                break;
            }
            segments.add(member.text());
            i += 2;
        }
        return segments;
    }

    private void variable(ExpressionToken token) {
        String name = token.text();
        if (name.isEmpty() || name.equals("$")) {
            List<String> segments = segments(index);
            // $$ is always the scope, $ is the context
            if (!segments.isEmpty() && (name.equals("$") || !isRelative())) {
                references.add(
                        new ExpressionReference(segments.getFirst(), segments.subList(1, segments.size()), token.at()));
            }
            return;
        }
        if (bound.contains(name)) {
            return;
        }
        String reason = ExpressionFunctions.whyRefused(name);
        if (reason != null) {
            throw notAllowed("$%s is refused".formatted(name), reason, token);
        }
        if (!ExpressionFunctions.isAllowed(name)) {
            throw new ExpressionException(
                    ExpressionException.UNKNOWN_NAME,
                    place("there is no function or variable $" + name, token)
                            + Suggestions.closest(name, ExpressionFunctions.allowed())
                                    .map(". Did you mean $%s?"::formatted)
                                    .orElse(""));
        }
    }

    private void regex(ExpressionToken token) {
        Bracket innermost = open.peek();
        ExpressionToken before = index > 0 ? tokens.get(index - 1) : null;
        boolean argument = innermost != null
                && ExpressionFunctions.MATCHING.contains(innermost.call)
                && !bound.contains(innermost.call)
                && before != null
                && (before.isOperator("(") || before.isOperator(","));
        if (!argument) {
            throw notAllowed(
                    "a regular expression can only be an argument of $match, $contains, $replace or $split",
                    "Write for example $contains(input.sku, /^[A-Z]+$/)",
                    token);
        }
        String danger = checked ? null : RegexSafety.danger(token.text());
        if (danger != null) {
            throw notAllowed("the regular expression /%s/ %s".formatted(token.text(), danger), "Simplify it", token);
        }
    }

    // The library reads numbers as doubles. A number that this would change silently is refused (D14).
    private void number(ExpressionToken token) {
        double read = Double.parseDouble(token.text());
        if (Double.isInfinite(read) || new BigDecimal(token.text()).compareTo(BigDecimal.valueOf(read)) != 0) {
            throw notAllowed(
                    "the number %s has more digits than an expression can compute with".formatted(token.text()),
                    "Pass it as part of the input, or write it as a string",
                    token);
        }
    }

    private static ExpressionException notAllowed(String what, String advice, ExpressionToken token) {
        return new ExpressionException(ExpressionException.NOT_ALLOWED, place(what, token) + ". " + advice);
    }

    private static String place(String what, ExpressionToken token) {
        return "%s (at character %d)".formatted(what, token.at() + 1);
    }
}
