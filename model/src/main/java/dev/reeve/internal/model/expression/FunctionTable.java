package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Jsonata.JFunction;
import com.dashjoin.jsonata.Utils;
import dev.reeve.internal.values.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The functions that an expression may call, each with the cost of a call beyond the evaluation of its arguments. Some
 * functions of the library (0.9.10, read for this) are replaced: those whose cost cannot be derived from their
 * arguments, and those that depend on the machine's default locale or time zone.
 */
final class FunctionTable {

    /** Maximum length of a number as text, a picture, or a time zone. No valid one is longer. */
    private static final int SHORT_TEXT_MAX = 200;

    private static final int NUMBER_TEXT_MAX = 1_000;
    private static final int URL_MAX = 8_192;
    private static final int DECIMALS_MAX = 100;

    /** Larger Roman numerals are pages of the letter M. */
    private static final long ROMAN_MAX = 100_000;

    private static final long MILLIS_MIN = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
    private static final long MILLIS_MAX =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    /** A width of more than three digits, as in {@code [Y,1000000000]}. */
    private static final Pattern WIDE = Pattern.compile("[,-]\\s*+[0-9*]{4}");

    static final Map<String, CountedFunction> ALL = new HashMap<>();

    static {
        numbers();
        texts();
        lists();
        objects();
        times();
    }

    private FunctionTable() {}

    private static void numbers() {
        for (String name : List.of("sum", "max", "min", "average")) {
            library(name, "<a<n>:n>", (work, args) -> elements(work, args, 0, 1));
        }
        for (String name : List.of("floor", "ceil", "abs", "sqrt")) {
            library(name, "<n-:n>", (work, args) -> {});
        }
        library("power", "<n-n:n>", (work, args) -> {});
        replaced("round", "<n-n?:n>", (work, args) -> round(args));
        library("number", "<(nsb)-:n>", (work, args) -> shortText(args, 0, NUMBER_TEXT_MAX, "$number", "a number"));
        library("formatBase", "<n-n?:s>", (work, args) -> {});
        library("formatNumber", "<n-so?:s>", (work, args) -> {
            work.spend(20);
            shortText(args, 1, SHORT_TEXT_MAX, "$formatNumber", "a picture");
            all(work, args, 16);
        });
        library("formatInteger", "<n-s:s>", (work, args) -> {
            work.spend(20);
            shortText(args, 1, SHORT_TEXT_MAX, "$formatInteger", "a picture");
            roman(args);
        });
        library("parseInteger", "<s-s:n>", (work, args) -> {
            work.spend(20);
            shortText(args, 0, SHORT_TEXT_MAX, "$parseInteger", "a number");
            shortText(args, 1, SHORT_TEXT_MAX, "$parseInteger", "a picture");
        });
    }

    private static void texts() {
        library("string", "<x-b?:s>", (work, args) -> {
            if (!args.isEmpty() && !(args.getFirst() instanceof String)) {
                boolean pretty = args.size() > 1 && Boolean.TRUE.equals(args.get(1));
                work.deep(args.getFirst(), pretty ? 2 : 16);
            }
        });
        library("length", "<s-:n>", (work, args) -> characters(work, args, 0, 64));
        library("trim", "<s-:s>", (work, args) -> characters(work, args, 0, 4));
        replaced("substring", "<s-nn?:s>", SubstringFunctions::substring);
        replaced("substringBefore", "<s-s:s>", SubstringFunctions::substringBefore);
        replaced("substringAfter", "<s-s:s>", SubstringFunctions::substringAfter);
        replaced("lowercase", "<s-:s>", (work, args) -> TextCase.lower(work, (String) args.getFirst()));
        replaced("uppercase", "<s-:s>", (work, args) -> TextCase.upper(work, (String) args.getFirst()));
        replaced("pad", "<s-ns?:s>", PatternFunctions::pad);
        replaced("match", "<s-f<s:o>n?:a<o>>", PatternFunctions::match);
        replaced("contains", "<s-(sf):b>", PatternFunctions::contains);
        replaced("replace", "<s-(sf)(sf)n?:s>", PatternFunctions::replace);
        replaced("split", "<s-(sf)n?:a<s>>", PatternFunctions::split);
        replaced("join", "<a<s>s?:s>", PatternFunctions::join);
        for (String name : List.of("base64encode", "base64decode", "decodeUrlComponent", "decodeUrl")) {
            library(name, "<s-:s>", (work, args) -> {
                work.spend(5);
                characters(work, args, 0, 8);
            });
        }
        library("encodeUrlComponent", "<s-:s>", (work, args) -> {
            work.spend(20);
            characters(work, args, 0, 2);
        });
        library("encodeUrl", "<s-:s>", (work, args) -> {
            work.spend(20);
            shortText(args, 0, URL_MAX, "$encodeUrl", "a URL");
            characters(work, args, 0, 1);
        });
    }

