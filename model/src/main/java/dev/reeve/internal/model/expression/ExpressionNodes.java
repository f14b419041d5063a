package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Parser.Symbol;
import dev.reeve.internal.values.Limits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the library's work inside each part of an expression, from its callbacks at the start and end of a part. The
 * kind of a part, for example a comparison, which traverses its operands, is known only from the library's text for it
 * (0.9.10, read for this). For one evaluation.
 */
final class ExpressionNodes {

    /** Number of elements that the library copies in the time of one unit. */
    private static final int COPIES_PER_UNIT = 128;

    /** Number of characters that it compares in that time. */
    private static final int COMPARED_PER_UNIT = 256;

    private static final int WRITTEN_PER_UNIT = 16;

    /** Units for a placeholder in a call: the library compiles a function each time. */
    private static final int GAP = 200;

    /** The library's work with the operands of a part, beyond their evaluation. */
    private enum Kind {
        /** No further cost. */
        PLAIN,
        /** A member of the context; for an array, of all its elements. A variable looks the same. */
        NAME,
        WILDCARD,
        DESCENDANTS,
        COMPARISON,
        CONCATENATION,
        /** An array: each operand is appended to a copy of the previous ones. */
        ARRAY,
        /** An object, or groups of a path: each value of a key is appended to a copy of the key's previous values. */
        GROUPS,
        /** A function call, whose result is measured. */
        CALL,
        GAP
    }

    /** A part that has begun and not ended. */
    private static final class Open {
        Kind kind = Kind.PLAIN;
        /** The object whose keys are counted; null for other parts. */
        @Nullable Symbol groups;

        int copied;

        @Nullable Map<String, Integer> keys;
    }

    private final ExpressionWork work;
    private final IdentityHashMap<Symbol, Kind> kinds = new IdentityHashMap<>();
    /** The full size of each value that the expression created, with repeated references counted repeatedly. */
    private final IdentityHashMap<Object, Integer> weights = new IdentityHashMap<>();

    private Open[] open = new Open[16];
    private int depth;

    ExpressionNodes(ExpressionWork work) {
        this.work = work;
    }

    /** Called before a part of the expression is evaluated. */
    void enter(Symbol symbol, @Nullable Object context) {
        work.enter();
        Kind kind = kinds.get(symbol);
        if (kind == null) {
            kind = kind(symbol);
            kinds.put(symbol, kind);
        }
        push(kind, symbol);
        switch (kind) {
            case NAME -> {
                if (context instanceof List<?> elements) {
                    work.nested(elements);
                }
            }
            case WILDCARD -> wildcard(context);
            case DESCENDANTS -> work.deep(context, Integer.MAX_VALUE);
            case GAP -> work.spend(GAP);
            case PLAIN, COMPARISON, CONCATENATION, ARRAY, GROUPS, CALL -> {
                // counted by their operands or results
            }
        }
    }

    /** Called after a part of the expression was evaluated. */
    void leave(Symbol symbol, @Nullable Object result) {
        work.leave(result);
        Kind kind = open[--depth].kind;
        if (depth > 0) {
            operand(open[depth - 1], symbol, result);
        }
        if (kind == Kind.ARRAY || kind == Kind.GROUPS || kind == Kind.CALL) {
            made(result);
        }
    }

