package dev.reeve.internal.sensitive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.StepPath;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The marks of a definition")
final class SensitiveDefinitionTest {

    private static String masked(SensitivePlace place, String payload) {
        return SensitiveJson.masked(new Json(payload), place, new SensitiveValues())
                .text();
    }

    @Test
    @DisplayName("are those of the schemas of its input, of outputs and of signals, also in finally")
    void readsEachSchema() {
        String schema = "{\"schema\": {\"properties\": {\"s\": {\"sensitive\": true}}}}";
        SensitiveDefinition definition = SensitiveDefinition.of(new Json("""
                {"workflow": "w", "input": %1$s,
                 "steps": {
                   "one": {"action": "a.b", "output": %1$s},
                   "each": {"action": "a.b", "forEach": "${ input.list }", "output": %1$s},
                   "go": {"await": {"signal": "go", "schema": {"properties": {"s": {"sensitive": true}}}}},
                   "any": {"await": {"signal": ["go", "stop"], "schema": {"items": {"sensitive": true}}}},
                   "short": {"await": "later"},
                   "plain": {"action": "a.b"}},
                 "finally": {"last": {"action": "a.b", "output": %1$s}}}""".formatted(schema)));

        assertThat(definition.isPlain()).isFalse();
        String value = "{\"s\":1,\"t\":2}";
        String shown = "{\"s\":\"(masked)\",\"t\":2}";
        assertThat(masked(definition.input(), value)).isEqualTo(shown);
        assertThat(masked(definition.output(StepPath.of("one")), value)).isEqualTo(shown);
        assertThat(masked(definition.output(StepPath.parse("one#2")), value)).isEqualTo(shown);
        assertThat(masked(definition.output(StepPath.parse("each[3]")), value)).isEqualTo(shown);
        assertThat(masked(definition.output(StepPath.of("each")), "[null,%s]".formatted(value)))
                .isEqualTo("[null,%s]".formatted(shown));
        assertThat(masked(definition.output(StepPath.of("last")), value)).isEqualTo(shown);
        assertThat(masked(definition.output(StepPath.of("go")), value)).isEqualTo(shown);
        assertThat(masked(definition.output(StepPath.of("any")), "{\"signal\":\"stop\",\"data\":[1]}"))
                .isEqualTo("{\"signal\":\"stop\",\"data\":[\"(masked)\"]}");
        assertThat(definition.data("go")).hasSize(2);
        assertThat(masked(definition.data("stop").getFirst(), "[1]")).isEqualTo("[\"(masked)\"]");
        assertThat(definition.data("later")).isEmpty();
        assertThat(definition.output(StepPath.of("plain")).isPlain()).isTrue();
        assertThat(definition.output(StepPath.of("unknown")).isPlain()).isTrue();
    }

    @Test
    @DisplayName(
            "reach the groups: their inputs, the outputs of their steps, and their own outputs in the steps around")
    void groups() {
        String card = "{\"schema\": {\"properties\": {\"card\": {\"sensitive\": true}}}}";
        SensitiveDefinition definition = SensitiveDefinition.of(new Json("""
                {"workflow": "order", "version": 1,
                 "input": {"schema": {"properties": {
                   "card": {"sensitive": true},
                   "parcels": {"items": {"properties": {"code": {"sensitive": true}}}}}}},
                 "steps": {
                   "whole": {"steps": {"pay": {"action": "a.b", "output": %1$s}}},
                   "ship": {
                     "forEach": "${ input.parcels }", "as": "parcel",
                     "input": {"code": "${ parcel.code }", "size": "${ parcel.size }", "card": "${ input.card }",
                               "text": "card ${ input.card }!", "paid": "${ steps.whole.output.pay.card }"},
                     "steps": {
                       "send": {"action": "a.b", "output": %1$s},
                       "inner": {"steps": {"ask": {"action": "a.b"}}, "input": ["${ input.code }", "${ input.size }"]}},
                     "output": {"card": "${ steps.send.output.card }", "number": "${ steps.send.output.number }"}},
                   "plain": {"steps": {"s": {"action": "a.b"}}, "input": {"n": "${ input.n }"}}}}""".formatted(card)));

        String order = "{\"card\":1,\"parcels\":[{\"code\":2,\"size\":3}]}";
        String shown = "{\"card\":\"(masked)\",\"parcels\":[{\"code\":\"(masked)\",\"size\":3}]}";
        assertThat(masked(definition.input(), order)).isEqualTo(shown);
        assertThat(masked(definition.group("whole").input(), order)).isEqualTo(shown);
        assertThat(masked(definition.group("whole").output(StepPath.of("pay")), "{\"card\":1,\"x\":2}"))
                .isEqualTo("{\"card\":\"(masked)\",\"x\":2}");
        assertThat(masked(definition.output(StepPath.of("whole")), "{\"pay\":{\"card\":1,\"x\":2}}"))
                .isEqualTo("{\"pay\":{\"card\":\"(masked)\",\"x\":2}}");
        SensitiveDefinition ship = definition.group("ship");
        assertThat(masked(ship.input(), "{\"code\":1,\"size\":2,\"card\":3,\"text\":\"card 3!\",\"paid\":4}"))
                .isEqualTo(
                        "{\"code\":\"(masked)\",\"size\":2,\"card\":\"(masked)\",\"text\":\"(masked)\",\"paid\":\"(masked)\"}");
        assertThat(masked(definition.output(StepPath.of("ship")), "[{\"card\":1,\"number\":2}]"))
                .isEqualTo("[{\"card\":\"(masked)\",\"number\":2}]");
        assertThat(masked(definition.output(StepPath.parse("ship[0]")), "{\"card\":1,\"number\":2}"))
                .isEqualTo("{\"card\":\"(masked)\",\"number\":2}");
        assertThat(masked(definition.group("ship.inner").input(), "[1,2]")).isEqualTo("[\"(masked)\",2]");
        assertThat(definition.group("plain").isPlain()).isTrue();
        assertThat(definition.group("gone.too").isPlain()).isTrue();
    }

