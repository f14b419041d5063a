package dev.reeve.internal.model.expression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Expressions over all functions and operators, with arguments that nobody means well with. From a seed. */
final class ExpressionGenerator {

    /** The data of the expressions: large, deep, of equal hash, long, and all kinds of text. */
    static final Map<String, Object> INPUT = input();

    private static final List<String> NAMES = List.copyOf(INPUT.keySet());

    private static final List<String> REGEXES = List.of(
            "a",
            ".*",
            "(.*)(.*)(.*)b",
            "a?a?a?a?a?a?a?a?aaaaaaaa",
            "(?:a|b)*c",
            "(-[a-z]+)*",
            "[^x]*x",
            "(?:||){20}c",
            "(?:a?|b?){30}c",
            "(?:(?:(?:){50}){50}){50}c",
            "\\s+$",
            "(?=.*a)(?=.*b).*c",
            "(?<!a{1,50})b",
            "x*y*z*a*b*c*d*$",
            "(?:a{0,50}){0,50}b",
            "(a|a?){40}$",
            "(?:)*",
            "\\b\\B\\b",
            "(?:(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)){3}c");

    private static final List<String> PICTURES = List.of(
            "'0'",
            "'#,##0.00'",
            "'w'",
            "'W;o'",
            "'A'",
            "'i'",
            "'I'",
            "'000,000'",
            "'[Y0001]-[M01]'",
            "'[Y,999]'",
            "'[YI]'",
            "'[Y,1000000000]'",
            "'[D1o] [MNn] [Yw]'",
            "'[H#1][m01,3-9]'",
            "'0e0'",
            "'%'",
            "''",
            "'#'",
            "'[[[['",
            "'٠'",
            "'0;0'");

    private final Random random;

    ExpressionGenerator(long seed) {
        this.random = new Random(seed);
    }

    private static Map<String, Object> input() {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("sharp", "ß".repeat(120_000));
        input.put("sigma", "Σ".repeat(100_000));
        input.put("dotted", "İ".repeat(100_000));
        input.put("digits", "9".repeat(500_000));
        input.put("as", "a".repeat(500_000));
        input.put("asb", "a".repeat(200_000) + "b");
        input.put("spaces", " \t".repeat(200_000));
        input.put("emoji", "😀".repeat(100_000));
        input.put("url", "http://a/" + "a".repeat(4_000) + "?" + "a".repeat(4_000));
        input.put("ones", Collections.nCopies(200_000, 1));
        List<Object> collisions = new ArrayList<>();
        List<Object> texts = new ArrayList<>();
        for (int i = 0; i < 8_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 13; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            collisions.add(Map.of("k", text.toString(), "n", i % 3));
            texts.add(text.toString());
        }
        input.put("collisions", collisions);
        input.put("texts", texts);
        Map<String, Object> wide = new LinkedHashMap<>();
        for (int i = 0; i < 30_000; i++) {
            wide.put("m" + i, List.of(i));
        }
        input.put("wide", wide);
        input.put("nested", List.of(List.of(Collections.nCopies(100_000, Map.of("k", 1)))));
        Object deep = 1;
        for (int i = 0; i < 60; i++) {
            deep = i % 2 == 0 ? List.of(deep, "x") : Map.of("k", deep);
        }
        input.put("deep", deep);
        input.put("lists", Collections.nCopies(300, Collections.nCopies(300, "ab")));
        input.put("number", 123456789.125);
        input.put("huge", 1e300);
        input.put("text", "a-b-c");
        return input;
    }

    String next() {
        return switch (random.nextInt(8)) {
            case 0 ->
                "( $f := function($x,$n){ $n <= 0 ? $x : $f(%s, $n - 1) }; %s )"
                        .formatted(
                                of(List.of(
                                        "{'a':$x,'b':$x}",
                                        "[[$x],[$x]]",
                                        "$zip([$x],[$x])",
                                        "$append($x,$x)",
                                        "$x & $x")),
                                wrap("$f(" + value(1) + ", " + count() + ")"));
            case 1 -> "$map([1.." + of(List.of("10", "1000", "100000")) + "], function($i){ " + value(2) + " })";
            case 2 ->
                "$reduce([1.." + of(List.of("10", "1000", "100000")) + "], function($p,$i){ " + value(2) + " }, "
                        + value(1) + ")";
            case 3 -> path() + "{ " + of(List.of("'k'", "$string($)", "k", "$")) + ": " + value(1) + " }";
            default -> value(3);
        };
    }