    private void push(Kind kind, Symbol symbol) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        Open top = open[depth];
        if (top == null) {
            top = new Open();
            open[depth] = top;
        }
        top.kind = kind;
        top.groups = kind != Kind.GROUPS ? null : symbol.group == null ? symbol : symbol.group;
        top.copied = 0;
        top.keys = null;
        depth++;
    }

    private void operand(Open of, Symbol symbol, @Nullable Object result) {
        boolean holds = result instanceof List || result instanceof Map;
        switch (of.kind) {
            case COMPARISON -> {
                if (holds) {
                    work.deep(result, COMPARED_PER_UNIT);
                }
            }
            case CONCATENATION -> {
                if (holds) {
                    work.deep(result, WRITTEN_PER_UNIT);
                }
            }
            case ARRAY -> {
                of.copied += result instanceof List<?> elements ? elements.size() : 1;
                work.spend(of.copied / COPIES_PER_UNIT);
            }
            case GROUPS -> {
                if (result instanceof String key && isKey(of.groups, symbol)) {
                    Map<String, Integer> keys = of.keys == null ? new HashMap<>() : of.keys;
                    of.keys = keys;
                    work.spend(keys.merge(key, 1, Integer::sum) / COPIES_PER_UNIT);
                }
            }
            case PLAIN, NAME, WILDCARD, DESCENDANTS, CALL, GAP -> {
                // no cost beyond what was counted
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // compares the identity of the part
    private static boolean isKey(@Nullable Symbol groups, Symbol symbol) {
        if (groups != null && groups.lhsObject != null) {
            for (Symbol[] pair : groups.lhsObject) {
                if (pair[0] == symbol) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The library appends each array among the members to a copy of the results so far. */
    private void wildcard(@Nullable Object context) {
        Iterable<?> values = context instanceof Map<?, ?> members
                ? members.values()
                : context instanceof List<?> elements ? elements : List.of();
        long found = 0;
        for (Object value : values) {
            if (value instanceof List<?> elements) {
                work.nested(elements);
                found += elements.size();
                work.spend(1 + found / COPIES_PER_UNIT);
            } else {
                found++;
            }
        }
        work.elements(found);
    }

    /**
     * A value that an expression created may refer to the same value many times, at several levels, and so exceed any
     * memory when it is traversed. Even an error message traverses it. The sizes of direct members are remembered, so
     * that the expression's input data is not measured repeatedly.
     */
    private void made(@Nullable Object result) {
        int sum = 1;
        if (result instanceof List<?> elements) {
            if (ExpressionWork.isRange(elements)) {
                return;
            }
            work.spend(elements.size() / COPIES_PER_UNIT);
            for (Object element : elements) {
                sum = within(sum + part(element));
            }
        } else if (result instanceof Map<?, ?> members && !(members instanceof ScopeMap)) {
            for (Map.Entry<?, ?> member : members.entrySet()) {
                sum = within(sum + part(member.getKey()) + part(member.getValue()));
            }
        } else {
            return;
        }
        weights.put(result, sum);
    }

    private int part(@Nullable Object value) {
        if (!(value instanceof List) && !(value instanceof Map)) {
            return value instanceof String text ? 1 + text.length() / WRITTEN_PER_UNIT : 1;
        }
        Integer known = weights.get(value);
        if (known == null) {
            known = weight(value);
            weights.put(value, known);
        }
        return known;
    }

    /** The number of values in it, plus a measure of its text. */
    private int weight(@Nullable Object value) {
        Integer known = value instanceof List || value instanceof Map ? weights.get(value) : null;
        if (known != null) {
            return known;
        }
        int sum = 1;
        switch (value) {
            case String text -> sum += text.length() / WRITTEN_PER_UNIT;
            case List<?> elements -> {
                work.spend(1 + elements.size() / WRITTEN_PER_UNIT);
                if (ExpressionWork.isRange(elements)) {
                    sum = within(1L + elements.size());
                } else {
                    for (Object element : elements) {
                        sum = within((long) sum + weight(element));
                    }
                }
            }
            case ScopeMap scope -> {
                // the expression's input; measuring must not compute any of it
            }
            case Map<?, ?> members -> {
                work.spend(1 + members.size() / WRITTEN_PER_UNIT);
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    sum = within((long) sum + weight(member.getKey()) + weight(member.getValue()));
                }
            }
            case null, default -> {
                // one value
            }
        }
        return sum;
    }

    private int within(long sum) {
        if (sum > Limits.DEFAULT.expressionWork()) {
            throw work.tooMuch();
        }
        return (int) sum;
    }

    /** Determined from the library's text for a part: its class, its id and its value. */
    private static Kind kind(Symbol symbol) {
        if (symbol.group != null) {
            return Kind.GROUPS;
        }
        String text = symbol.toString();
        if (text.startsWith("Terminal ")) {
            return text.startsWith("Terminal (name)") ? Kind.NAME : Kind.PLAIN;
        }
        int value = text.indexOf(" value=");
        return switch (value < 0 ? "" : text.substring(value + " value=".length())) {
            case "=", "!=", "<", "<=", ">", ">=", "in" -> Kind.COMPARISON;
            case "&" -> Kind.CONCATENATION;
            case "[" -> Kind.ARRAY;
            case "{" -> Kind.GROUPS;
            case "(", "~>" -> Kind.CALL;
            case "*" -> text.startsWith("Infix") ? Kind.PLAIN : Kind.WILDCARD;
            case "**" -> Kind.DESCENDANTS;
            case "?" -> Kind.GAP;
            default -> Kind.PLAIN;
        };
    }
}