    @Test
    @DisplayName("cover the whole of what the input of a group computes from a marked value, in any form")
    void computedInputs() {
        for (String expression : List.of(
                "${ {'a': 1} ~> $merge({'b': input.card}) }",
                "${ $string(input) }",
                "${ $$ }",
                "no. ${ input.card } of ${ input.n }",
                "${ input.(card) }",
                "${ steps.* }")) {
            String definition = """
                    {"workflow": "w", "input": {"schema": {"properties": {"card": {"sensitive": true}}}},
                     "steps": {"late": {"action": "a.b", "output": {"schema": {"sensitive": true}}},
                               "g": {"input": {"x": "%s", "n": "${ input.n }"}, "steps": {"s": {"action": "a.b"}}}}}""".formatted(expression);
            assertThat(masked(
                            SensitiveDefinition.of(new Json(definition))
                                    .group("g")
                                    .input(),
                            "{\"x\":1,\"n\":2}"))
                    .as(expression)
                    .isEqualTo("{\"x\":\"(masked)\",\"n\":2}");
        }
    }

    @Test
    @DisplayName("are those of each signal, if a step collects several")
    void collectedSignals() {
        SensitiveDefinition definition = SensitiveDefinition.of(new Json("""
                {"workflow": "w", "steps": {"codes": {"repeat": {"max": 3}, "await": {"signal": "code",
                 "schema": {"properties": {"code": {"sensitive": true}}}}}}}"""));
        assertThat(masked(definition.output(StepPath.of("codes")), "[{\"code\":1,\"n\":2},{\"code\":3}]"))
                .isEqualTo("[{\"code\":\"(masked)\",\"n\":2},{\"code\":\"(masked)\"}]");
        SensitiveDefinition around = SensitiveDefinition.of(new Json("""
                {"workflow": "w", "steps": {"g": {"steps": {"codes": {"repeat": {"max": 3}, "await": {"signal": "code",
                 "schema": {"properties": {"code": {"sensitive": true}}}}}}}}}"""));
        assertThat(masked(around.output(StepPath.of("g")), "{\"codes\":[{\"code\":1}]}"))
                .as("the default output of a group")
                .isEqualTo("{\"codes\":[{\"code\":\"(masked)\"}]}");
    }

    @Test
    @DisplayName("are none if only the word occurs")
    void noMarks() {
        assertThat(SensitiveDefinition.of(
                                new Json("{\"workflow\": \"w\", \"description\": \"sensitive\", \"steps\": {}}"))
                        .isPlain())
                .isTrue();
        assertThat(SensitiveDefinition.of(
                                new Json(
                                        "{\"workflow\": \"w\", \"input\": {\"schema\": {\"sensitive\": false}}, \"steps\": {}}"))
                        .isPlain())
                .isTrue();
        assertThat(SensitiveDefinition.of(new Json("7")).isPlain()).isTrue();
    }
}