    private int count() {
        return List.of(1, 5, 30, 60, 190).get(random.nextInt(5));
    }

    private String wrap(String value) {
        return switch (random.nextInt(6)) {
            case 0 -> "$string(" + value + ")";
            case 1 -> value + " = " + value;
            case 2 -> value + " + 1";
            case 3 -> "$count(" + value + ".**)";
            case 4 -> "$distinct([" + value + ", " + value + "])";
            default -> value;
        };
    }

    private String path() {
        String root = "$$.input." + of(NAMES);
        return switch (random.nextInt(12)) {
            case 0 -> root + ".*";
            case 1 -> root + ".**";
            case 2 -> root + ".k";
            case 3 -> root + "[k = $$.input.text]";
            case 4 -> root + "[" + random.nextInt(5) + "]";
            case 5 -> root + "^(k)";
            case 6 -> root + "@$v.k.%.k";
            case 7 -> root + "#$n[$n < 5]";
            default -> root;
        };
    }

    private String value(int depth) {
        if (depth == 0) {
            return switch (random.nextInt(7)) {
                case 0 -> "'a'";
                case 1 -> String.valueOf(random.nextInt(1_000) - 10);
                case 2 ->
                    of(List.of(
                            "1e308", "-1", "0", "2000000000", "1e17", "0.1", "[1..100000]", "[]", "{}", "''", "null"));
                default -> path();
            };
        }
        return switch (random.nextInt(10)) {
            case 0 ->
                value(depth - 1)
                        + of(List.of(" = ", " != ", " in ", " & ", " < ", " + ", " % ", " and ", " or "))
                        + value(depth - 1);
            case 1 -> "[" + value(depth - 1) + ", " + value(depth - 1) + "]";
            case 2 -> "{ 'a': " + value(depth - 1) + ", 'b': " + value(depth - 1) + " }";
            case 3 -> value(depth - 1) + " ? " + value(0) + " : " + value(0);
            default -> call(depth);
        };
    }

    private String call(int depth) {
        String name = of(List.copyOf(ExpressionFunctions.allowed()));
        String first = value(depth - 1);
        String function = of(List.of(
                "function($x){ $x }",
                "function($x,$y){ $x = $y }",
                "$string",
                "$exists",
                "$uppercase",
                "$append",
                "$zip",
                "$spread",
                "function($x){ $x.k }",
                "function($a,$b){ $a > $b }"));
        return switch (name) {
            case "match", "contains", "split" -> "$" + name + "(" + first + ", " + matcher(depth) + ")";
            case "replace" ->
                "$replace(" + first + ", " + matcher(depth) + ", "
                        + of(List.of("'$0$0$0'", "'x'", "function($m){ $m.match }", value(0))) + ")";
            case "map", "filter", "single", "reduce", "each", "sift", "sort" ->
                "$" + name + "(" + first + ", " + function + ")";
            case "formatNumber", "formatInteger", "parseInteger", "fromMillis" ->
                "$" + name + "(" + first + ", " + (random.nextInt(4) == 0 ? value(0) : of(PICTURES)) + ")";
            case "lookup", "substringBefore", "substringAfter", "append", "zip", "power", "join" ->
                "$" + name + "(" + first + ", " + value(depth - 1) + ")";
            case "substring", "pad" -> "$" + name + "(" + first + ", " + value(0) + ", " + value(0) + ")";
            case "string" -> "$string(" + first + of(List.of("", ", true")) + ")";
            default -> "$" + name + "(" + first + ")";
        };
    }

    private String matcher(int depth) {
        return random.nextBoolean() ? "/" + of(REGEXES) + "/" : value(depth - 1);
    }

    private String of(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
