package dev.reeve.internal.model.expression;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An expression in <a href="https://docs.jsonata.org">JSONata</a>. It is compiled on first use, and the compiled form
 * is kept. Evaluation can access only the scope, and is bounded in work, depth and output. Functions that read the
 * clock or random numbers are refused when the expression is read, so the same scope always gives the same value.
 *
 * <pre>{@code
 * Expression expression = Expression.of("input.amount > 100 and steps.check.output.ok");
 * boolean charge = expression.test(scope);
 * }</pre>
 *
 * <p>Numbers that are only selected stay exact. Arithmetic follows JSONata, in double precision.
 *
 * <p>Immutable and thread-safe. Two expressions are equal if their sources are equal.
 */
public final class Expression {

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> OPERATORS = Set.of("and", "or", "in", "function", "true", "false", "null");

    private final String source;
    private final Set<String> steps;
    private final List<ExpressionReference> references;
    /** Whether the expression only selects a value, by the members of its one reference. */
    private final boolean plain;

    /**
     * Compiled on first use: a program takes kilobytes, and most expressions are plain or belong to versions that no
     * longer run.
     */
    private volatile @Nullable ExpressionProgram program;

    private Expression(String source, boolean checked) {
        this.source = source;
        ExpressionAnalysis analysis = ExpressionAnalysis.of(source, checked);
        this.references = List.copyOf(analysis.references());
        this.steps = steps(references);
        List<String> path = analysis.plainPath();
        this.plain = !path.isEmpty() && isReference(path, references);
        if (!checked && !(plain && path.stream().allMatch(Expression::isPlainName))) {
            new ExpressionProgram(source); // checks the source only; the program is not kept
        }
    }

    private static boolean isReference(List<String> path, List<ExpressionReference> references) {
        return references.size() == 1
                && path.getFirst().equals(references.getFirst().root())
                && path.subList(1, path.size()).equals(references.getFirst().path());
    }

    // neither quoted nor possibly an operator of JSONata
    private static boolean isPlainName(String name) {
        return PLAIN_NAME.matcher(name).matches() && !OPERATORS.contains(name);
    }

    /**
     * Creates an expression.
     *
     * @param source the expression; <code>${ … }</code> around the whole of it is optional
     * @throws ExpressionException if it is not JSONata, or uses a feature that is not allowed
     */
    public static Expression of(String source) {
        return of(source, false);
    }

    /**
     * Like {@link #of(String)}.
     *
     * @param checked whether the source was checked when its workflow was deployed; then it is compiled on first use,
     *     and an error in it appears only there
     */
    public static Expression of(String source, boolean checked) {
        String text = source.strip();
        if (text.startsWith("${") && ExpressionLexer.endOfExpression(text, 2) == text.length() - 1) {
            text = text.substring(2, text.length() - 1).strip();
        }
        if (text.isEmpty()) {
            throw new ExpressionException(ExpressionException.FAILED, "the expression is empty");
        }
        return new Expression(text, checked);
    }

    private static Set<String> steps(List<ExpressionReference> references) {
        Set<String> steps = new LinkedHashSet<>();
        for (ExpressionReference reference : references) {
            if (reference.root().equals("steps") && !reference.path().isEmpty()) {
                steps.add(reference.path().getFirst());
            }
        }
        return Set.copyOf(steps);
    }

    /** The expression as written, without <code>${ }</code>. */
    public String source() {
        return source;
    }

    /**
     * The steps that the expression names. An expression that computes a name ({@code $lookup}) can reach other steps.
     */
    Set<String> steps() {
        return steps;
    }

    /** Whether the expression only selects a value, by the members of its one reference. */
    public boolean isPlain() {
        return plain;
    }

    public List<ExpressionReference> references() {
        return references;
    }

    /**
     * Evaluates the expression. The value is a Map, List, String, Number, Boolean or null; do not modify it. Undefined
     * becomes null.
     *
     * @throws ExpressionException if a value has the wrong type for an operation, or a limit is exceeded
     */
    public @Nullable Object evaluate(Scope scope) {
        if (!plain) {
            return program().evaluate(scope);
        }
        ExpressionReference reference = references.getFirst();
        Object value = scope.value(reference.root());
        for (String member : reference.path()) {
            if (value instanceof List) {
                // JSONata maps over arrays and flattens; the program does that
                return program().evaluate(scope);
            }
            value = value instanceof Map<?, ?> members ? members.get(member) : null;
        }
        return value;
    }

    private ExpressionProgram program() {
        ExpressionProgram compiled = program;
        if (compiled == null) {
            // two threads may both compile it; the results are equivalent
            compiled = new ExpressionProgram(source);
            program = compiled;
        }
        return compiled;
    }

    /**
     * Evaluates the expression and returns whether the value is true by JSONata's rules. False are null, undefined,
     * false, 0, an empty string, array or object, and an array without a true element.
     *
     * @throws ExpressionException as {@link #evaluate}
     */
    public boolean test(Scope scope) {
        return isTrue(evaluate(scope));
    }

    private static boolean isTrue(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean flag -> flag;
            case String text -> !text.isEmpty();
            case Number number -> number.doubleValue() != 0;
            case Map<?, ?> members -> !members.isEmpty();
            case List<?> elements -> elements.stream().anyMatch(Expression::isTrue);
            default ->
                throw new IllegalStateException(
                        "not a value of JSON: " + value.getClass().getName());
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Expression expression && expression.source.equals(source);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }

    @Override
    public String toString() {
        return "${ " + source + " }";
    }
}
