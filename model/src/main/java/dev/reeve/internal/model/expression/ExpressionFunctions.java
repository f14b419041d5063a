package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Jsonata;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The JSONata functions that an expression may call. Other functions are refused by name when the expression is read.
 * They are also unbound during evaluation, in case a name was not detected.
 *
 * <p>All allowed functions count their work, and some are replaced; see {@link FunctionTable}.
 */
final class ExpressionFunctions {

    /** Functions that take a regular expression. */
    static final Set<String> MATCHING = Set.of("match", "contains", "replace", "split");

    /**
     * Functions whose names no variable may have: those above, and others that take a regular expression or a length.
     */
    private static final Set<String> RESERVED = Set.of("match", "contains", "replace", "split", "join", "pad");

    private static final String SAME_ANSWER = "An expression must give the same answer whenever it is evaluated: ";

    private static final Map<String, String> REFUSED = Map.of(
            "now", SAME_ANSWER + "take the time from an action's output or the input",
            "millis", SAME_ANSWER + "take the time from an action's output or the input",
            "random", SAME_ANSWER + "take the number from an action's output or the input",
            "shuffle", SAME_ANSWER + "shuffle in an action",
            "uuid", SAME_ANSWER + "use execution.id, or an action's output",
            "eval", "What an expression does must be known when the workflow is deployed",
            "clone", "It is not needed here, as nothing can change the data of an expression");

    private ExpressionFunctions() {}

    static Set<String> allowed() {
        return new TreeSet<>(FunctionTable.ALL.keySet());
    }

    static boolean isAllowed(String name) {
        return FunctionTable.ALL.containsKey(name);
    }

    static boolean isReserved(String name) {
        return name.startsWith("__") || REFUSED.containsKey(name) || RESERVED.contains(name);
    }

    /** Null if the function is not refused. */
    static @Nullable String whyRefused(String name) {
        return name.startsWith("__") ? "Names that begin with __ are reserved" : REFUSED.get(name);
    }

    /**
     * Replaces the library's functions with the counting ones. Replaces only those whose names occur anywhere in the
     * source, because each one takes memory for as long as the expression is kept.
     */
    static void prepare(Jsonata expression, String source) {
        REFUSED.keySet().forEach(name -> expression.assign(name, null));
        FunctionTable.ALL.forEach((name, function) -> {
            if (source.contains("$" + name)) {
                expression.registerFunction(name, function);
            }
        });
    }
}
