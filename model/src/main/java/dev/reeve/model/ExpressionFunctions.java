package dev.reeve.model;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which functions of JSONata an expression may call. The others are refused by name when the expression is read, and are
 * unbound when it is evaluated, should a name ever slip through.
 *
 * <p>Some are replaced: because the library's own reads the default locale or time zone of the machine, or because one call
 * of it can take any amount of time or memory.
 */
final class ExpressionFunctions {

    /** Those that take a regular expression. */
    static final Set<String> MATCHING = Set.of("match", "contains", "replace", "split");

    /** Functions whose names no variable may have: those above, and others that a regular expression or a length goes into. */
    private static final Set<String> RESERVED = Set.of("match", "contains", "replace", "split", "join", "pad");

    private static final Set<String> ALLOWED = Set.of(
            "sum",
            "count",
            "max",
            "min",
            "average",
            "string",
            "substring",
            "substringBefore",
            "substringAfter",
            "lowercase",
            "uppercase",
            "length",
            "trim",
            "pad",
            "match",
            "contains",
            "replace",
            "split",
            "join",
            "formatNumber",
            "formatBase",
            "formatInteger",
            "parseInteger",
            "number",
            "floor",
            "ceil",
            "round",
            "abs",
            "sqrt",
            "power",
            "boolean",
            "not",
            "map",
            "zip",
            "filter",
            "single",
            "reduce",
            "sift",
            "keys",
            "lookup",
            "append",
            "exists",
            "spread",
            "merge",
            "reverse",
            "each",
            "error",
            "assert",
            "type",
            "sort",
            "distinct",
            "base64encode",
            "base64decode",
            "encodeUrlComponent",
            "encodeUrl",
            "decodeUrlComponent",
            "decodeUrl",
            "toMillis",
            "fromMillis");

    private static final String SAME_ANSWER = "An expression must give the same answer whenever it is evaluated: ";

    private static final Map<String, String> REFUSED = Map.of(
            "now", SAME_ANSWER + "take the time from an action's output or the input",
            "millis", SAME_ANSWER + "take the time from an action's output or the input",
            "random", SAME_ANSWER + "take the number from an action's output or the input",
            "shuffle", SAME_ANSWER + "shuffle in an action",
            "uuid", SAME_ANSWER + "use execution.id, or an action's output",
            "eval", "What an expression does must be known when the workflow is deployed",
            "clone", "It is not needed here, as nothing can change the data of an expression");

    private static final int DECIMALS_MAX = 100;

    /**
     * The replacements, by name. Made once and shared by all expressions and threads, because the library compiles a regular
     * expression for each signature, which holds kilobytes. Each call counts on the work of the evaluation that makes it.
     */
    private static final Map<String, JFunction> REPLACED = Map.of(
            "match", function("<s-f<s:o>n?:a<o>>", StringMatching::match),
            "contains", function("<s-(sf):b>", StringMatching::contains),
            "replace", function("<s-(sf)(sf)n?:s>", StringMatching::replace),
            "split", function("<s-(sf)n?:a<s>>", StringMatching::split),
            "join", function("<a<s>s?:s>", StringMatching::join),
            "pad", function("<s-ns?:s>", StringMatching::pad),
            "lowercase", function("<s-:s>", (work, args) -> text(args).toLowerCase(Locale.ROOT)),
            "uppercase", function("<s-:s>", (work, args) -> text(args).toUpperCase(Locale.ROOT)),
            "round", function("<n-n?:n>", (work, args) -> round(args)),
            "toMillis", function("<s-s?:n>", (work, args) -> toMillis(args)));

    private ExpressionFunctions() {}

    static Set<String> allowed() {
        return new TreeSet<>(ALLOWED);
    }

    static boolean isAllowed(String name) {
        return ALLOWED.contains(name);
    }

    static boolean isReserved(String name) {
        return name.startsWith("__") || REFUSED.containsKey(name) || RESERVED.contains(name);
    }

    /** Null if it is not a function that is refused. */
    static @Nullable String whyRefused(String name) {
        return name.startsWith("__") ? "Names that begin with __ are reserved" : REFUSED.get(name);
    }

    /** Puts the replacements in the place of the library's functions. All of them, should the analysis ever miss one. */
    static void prepare(Jsonata expression) {
        REFUSED.keySet().forEach(name -> expression.assign(name, null));
        REPLACED.forEach(expression::registerFunction);
    }

    // of a value that is undefined, every function gives undefined
    private static JFunction function(
            String signature, BiFunction<ExpressionWork, List<?>, @Nullable Object> function) {
        return new JFunction(
                (context, args) -> args.getFirst() == null ? null : function.apply(ExpressionWork.current(), args),
                signature);
    }

    private static String text(List<?> args) {
        return (String) args.getFirst();
    }

    static int integer(List<?> args, int index, int otherwise) {
        return args.size() > index && args.get(index) instanceof Number number ? number.intValue() : otherwise;
    }

    private static Object round(List<?> args) {
        int decimals = integer(args, 1, 0);
        if (Math.abs(decimals) > DECIMALS_MAX) {
            throw new ExpressionException(
                    ExpressionException.FAILED,
                    "$round takes -%1$d to %1$d decimals, found %2$d".formatted(DECIMALS_MAX, decimals));
        }
        String text = Numbers.text((Number) args.getFirst());
        if (text == null) {
            throw new ExpressionException(ExpressionException.FAILED, "$round needs a finite number");
        }
        BigDecimal rounded = new BigDecimal(text).setScale(decimals, RoundingMode.HALF_EVEN);
        String exact = Numbers.text(rounded);
        return exact == null ? rounded.doubleValue() : Numbers.parse(exact);
    }

    private static Object toMillis(List<?> args) {
        if (args.size() > 1 && args.get(1) != null) {
            throw new ExpressionException(
                    ExpressionException.NOT_ALLOWED,
                    "$toMillis with a picture is refused: it would fill in what is missing from today's date."
                            + " Give a timestamp such as 2026-01-31T12:00:00Z, and no picture");
        }
        String text = text(args);
        try {
            return text.length() == 10
                    ? LocalDate.parse(text)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toEpochMilli()
                    : OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new ExpressionException(
                    ExpressionException.FAILED,
                    "$toMillis expects a date or a timestamp with a time zone, such as %s, found '%s'"
                            .formatted(Instant.EPOCH, text),
                    e);
        }
    }
}
