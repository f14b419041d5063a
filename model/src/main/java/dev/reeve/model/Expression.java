package dev.reeve.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One expression in <a href="https://docs.jsonata.org">JSONata</a>, compiled once. Evaluation has no access to anything but
 * the scope, and is bounded in work, depth and output. Clock and chance are refused when the expression is read, so that the
 * same scope always gives the same value.
 *
 * <pre>{@code
 * Expression expression = Expression.of("input.amount > 100 and steps.check.output.ok");
 * boolean charge = expression.test(scope);
 * }</pre>
 *
 * <p>Numbers that are only selected stay exact. Arithmetic is that of JSONata, in double precision.
 *
 * <p>Immutable and thread-safe. Equal if the source is.
 */
public final class Expression {

    private final String source;
    private final Set<String> steps;
    private final List<ExpressionReference> references;
    /** The names of a plain path; empty if the expression is more than that. */
    private final List<String> path;

    private final ExpressionProgram program;

    private Expression(String source) {
        this.source = source;
        ExpressionAnalysis analysis = ExpressionAnalysis.of(source);
        this.references = List.copyOf(analysis.references());
        this.steps = steps(references);
        this.path = List.copyOf(analysis.plainPath());
        this.program = new ExpressionProgram(source, analysis.functions());
    }

    /**
     * Compiles an expression.
     *
     * @param source the expression; <code>${ … }</code> around the whole of it may be left out
     * @throws ExpressionException if it is not JSONata, or uses what is not allowed
     */
    public static Expression of(String source) {
        String text = source.strip();
        if (text.startsWith("${") && ExpressionLexer.endOfExpression(text, 2) == text.length() - 1) {
            text = text.substring(2, text.length() - 1).strip();
        }
        if (text.isEmpty()) {
            throw new ExpressionException(ExpressionException.FAILED, "the expression is empty");
        }
        return new Expression(text);
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

    /** The expression as it was written, without <code>${ }</code>. */
    public String source() {
        return source;
    }

    /** The steps whose names stand in the expression. One that computes a name ({@code $lookup}) can reach others. */
    public Set<String> steps() {
        return steps;
    }

    List<ExpressionReference> references() {
        return references;
    }

    /**
     * The value: Map, List, String, Number, Boolean or null, not to be modified. What is undefined is null.
     *
     * @throws ExpressionException if a value does not suit what is done with it, or a limit is reached
     */
    public @Nullable Object evaluate(Scope scope) {
        if (path.isEmpty()) {
            return program.evaluate(scope);
        }
        Object value = scope.value(path.getFirst());
        for (int i = 1; i < path.size(); i++) {
            if (value instanceof List) {
                // JSONata maps over arrays and flattens: not repeated here
                return program.evaluate(scope);
            }
            value = value instanceof Map<?, ?> members ? members.get(path.get(i)) : null;
        }
        return value;
    }

    /**
     * Whether the value is true as JSONata has it: not for null, undefined, false, 0, an empty string, array or object, nor
     * for an array without a true element.
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
