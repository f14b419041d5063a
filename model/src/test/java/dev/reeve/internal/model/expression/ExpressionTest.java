package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ExpressionTest {

    private static final TestScope SCOPE = TestScope.of("""
            {"input": {"sku": "A-1", "quantity": 3, "price": 2.5, "flag": true, "none": null, "big": 9007199254740993,
                       "huge": 123456789012345678901234567890, "exact": 0.1234567890123456789,
                       "lines": [{"sku": "a", "n": 1}, {"sku": "b", "n": 2}], "one": [{"sku": "a"}], "empty": [],
                       "text": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"},
             "steps": {"check": {"output": {"ok": true, "total": 7}, "status": "completed"}},
             "execution": {"id": "e-1", "workflow": "w", "version": 1}}""");

    private static @Nullable Object evaluate(String source) {
        return Expression.of(source).evaluate(SCOPE);
    }

    @Test
    void selectsComputesAndTests() {
        assertThat(evaluate("input.sku")).isEqualTo("A-1");
        assertThat(evaluate("${ input.quantity }")).isEqualTo(3);
        assertThat(evaluate("input.price * input.quantity")).isEqualTo(7.5);
        assertThat(evaluate("steps.check.output.total + 1")).isEqualTo(8);
        assertThat(evaluate("{ \"n\": $sum(input.lines.n), \"z\": null }")).isEqualTo(mapWithNull("n", 3, "z"));
        assertThat(evaluate("input.lines[n > 1].sku")).isEqualTo("b");
        assertThat(evaluate("nothing")).isNull();
        assertThat(evaluate("input.none")).isNull();
        assertThat(Expression.of("input.flag and steps.check.output.ok").test(SCOPE))
                .isTrue();
        assertThat(Expression.of("input.none").test(SCOPE)).isFalse();
        assertThat(Expression.of("input.empty").test(SCOPE)).isFalse();
    }

    private static Map<String, @Nullable Object> mapWithNull(String name, Object value, String nullName) {
        Map<String, @Nullable Object> map = new java.util.LinkedHashMap<>();
        map.put(name, value);
        map.put(nullName, null);
        return map;
    }

    @Test
    @DisplayName("D14: integers beyond 2^53 and long decimals pass through exactly")
    void numbersStayExact() {
        assertThat(evaluate("input.big")).isEqualTo(9007199254740993L);
        assertThat(evaluate("input.huge")).isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(evaluate("input.exact")).isEqualTo(new BigDecimal("0.1234567890123456789"));
        assertThat(evaluate("{ \"a\": [input.big, input.huge], \"b\": input.exact }"))
                .isEqualTo(Map.of(
                        "a",
                        List.of(9007199254740993L, new BigInteger("123456789012345678901234567890")),
                        "b",
                        new BigDecimal("0.1234567890123456789")));
        assertThatThrownBy(() -> Expression.of("input.big + 9007199254740993"))
                .hasMessageContaining("more digits")
                .hasMessageContaining("character 13");
    }

    @Test
    void plainPathsGiveWhatTheLibraryGives() {
        for (String path : List.of(
                "input",
                "input.sku",
                "input.sku.x",
                "input.lines",
                "input.lines.sku",
                "input.one",
                "input.one.sku",
                "input.empty",
                "input.empty.sku",
                "input.none",
                "input.none.x",
                "input.missing",
                "input.missing.x",
                "steps.check.output.total",
                "missing",
                "missing.x",
                "input.`sku`")) {
            Object library = new ExpressionProgram(path).evaluate(SCOPE);

            assertThat(evaluate(path)).as(path).isEqualTo(library);
        }
    }

    @Test
    void namesTheStepsItRefersTo() {
        assertThat(Expression.of("steps.a.output & steps.`b`.output & $$.steps.c & $.steps.d")
                        .steps())
                .containsExactlyInAnyOrder("a", "b", "c", "d");
        assertThat(Expression.of("steps.\"e\".output").steps()).containsExactly("e");
        assertThat(Expression.of("input.steps.x + input.lines[steps.y].(steps.z)")
                        .steps())
                .isEmpty();
        assertThat(Expression.of("input.lines[$$.steps.y.output = 1]").steps()).containsExactly("y");
        assertThat(Expression.of("\"steps.no\" & /* steps.no */ 'steps.no'").steps())
                .isEmpty();
        assertThat(Expression.of("$map(input.lines, function($l){ $l.n + steps.f.output.n })")
                        .steps())
                .containsExactly("f");
        assertThat(Expression.of("{ \"a\": steps.a.output, \"b\": [steps.b.output] }")
                        .steps())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    @DisplayName("D15: clock, chance, eval and unknown functions are refused when the expression is read")
    void refusesWhatIsNotDeterministic() {
        for (String source : List.of(
                "$now()",
                "$millis()",
                "$random()",
                "$shuffle([1,2])",
                "$eval('1')",
                "$uuid()",
                "( $f := $now; $f() )",
                "$map([1], $random)",
                "input ~> $eval",
                "$__evaluate_entry := 1",
                "$ /*x*/ & $now()")) {
            assertThatThrownBy(() -> Expression.of(source))
                    .as(source)
                    .isInstanceOfSatisfying(
                            ExpressionException.class,
                            e -> assertThat(e.code()).isEqualTo(ExpressionException.NOT_ALLOWED));
        }
        assertThatThrownBy(() -> Expression.of("$lenght(input.sku)")).hasMessageContaining("Did you mean $length?");
        assertThatThrownBy(() -> Expression.of("length(input.sku)")).hasMessageContaining("Write $length(…)");
    }

    @Test
    @DisplayName("D15: endless evaluation is stopped by limits of work, depth, memory and output")
    void evaluationIsBounded() {
        assertFails("( $f := function($n){ $f($n + 1) }; $f(0) )", ExpressionException.WORK_LIMIT);
        assertFails("( $f := function($n){ 1 + $f($n + 1) }; $f(0) )", ExpressionException.DEPTH_LIMIT);
        assertFails("$sum([1..10000000])", ExpressionException.WORK_LIMIT);
        assertFails("[1..100000].[1..100000]", ExpressionException.WORK_LIMIT);
        assertFails("$pad('x', 1000000000)", ExpressionException.WORK_LIMIT);
        assertFails("$reduce([1..40], function($a, $i){ $a & $a }, 'xxxxxxxxxx')", ExpressionException.WORK_LIMIT);
        assertFails(
                "$join($map([1..10000], function($i){ $string($i) }), $pad('x', 10000))",
                ExpressionException.WORK_LIMIT);
        assertFails("$replace($pad('x', 100000, 'x'), 'x', $pad('y', 100000))", ExpressionException.WORK_LIMIT);
        assertFails("[1..40000]", ExpressionException.OUTPUT_LIMIT);
        assertFails("$reduce([1..100], function($a, $i){ [[$a]] }, 1)", ExpressionException.OUTPUT_LIMIT);
        assertFails("1 / 0", "D1001");
        assertFails("$round(1, 1000000000)", ExpressionException.FAILED);
    }

    private static void assertFails(String source, String code) {
        Expression expression = Expression.of(source);
        assertThatThrownBy(() -> expression.evaluate(SCOPE))
                .as(source)
                .isInstanceOfSatisfying(
                        ExpressionException.class,
                        e -> assertThat(e.code())
                                .as(String.valueOf(e.getMessage()))
                                .isEqualTo(code));
    }

    @Test
    @DisplayName("D15: regular expressions are checked at reading, and matched within the work limit")
    void regularExpressionsAreBounded() {
        for (String source : List.of(
                "$contains(input.text, /(a+)+$/)",
                "$contains(input.text, /(a*)*b/)",
                "$match(input.text, /(a)\\1+/)",
                "$contains(input.text, /((a|b)+c?){2,}$/)",
                "input.text ~> /a/",
                "( $r := /a/; $r('x') )",
                "$filter([1], /a/)")) {
            assertThatThrownBy(() -> Expression.of(source))
                    .as(source)
                    .isInstanceOfSatisfying(
                            ExpressionException.class,
                            e -> assertThat(e.code()).isEqualTo(ExpressionException.NOT_ALLOWED));
        }
        // not found when read, as nothing repeats a repetition
        assertFails("$contains(input.text, /" + "a?".repeat(25) + "a{25}$/)", ExpressionException.WORK_LIMIT);
        assertThat(evaluate("$contains(input.sku, /^[A-Z]-\\d+$/)")).isEqualTo(true);
        assertThat(evaluate("$replace(input.sku, /([A-Z])-(\\d)/, '$2/$1 $$')")).isEqualTo("1/A $");
        assertThat(evaluate("$replace('abcab', /a/, function($m){ $uppercase($m.match) })"))
                .isEqualTo("AbcAb");
        assertThat(evaluate("$replace('a.b.c', '.', '-', 1)")).isEqualTo("a-b.c");
        assertThat(evaluate("$split('a1b2c', /\\d/)")).isEqualTo(List.of("a", "b", "c"));
        assertThat(evaluate("$split('a, b', ', ')")).isEqualTo(List.of("a", "b"));
        assertThat(evaluate("$match('ab12', /([a-z])(\\d)/).groups")).isEqualTo(List.of("b", "1"));
        assertThat(evaluate("$join($split('abc', ''), '-')")).isEqualTo("a-b-c");
        assertThat(evaluate("$pad('é', -3, '#') & $pad('b', 3)")).isEqualTo("##éb  ");
    }

    @Test
    void timestampsDoNotDependOnTheMachine() {
        assertThat(evaluate("$toMillis('1970-01-01T01:00:00+01:00')")).isEqualTo(0L);
        assertThat(evaluate("$fromMillis(0)")).isEqualTo("1970-01-01T00:00:00.000Z");
        assertFails("$toMillis('2026-01-01T00:00:00')", ExpressionException.FAILED);
        assertFails("$toMillis('12:00', '[H]:[m]')", ExpressionException.NOT_ALLOWED);
    }

    @Test
    void malformedExpressionsSayWhatAndWhere() {
        for (String source : List.of(
                "",
                "  ",
                "input.",
                "input..",
                "(",
                "((1)",
                "{",
                "'abc",
                "`abc",
                "/abc",
                "/* x",
                "1 +",
                "[1,",
                "a b",
                "$f(",
                "input.sku /",
                "?:",
                "function(",
                "%",
                "{1:}",
                "\"\\",
                "\"\\u12\"",
                "a[",
                "#",
                "@",
                "$match(a, /",
                "-",
                "}")) {
            assertThatThrownBy(() -> Expression.of(source)).as(source).isInstanceOf(ExpressionException.class);
        }
        assertThatThrownBy(() -> Expression.of("(".repeat(5000))).isInstanceOf(ExpressionException.class);
        assertThatThrownBy(() -> Expression.of("-".repeat(8000) + "1")).isInstanceOf(ExpressionException.class);
        assertThatThrownBy(() -> Expression.of("1+".repeat(5000) + "1"))
                .isInstanceOfSatisfying(
                        ExpressionException.class,
                        e -> assertThat(e.code()).isEqualTo(ExpressionException.LENGTH_LIMIT));
    }

    @Test
    void isSafeToShareBetweenThreads() throws Exception {
        Expression expression = Expression.of(
                "( $double := function($x){ $x * 2 }; $n := input.n; $s := $map([1..20], $double) ~> $sum; "
                        + "{ \"n\": $n, \"s\": $s + $n, \"t\": $replace('x', /x/, function($m){ $string($n) }) } )");
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Boolean>> calls = IntStream.range(0, 4000)
                    .<Callable<Boolean>>mapToObj(n -> () -> Map.of("n", n, "s", 420 + n, "t", "" + n)
                            .equals(expression.evaluate(TestScope.of("{\"input\": {\"n\": %d}}".formatted(n)))))
                    .toList();

            for (var result : threads.invokeAll(calls)) {
                assertThat(result.get()).isTrue();
            }
        }
    }
}