    private static void lists() {
        library("count", "<a:n>", (work, args) -> {});
        library("append", "<xx:a>", (work, args) -> {
            elements(work, args, 0, 16);
            elements(work, args, 1, 16);
        });
        library("reverse", "<a:a>", (work, args) -> elements(work, args, 0, 16));
        library(
                "zip",
                "<a+>",
                (work, args) -> args.forEach(list -> {
                    if (list instanceof List<?> elements) {
                        // the library passes all arrays as one
                        elements.forEach(one -> work.elements(one instanceof List<?> inner ? inner.size() : 1));
                    }
                }));
        replaced("distinct", "<x:x>", DistinctValues::of);
        library("sort", "<af?:a>", FunctionTable::sorting);
        library("map", "<af>", FunctionTable::calls);
        library("filter", "<af>", FunctionTable::calls);
        library("single", "<af?>", FunctionTable::calls);
        method("reduce", "<afj?:j>", "foldLeft", FunctionTable::calls);
        method("boolean", "<x-:b>", "toBoolean", FunctionTable::truth);
        library("not", "<x-:b>", FunctionTable::truth);
        library("exists", "<x:b>", (work, args) -> {});
        library("type", "<x:s>", (work, args) -> {});
        library("error", "<s?:x>", (work, args) -> {});
        method("assert", "<bs?:x>", "assertFn", (work, args) -> {});
    }

    private static void objects() {
        library("sift", "<o-f?:o>", FunctionTable::calls);
        library("each", "<o-f:a>", FunctionTable::calls);
        library("keys", "<x-:a<s>>", (work, args) -> members(work, first(args)));
        library("lookup", "<x-s:x>", FunctionTable::truth);
        replaced("spread", "<x-:a<o>>", (work, args) -> spread(work, args.getFirst()));
        library("merge", "<a<o>:o>", (work, args) -> members(work, first(args)));
    }

    private static void times() {
        replaced("toMillis", "<s-s?:n>", (work, args) -> toMillis(args));
        method("fromMillis", "<n-s?s?:s>", "dateTimeFromMillis", (work, args) -> {
            work.spend(20);
            shortText(args, 1, SHORT_TEXT_MAX, "$fromMillis", "a picture");
            shortText(args, 2, SHORT_TEXT_MAX, "$fromMillis", "a time zone");
            if (args.size() > 1
                    && args.get(1) instanceof String picture
                    && WIDE.matcher(picture).find()) {
                throw failed("$fromMillis takes widths of at most three digits, found '%s'".formatted(picture));
            }
            if (first(args) instanceof Number millis
                    && (millis.doubleValue() < MILLIS_MIN || millis.doubleValue() > MILLIS_MAX)) {
                throw failed("$fromMillis takes times of the years 1 to 9999, found " + millis);
            }
        });
    }

    // ---- adding functions to the table

    private static void library(String name, String signature, CountedFunction.Charge charge) {
        method(name, signature, name, charge);
    }

    private static void method(String name, String signature, String method, CountedFunction.Charge charge) {
        ALL.put(name, CountedFunction.library(name, signature, method, charge));
    }

    private static void replaced(String name, String signature, CountedFunction.Call call) {
        // any method of the library with the same number of parameters; the library checks their number
        String method = name.equals("toMillis") ? "dateTimeToMillis" : name;
        ALL.put(name, CountedFunction.replaced(name, signature, method, call));
    }

    // ---- costs

    private static @Nullable Object first(List<?> args) {
        return args.isEmpty() ? null : args.getFirst();
    }

