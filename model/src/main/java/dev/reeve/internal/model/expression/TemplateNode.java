package dev.reeve.internal.model.expression;

import dev.reeve.Json;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.internal.values.MemberPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a compiled {@link Template}. Immutable. */
public sealed interface TemplateNode {

    void write(Scope scope, JsonWriter out);

    /** A value without expressions. */
    record Constant(Json json) implements TemplateNode {
        @Override
        public void write(Scope scope, JsonWriter out) {
            out.raw(json.text());
        }
    }

    /** A string that is one expression. */
    record Value(Expression expression) implements TemplateNode {
        @Override
        public void write(Scope scope, JsonWriter out) {
            out.value(expression.evaluate(scope));
        }
    }

    /** A string with expressions in it. */
    record Text(List<Part> parts) implements TemplateNode {
        public Text {
            parts = List.copyOf(parts);
        }

        @Override
        public void write(Scope scope, JsonWriter out) {
            StringBuilder text = new StringBuilder();
            for (Part part : parts) {
                out.checkRoom(text.length());
                switch (part) {
                    case Part.Literal literal -> text.append(literal.text());
                    case Part.Computed computed -> {
                        Object value = computed.expression().evaluate(scope);
                        if (value instanceof String string) {
                            text.append(string);
                        } else if (value != null) {
                            text.append(Json.of(value).text());
                        }
                    }
                }
            }
            out.string(text.toString());
        }
    }

    /** A part of a string. */
    sealed interface Part {
        record Literal(String text) implements Part {}

        record Computed(Expression expression) implements Part {}
    }

    record Members(Map<String, TemplateNode> members) implements TemplateNode {
        @Override
        public void write(Scope scope, JsonWriter out) {
            out.open('{');
            boolean first = true;
            for (Map.Entry<String, TemplateNode> member : members.entrySet()) {
                out.name(member.getKey(), first);
                member.getValue().write(scope, out);
                first = false;
            }
            out.close('}');
        }
    }

    record Elements(List<TemplateNode> elements) implements TemplateNode {
        @Override
        public void write(Scope scope, JsonWriter out) {
            out.open('[');
            boolean first = true;
            for (TemplateNode element : elements) {
                out.separator(first);
                element.write(scope, out);
                first = false;
            }
            out.close(']');
        }
    }

    /**
     * Compiles a value of JSON.
     *
     * @param path the path of the value in its template
     * @param found receives the expressions
     * @param checked whether the expressions were checked before
     * @throws ExpressionException if an expression cannot be read or is not allowed
     */
    static TemplateNode compile(@Nullable Object value, String path, List<TemplateExpression> found, boolean checked) {
        return switch (value) {
            case String text -> compileText(text, path, found, checked);
            case Map<?, ?> members -> {
                Map<String, TemplateNode> nodes = new LinkedHashMap<>();
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    String name = (String) member.getKey();
                    nodes.put(name, compile(member.getValue(), path + MemberPath.member(name), found, checked));
                }
                yield isConstant(nodes.values()) ? constant(value) : new Members(nodes);
            }
            case List<?> elements -> {
                List<TemplateNode> nodes = new ArrayList<>();
                for (Object element : elements) {
                    nodes.add(compile(element, path + "[" + nodes.size() + "]", found, checked));
                }
                yield isConstant(nodes) ? constant(value) : new Elements(nodes);
            }
            case null, default -> constant(value);
        };
    }

    private static boolean isConstant(Iterable<TemplateNode> nodes) {
        for (TemplateNode node : nodes) {
            if (!(node instanceof Constant)) {
                return false;
            }
        }
        return true;
    }

    private static Constant constant(@Nullable Object value) {
        return new Constant(Json.of(value));
    }

    private static TemplateNode compileText(String text, String path, List<TemplateExpression> found, boolean checked) {
        if (!text.contains("${")) {
            return constant(text);
        }
        List<Part> parts = parts(text, checked);
        for (Part part : parts) {
            if (part instanceof Part.Computed computed) {
                found.add(new TemplateExpression(path, computed.expression()));
            }
        }
        return switch (parts.size() == 1 ? parts.getFirst() : null) {
            case Part.Computed computed -> new Value(computed.expression());
            // an escape is no constant: its source differs from its value
            case null, default -> new Text(parts);
        };
    }

    /** Splits a string into literal parts and expressions. White space around a single expression is dropped. */
    private static List<Part> parts(String text, boolean checked) {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$${", at)) {
                literal.append("${");
                at += 3;
            } else if (text.startsWith("${", at)) {
                int end = ExpressionLexer.endOfExpression(text, at + 2);
                if (end < 0) {
                    throw new ExpressionException(
                            ExpressionException.FAILED,
                            "'%s' has no closing } (it begins at character %d). Write $${ for a ${ that is text"
                                    .formatted(text.substring(at), at + 1));
                }
                if (!literal.isEmpty()) {
                    parts.add(new Part.Literal(literal.toString()));
                    literal.setLength(0);
                }
                parts.add(new Part.Computed(Expression.of(text.substring(at + 2, end), checked)));
                at = end + 1;
            } else {
                literal.append(text.charAt(at));
                at++;
            }
        }
        if (!literal.isEmpty()) {
            parts.add(new Part.Literal(literal.toString()));
        }
        List<Part> shown = parts.stream()
                .filter(part ->
                        !(part instanceof Part.Literal blank) || !blank.text().isBlank())
                .toList();
        return shown.size() == 1 ? shown : parts;
    }
}
