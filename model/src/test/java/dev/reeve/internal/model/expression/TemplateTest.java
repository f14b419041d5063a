package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import java.util.Collections;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TemplateTest {

    private static final TestScope SCOPE = TestScope.of("""
            {"input": {"id": "o-1", "n": 3, "big": 9007199254740993, "decimal": 0.12345678901234567890, "none": null,
                       "list": [1, "a"], "object": {"a": 1}, "flag": false},
             "steps": {"pay": {"output": {"total": 12.5}}}}""");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "\"${ input.n }\"|3",
                "\"  ${ input.n }\\n\"|3",
                "\"${ input.flag }\"|false",
                "\"${ input.missing }\"|null",
                "\"${ input.none }\"|null",
                "\"${ input.list }\"|[1,\"a\"]",
                "\"order ${ input.id }, ${ input.n } pieces\"|\"order o-1, 3 pieces\"",
                "\"<${ input.missing }${ input.none }>\"|\"<>\"",
                "\"${ input.id }${ input.n }\"|\"o-13\"",
                "\"is ${ input.list } and ${ input.object }\"|\"is [1,\\\"a\\\"] and {\\\"a\\\":1}\"",
                "\"$${ input.n } costs 5$\"|\"${ input.n } costs 5$\"",
                "\"$$${ input.n }\"|\"$${ input.n }\"",
                "{\"a\":[\"${ steps.pay.output.total }\",{\"b\":\"${ {\\\"x\\\": input.n} }\"}],\"c\":\"text\"}|{\"a\":[12.5,{\"b\":{\"x\":3}}],\"c\":\"text\"}",
                "\"${ '}' & input.id & \\\"{\\\" }\"|\"}o-1{\"",
                "[1,\"x\",null]|[1,\"x\",null]",
            })
    void expressionsBecomeTheirValues(String template, String expected) {
        assertThat(Template.of(new Json(template)).evaluate(SCOPE).text()).isEqualTo(expected);
    }

    @Test
    @DisplayName("D14: selected numbers keep every digit")
    void numbersStayExact() {
        assertThat(Template.of(new Json("[\"${ input.big }\",\"${ input.decimal }\",\"n ${ input.big }\"]"))
                        .evaluate(SCOPE)
                        .text())
                .isEqualTo("[9007199254740993,0.1234567890123456789,\"n 9007199254740993\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[%s]", "\"%s\""})
    @DisplayName("G1: a short template that repeats a large value ends at the limit, before it fills the memory")
    void large(String form) {
        TestScope scope = TestScope.of("{\"input\": \"" + "x".repeat(1_000_000) + "\"}");
        boolean isList = form.startsWith("[");
        String many = String.join(isList ? "," : "", Collections.nCopies(50_000, isList ? "\"${input}\"" : "${input}"));
        Template template = Template.of(new Json(form.formatted(many)));

        assertThatThrownBy(() -> template.evaluate(scope))
                .isInstanceOfSatisfying(
                        ExpressionException.class,
                        e -> assertThat(e.code()).isEqualTo(ExpressionException.OUTPUT_LIMIT));
    }

    @Test
    void isEqualWhateverTheWhiteSpace() {
        Template template = Template.of(new Json("{ \"a\" : \"${ steps.pay.output }\", \"n\": 1.10 }"));

        assertThat(template).isEqualTo(Template.of(new Json("{\"a\":\"${ steps.pay.output }\",\"n\":1.1}")));
        assertThat(template.steps()).containsExactly("pay");
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> Template.of(new Json("{\"a\":\"x ${ input.a\"}")))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("has no closing }");
        Template template = Template.of(new Json("{\"a\":\"${ input.id + 1 }\"}"));
        assertThatThrownBy(() -> template.evaluate(SCOPE))
                .isInstanceOfSatisfying(
                        ExpressionException.class, e -> assertThat(e.code()).isEqualTo("T2001"))
                .hasMessageContaining("${ input.id + 1 } failed");
    }

    @Test
    @DisplayName("D13: the result of a template has the limits of a payload")
    void theResultIsLimited() {
        TestScope large = TestScope.of("{\"input\": \"" + "x".repeat(600_000) + "\"}");

        assertThat(Template.of(new Json("\"${ input }\"")).evaluate(large).text())
                .hasSize(600_002);
        assertThatThrownBy(
                        () -> Template.of(new Json("\"${ input } ${ input }\"")).evaluate(large))
                .isInstanceOfSatisfying(
                        ExpressionException.class,
                        e -> assertThat(e.code()).isEqualTo(ExpressionException.OUTPUT_LIMIT));
    }
}
