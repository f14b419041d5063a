package dev.reeve.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON whose strings may hold expressions as <code>${ … }</code>.
 *
 * <p>A string that is one expression becomes its value, whatever the type: <code>"${ input.quantity }"</code> gives a
 * number, and null if it is undefined. In any other string expressions are replaced by text: <code>"order ${ input.id }"</code>;
 * null and undefined give no text, arrays and objects their JSON. <code>$${</code> stands for <code>${</code> as it is.
 * Names of members are never evaluated.
 *
 * <p>Immutable and thread-safe. Equal if the JSON is, apart from white space and the way numbers are written.
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
     * @throws ExpressionException if one of the expressions cannot be read or is not allowed
     * @throws InvalidInputException if the source is not JSON
     */
    public static Template of(Json source) {
        return of(JsonText.toValue(source), false);
    }

    /**
     * As {@link #of(Json)}.
     *
     * @param value as {@link JsonText#toValue} gives it
     * @param checked whether the expressions are known to be right, and need not be compiled before they are used
     */
    static Template of(@Nullable Object value, boolean checked) {
        List<TemplateExpression> expressions = new ArrayList<>();
        TemplateNode root = TemplateNode.compile(value, "", expressions, checked);
        // one text for both, where they are the same
        Json source = root instanceof TemplateNode.Constant constant ? constant.json() : JsonText.fromValue(value);
        return new Template(source, root, expressions);
    }

    /** The JSON as it was written, compact. */
    public Json source() {
        return source;
    }

    /** The steps whose names stand in the expressions. */
    public Set<String> steps() {
        Set<String> steps = new LinkedHashSet<>();
        expressions.forEach(found -> steps.addAll(found.expression().steps()));
        return steps;
    }

    /** The names of the scope that the expressions begin at: {@code input}, {@code steps}, {@code execution} and so on. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (TemplateExpression found : expressions) {
            found.expression().references().forEach(reference -> names.add(reference.root()));
        }
        return names;
    }

    /** The expressions and their places in the JSON. */
    List<TemplateExpression> expressions() {
        return expressions;
    }

    /**
     * The JSON with all expressions replaced by their values.
     *
     * @throws ExpressionException if an expression fails, or the result is more than a payload may be
     */
    public Json evaluate(Scope scope) {
        if (root instanceof TemplateNode.Constant constant) {
            return constant.json();
        }
        JsonWriter out = new JsonWriter();
        try {
            root.write(scope, out);
            return out.finish("the result");
        } catch (InvalidInputException e) {
            throw new ExpressionException(ExpressionException.OUTPUT_LIMIT, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * What it comes to as text: a string as it is, nothing for null, and anything else as JSON.
     *
     * @throws ExpressionException as {@link #evaluate}
     */
    public String evaluateText(Scope scope) {
        Json value = evaluate(scope);
        if (value.equals(Json.NULL)) {
            return "";
        }
        return JsonText.toValue(value) instanceof String text ? text : value.text();
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
