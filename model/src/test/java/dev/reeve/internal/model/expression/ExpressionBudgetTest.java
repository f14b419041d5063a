package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The work inside of functions and operators is counted, so these end; each took seconds to hours before. */
final class ExpressionBudgetTest {

    private static final Scope SCOPE = new Scope() {
        @Override
        public @Nullable Object value(String name) {
            return Map.of("input", ExpressionGenerator.INPUT).get(name);
        }

        @Override
        public boolean has(String name) {
            return name.equals("input");
        }
    };

    private static @Nullable Object evaluate(String expression) {
        return Expression.of(expression).evaluate(SCOPE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$map([1..1000], function($i){ $length($uppercase($$.input.sharp)) })",
                "$map([1..1000], function($i){ $length($lowercase($$.input.sigma)) })",
                "$map([1..100000], function($i){ $$.input.collisions = $$.input.collisions })",
                "$map([1..100000], function($i){ 'x' in $$.input.collisions })",
                "$map([1..1000], function($i){ $count($distinct($$.input.collisions)) })",
                "$map([1..100000], function($i){ $$.input.nested.x })",
                "$map([1..100000], function($i){ $count($$.input.wide.*) })",
                "$map([1..100000], function($i){ $contains($$.input.as, $$.input.asb) })",
                "input.ones{ 'a': $count($) }",
                "$count([1..10000000])",
                "( $f := function($x,$n){ $n = 0 ? $x : $f({'a':$x,'b':$x}, $n-1) }; $string($f(1, 60)) )",
                "( $f := function($x,$n){ $n = 0 ? $x : $f({'a':$x,'b':$x}, $n-1) }; $f(1, 40) = $f(1, 40) )",
                "( $f := function($x,$n){ $n = 0 ? $x : $f($zip([$x],[$x]), $n-1) }; $f(1, 60) + 1 )",
                "$replace(input.as, /a/, '$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0')",
                "$match(input.as, /((((((((((.*))))))))))/)"
            })
    @DisplayName("Work inside of functions and operators is counted")
    void isCounted(String expression) {
        assertThatThrownBy(() -> evaluate(expression))
                .isInstanceOfSatisfying(
                        ExpressionException.class,
                        e -> assertThat(e.code())
                                .isIn(
                                        ExpressionException.WORK_LIMIT,
                                        ExpressionException.DEPTH_LIMIT,
                                        ExpressionException.OUTPUT_LIMIT,
                                        "D1001"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$fromMillis(0,'[Y,1000000000]')",
                "$fromMillis(1e17)",
                "$parseInteger(input.digits,'0')",
                "$formatInteger(1,$pad('',60000,'0'))",
                "$formatInteger(2000000000,'I')",
                "$formatNumber(1,$pad('',60000,'0'))",
                "$number(input.digits)",
                "$encodeUrl(input.as)"
            })
    @DisplayName("Invalid pictures, numbers and URLs are refused")
    void isRefused(String expression) {
        assertThatThrownBy(() -> evaluate(expression))
                .isInstanceOfSatisfying(
                        ExpressionException.class, e -> assertThat(e.code()).isEqualTo(ExpressionException.FAILED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "$count($distinct(input.collisions)) | 8000",
                "$count($distinct([1, 1.0, '1', true, {'a':1,'b':2}, {'b':2,'a':1}, [1], [1]])) | 5",
                "$length($uppercase(input.sharp)) | 240000",
                "$uppercase('straße αβς') | STRASSE ΑΒΣ",
                "$lowercase('ΟΔΟΣ ΣΟΦΟΣ ABC') | οδος σοφος abc",
                "$contains(input.as, input.asb) | false",
                "$contains('aaab', 'aab') | true",
                "$substringBefore('a-b-c', '-') | a",
                "$substringAfter('a-b-c', '-b') | -c",
                "$substringAfter('a-b-c', 'x') | a-b-c",
                "$substringBefore('abc', '') | ~~",
                "$substringAfter('abc', '') | abc",
                "$substringAfter('', '') | ~~",
                "$contains('abc', '') | true",
                "$contains('', '') | true",
                "$join($split('abc', ''), '-') | a-b-c",
                "$substring('héllo😀x', 1, 5) | éllo😀",
                "$substring('hello', -3) | llo",
                "$substring('hello', -30, 2) | he",
                "$substring('hello', 9) | ~~",
                "$join($split('a, b, , c', ', '), '/') | a/b//c",
                "$replace('aaaa', 'aa', 'b') | bb",
                "$replace('abab', 'b', function($m){ $m.match & $string($m.start) }) | ab1ab3",
                "$replace('abab', 'a', '$', 1) | $bab",
                "$count($spread([{'a':1,'b':2},{'c':3}])) | 3",
                "$string({'a':[1,'b']}) | {\"a\":[1,\"b\"]}",
                "$fromMillis(0, '[Y0001]-[M01]-[D01]') | 1970-01-01",
                "$formatInteger(1999, 'I') | MCMXCIX",
                "$count(input.collisions{ $string(n): $count($) }) | 1"
            })
    @DisplayName("Replaced functions give the results of the originals")
    void givesTheSame(String expression, String value) {
        Object result = evaluate(expression);

        assertThat(String.valueOf(result)).isEqualTo(value == null ? "" : value);
    }

    @Test
    @DisplayName("A large payload can be processed")
    void isNotRefused() {
        assertThat(evaluate("$count(input.collisions[n = 1])")).isEqualTo(2667);
        assertThat(evaluate("$sum(input.ones) = 200000")).isEqualTo(true);
        assertThat(evaluate("$count($map(input.collisions, function($c){ { 'key': $c.k, 'more': $c.n + 1 } }))"))
                .isEqualTo(8_000);
        assertThat(evaluate("$count($keys(input.wide))")).isEqualTo(30_000);
        assertThat(evaluate("$count($sort($distinct(input.collisions.n)))")).isEqualTo(3);
    }
}
