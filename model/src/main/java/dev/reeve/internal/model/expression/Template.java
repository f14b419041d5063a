package dev.reeve.internal.model.expression;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON whose strings may contain expressions as <code>${ … }</code>.
 *
 * <p>A string that is one expression becomes its value, of any type: <code>"${ input.quantity }"</code> gives a number,
 * and null if it is undefined. In any other string, expressions are replaced by text: <code>"order ${ input.id
 * }"</code>. Null and undefined become empty text, arrays and objects become JSON. <code>$${</code> is an escape for a
 * literal <code>${</code>. Names of members are never evaluated.
 *
 * <p>Immutable and thread-safe. Two templates are equal if their JSON is equal, apart from white space and the notation
 * of numbers.
 */
public final class Template {

    private final Json source;
    private final TemplateNode root;
    private final List<TemplateExpression> expressions;

    private Template(Json source, TemplateNode root, List<TemplateExpression> expressions) {
        this.source = source;
        this.root = root;
        this.expressions = List.copyOf(expressions);
    }

    /**
     * Compiles a template.
     *
     * @throws ExpressionException if an expression cannot be read or is not allowed
     * @throws InvalidInputException if the source is not JSON
     */
    public static Template of(Json source) {
        return of(source.value(), false);
    }

    /**
     * Like {@link #of(Json)}.
     *
     * @param value as returned by {@link Json#value}
     * @param checked whether the expressions were checked before, and are compiled only on first use
     */
    public static Template of(@Nullable Object value, boolean checked) {
        List<TemplateExpression> expressions = new ArrayList<>();
        TemplateNode root = TemplateNode.compile(value, "", expressions, checked);
        // shares one text where both are the same
        Json source = root instanceof TemplateNode.Constant constant ? constant.json() : Json.of(value);
        return new Template(source, root, expressions);
    }

    /** The JSON as written, compact. */
    public Json source() {
        return source;
    }

    /** The steps that the expressions name. */
    public Set<String> steps() {
        Set<String> steps = new LinkedHashSet<>();
        expressions.forEach(found -> steps.addAll(found.expression().steps()));
        return steps;
    }

    /**
     * The names of the scope that the expressions refer to: {@code input}, {@code steps}, {@code execution} and so on.
     */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (TemplateExpression found : expressions) {
            found.expression().references().forEach(reference -> names.add(reference.root()));
        }
        return names;
    }

    /** The expressions and their paths in the JSON. */
    public List<TemplateExpression> expressions() {
        return expressions;
    }

    /**
     * Returns the JSON with all expressions replaced by their values.
     *
     * @throws ExpressionException if an expression fails, or the result exceeds the limit for payloads
     */
    public Json evaluate(Scope scope) {
        if (root instanceof TemplateNode.Constant constant) {
            return constant.json();
        }
        JsonWriter out = new JsonWriter();
        try {
            root.write(scope, out);
            return new Json(out.finish("the result"));
        } catch (InvalidInputException e) {
            throw new ExpressionException(ExpressionException.OUTPUT_LIMIT, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Returns the JSON of a template without expressions, in which <code>$${</code> has become <code>${</code>.
     *
     * @throws ExpressionException as {@link #evaluate}
     */
    public Json literal() {
        return evaluate(Scope.NOTHING);
    }

    /**
     * Returns the result as text: a string unquoted, nothing for null, and any other value as JSON.
     *
     * @throws ExpressionException as {@link #evaluate}
     */
    public String evaluateText(Scope scope) {
        Json value = evaluate(scope);
        if (value.equals(Json.NULL)) {
            return "";
        }
        return value.value() instanceof String text ? text : value.text();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Template template && template.source.equals(source);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }

    @Override
    public String toString() {
        return source.text();
    }
}