    private static void characters(ExpressionWork work, List<?> args, int index, int perUnit) {
        if (args.size() > index && args.get(index) instanceof String text) {
            work.spend(text.length() / perUnit);
        }
    }

    private static void elements(ExpressionWork work, List<?> args, int index, int perUnit) {
        if (args.size() > index && args.get(index) instanceof List<?> elements) {
            work.spend(elements.size() / (4L * perUnit));
        }
    }

    private static void all(ExpressionWork work, List<?> args, int charactersPerUnit) {
        for (Object arg : args) {
            work.deep(arg, charactersPerUnit);
        }
    }

    /** A lambda counts itself. A library function that is called for each element is counted here. */
    private static void calls(ExpressionWork work, List<?> args) {
        if (args.size() > 1 && args.get(1) instanceof JFunction) {
            switch (first(args)) {
                case List<?> elements -> work.spend(elements.size());
                case Map<?, ?> members -> work.spend(members.size());
                case null, default -> {
                    // one call
                }
            }
        }
    }

    private static void truth(ExpressionWork work, List<?> args) {
        if (first(args) instanceof List<?> elements) {
            work.nested(elements);
        }
    }

    private static void members(ExpressionWork work, @Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            work.elements(members.size());
        } else if (value instanceof List<?> elements && !ExpressionWork.isRange(elements)) {
            for (Object element : elements) {
                work.spend(1);
                members(work, element);
            }
        }
    }

    private static void sorting(ExpressionWork work, List<?> args) {
        if (first(args) instanceof List<?> elements) {
            long comparisons = (long) elements.size() * (Integer.SIZE - Integer.numberOfLeadingZeros(elements.size()));
            boolean byFunction = args.size() > 1 && args.get(1) != null;
            work.spend(byFunction ? comparisons : comparisons / 4);
            if (!byFunction) {
                work.deep(elements, 4);
            }
        }
    }

    private static void shortText(List<?> args, int index, int max, String function, String what) {
        if (args.size() > index && args.get(index) instanceof String text && text.length() > max) {
            throw failed(
                    "%s takes %s of at most %,d characters, found %,d".formatted(function, what, max, text.length()));
        }
    }

    private static void roman(List<?> args) {
        boolean roman = args.size() > 1
                && args.get(1) instanceof String picture
                && (picture.startsWith("i") || picture.startsWith("I"));
        if (roman && first(args) instanceof Number number && Math.abs(number.doubleValue()) > ROMAN_MAX) {
            throw failed("$formatInteger writes Roman numerals up to %,d, found %s".formatted(ROMAN_MAX, number));
        }
    }

    static ExpressionException failed(String message) {
        return new ExpressionException(ExpressionException.FAILED, message);
    }

    // ---- replaced functions

    /**
     * Returns an object for each member. The library's version copies all previous results for each element of an
     * array.
     */
    private static @Nullable Object spread(ExpressionWork work, @Nullable Object value) {
        if (!(value instanceof List) && !(value instanceof Map)) {
            return value;
        }
        List<Object> spread = Utils.createSequence();
        spread(work, value, spread);
        return spread;
    }

    private static void spread(ExpressionWork work, @Nullable Object value, List<Object> target) {
        if (value instanceof List<?> elements) {
            for (Object element : elements) {
                work.spend(1);
                spread(work, element, target);
            }
        } else if (value instanceof Map<?, ?> members) {
            for (Map.Entry<?, ?> member : members.entrySet()) {
                work.spend(1);
                Map<Object, Object> one = new LinkedHashMap<>();
                one.put(member.getKey(), member.getValue());
                target.add(one);
            }
        } else if (value != null) {
            target.add(value);
        }
    }

    private static Object round(List<?> args) {
        int decimals = CountedFunction.integer(args, 1, 0);
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
                    "$toMillis with a picture is refused: it would fill in missing parts from today's date."
                            + " Give a timestamp such as 2026-01-31T12:00:00Z, and no picture");
        }
        String text = (String) args.getFirst();
        try {
            return text.length() == 10
                    ? LocalDate.parse(text)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toEpochMilli()
                    : OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new ExpressionException(
                    ExpressionException.FAILED,
                    "$toMillis expects a date or a timestamp with a time zone, such as %s, found '%s'"
                            .formatted(Instant.EPOCH, text),
                    e);
        }
    }
}
