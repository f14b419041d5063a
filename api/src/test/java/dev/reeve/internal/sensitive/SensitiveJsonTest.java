package dev.reeve.internal.sensitive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Sensitive fields are masked where a schema marks them, and their values wherever they occur (ADR 60)")
final class SensitiveJsonTest {

    private static final SensitiveValues NO_VALUES = new SensitiveValues();

    private static String masked(String schema, String payload) {
        return SensitiveJson.masked(new Json(payload), SensitiveSchema.of(new Json(schema)), NO_VALUES)
                .text();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("each keyword that applies a schema carries its mark")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # the schema | the payload | the payload as it is shown
            {"sensitive": true} | {"a": [1]} | "(masked)"
            {"writeOnly": true} | 7 | "(masked)"
            {"sensitive": false} | 7 | 7
            {"properties": {"a": {"sensitive": true}}} | {"a": 1, "b": 1.50} | {"a":"(masked)","b":1.50}
            {"properties": {"a": {"sensitive": true}}} | {"b": [1, 2]} | {"b": [1, 2]}
            {"properties": {"a": {"sensitive": true}}} | {"\\u0061": {"b": null}} | {"a":"(masked)"}
            {"properties": {"a": {"properties": {"b": {"sensitive": true}}}}} | {"a":{"b":1},"b":2} | {"a":{"b":"(masked)"},"b":2}
            {"patternProperties": {"^s_": {"sensitive": true}}} | {"s_a":1,"a":2} | {"s_a":"(masked)","a":2}
            {"patternProperties": {"^p_": true}, "additionalProperties": {"sensitive": true}} | {"p_a":1,"a":2} | {"p_a":1,"a":"(masked)"}
            {"properties": {"a": true}, "additionalProperties": {"sensitive": true}} | {"a":1,"b":2} | {"a":1,"b":"(masked)"}
            {"properties": {"a": {}}, "unevaluatedProperties": {"sensitive": true}} | {"a":1,"b":2} | {"a":1,"b":"(masked)"}
            {"propertyNames": {"sensitive": true}} | {"a":1} | "(masked)"
            {"items": {"sensitive": true}} | [1,[2],{"a":3}] | ["(masked)","(masked)","(masked)"]
            {"prefixItems": [true, {"sensitive": true}], "items": {}} | [1,2,3] | [1,"(masked)",3]
            {"prefixItems": [{}], "items": {"sensitive": true}} | [1,2,3] | [1,"(masked)","(masked)"]
            {"prefixItems": [{}], "unevaluatedItems": {"sensitive": true}} | [1,2] | [1,"(masked)"]
            {"contains": {"sensitive": true}} | [1,2] | ["(masked)","(masked)"]
            {"allOf": [{}, {"properties": {"a": {"sensitive": true}}}]} | {"a":1,"b":2} | {"a":"(masked)","b":2}
            {"anyOf": [{"type": "string", "sensitive": true}, {"type": "object"}]} | {"a":1} | "(masked)"
            {"oneOf": [{"items": {"sensitive": true}}, true]} | [1] | ["(masked)"]
            {"if": {}, "then": {"properties": {"a": {"sensitive": true}}}} | {"a":1} | {"a":"(masked)"}
            {"if": {}, "else": {"properties": {"a": {"sensitive": true}}}} | {"a":1} | {"a":"(masked)"}
            {"dependentSchemas": {"b": {"properties": {"a": {"sensitive": true}}}}} | {"a":1} | {"a":"(masked)"}
            {"contentSchema": {"properties": {"a": {"sensitive": true}}}} | "{\\"a\\": 1}" | "(masked)"
            {"properties": {"a": {"$ref": "#/$defs/card"}}, "$defs": {"card": {"sensitive": true}}} | {"a":1} | {"a":"(masked)"}
            {"properties": {"a": {"$ref": "#/$defs/x~1y%20z"}}, "$defs": {"x/y z": {"sensitive": true}}} | {"a":1} | {"a":"(masked)"}
            {"properties": {"a": {"$ref": "#card"}}, "$defs": {"c": {"$anchor": "card", "sensitive": true}}} | {"a":1} | {"a":"(masked)"}
            {"properties": {"a": {"$dynamicRef": "#c"}}, "$defs": {"c": {"$dynamicAnchor": "c", "sensitive": true}}} | {"a":1} | {"a":"(masked)"}
            {"properties": {"a": {"$ref": "#/x/0"}}, "x": [{"sensitive": true}]} | {"a":1} | {"a":"(masked)"}
            {"$defs": {"r": {"$id": "urn:r", "properties": {"a": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"sensitive": true}}}}, "items": {"$ref": "#/$defs/r"}} | [{"a":1}] | [{"a":"(masked)"}]
            {"properties": {"sensitive": {"type": "boolean"}, "writeOnly": true}} | {"sensitive":true} | {"sensitive":true}
            {"const": {"sensitive": true}, "default": {"sensitive": true}, "enum": [{"sensitive": true}]} | {"sensitive":true} | {"sensitive":true}
            {"$defs": {"unused": {"sensitive": true}}} | {"a":1} | {"a":1}
            {"properties": {"sensitive": {"sensitive": true}}} | {"sensitive":true} | {"sensitive":"(masked)"}
            """)
    void followsEachKeyword(String schema, String payload, String shown) {
        assertThat(masked(schema, payload)).isEqualTo(shown);
    }

    @Test
    @DisplayName("a recursive schema marks at every depth")
    void recursive() {
        String schema =
                "{\"properties\": {\"pin\": {\"sensitive\": true}, \"next\": {\"$ref\": \"#\"}}, \"items\": {\"$ref\": \"#\"}}";

        assertThat(masked(schema, "{\"next\":{\"pin\":1,\"next\":[{\"pin\":2,\"x\":3}]}}"))
                .isEqualTo("{\"next\":{\"pin\":\"(masked)\",\"next\":[{\"pin\":\"(masked)\",\"x\":3}]}}");
        assertThat(masked("{\"$ref\": \"#\"}", "[1]")).isEqualTo("[1]");
    }

    @Test
    @DisplayName("a chain of schemas that each apply the next one twice takes no more time than its length")
    void isLinearInTheSchema() {
        String chain = IntStream.range(0, 60)
                .mapToObj(i -> "\"d%d\": {\"allOf\": [{\"$ref\": \"#/$defs/d%d\"}, {\"$ref\": \"#/$defs/d%d\"}]}"
                        .formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(", "));
        String schema = "{\"$ref\": \"#/$defs/d0\", \"$defs\": {%s, \"d60\": {\"items\": {\"sensitive\": true}}}}"
                .formatted(chain);

        assertThat(masked(schema, "[1]")).isEqualTo("[\"(masked)\"]");
    }

    @Test
    @DisplayName("a regular expression that would read a name without end counts as one that matches")
    void isBoundedInRegularExpressions() {
        String name = "a".repeat(60) + "!";

        assertThat(masked(
                        "{\"patternProperties\": {\"^(a+)+$\": {\"sensitive\": true}}}",
                        "{\"%s\":1,\"b\":2}".formatted(name)))
                .isEqualTo("{\"%s\":\"(masked)\",\"b\":2}".formatted(name));
    }

    @Test
    @DisplayName("a large payload is masked as a whole text, also if it grows beyond the limit of payloads")
    void large() {
        String ones = IntStream.range(0, 400_000).mapToObj(i -> "1").collect(Collectors.joining(",", "[", "]"));

        assertThat(masked("{\"items\": {\"sensitive\": true}}", ones)).hasSize(400_000 * 11 + 1);
    }

    private static SensitiveValues values(String schema, String payload) {
        SensitiveValues values = new SensitiveValues();
        SensitiveJson.collect(new Json(payload), SensitiveSchema.of(new Json(schema)), values);
        return values;
    }

    private static final String CARD = "{\"properties\": {\"card\": {\"sensitive\": true}}}";

    @ParameterizedTest(name = "{0} in {1}")
    @DisplayName("a sensitive value is masked where it occurs again, if it is long enough or has the same name")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # the value of 'card' | another payload | as it is shown
            "4000-1234" | {"a": "4000-1234"} | {"a":"(masked)"}
            "4000-1234" | {"a": "card 4000-1234 and 4000-1234!"} | {"a":"card (masked) and (masked)!"}
            "4000-1234" | {"4000-1234": 1, "x4000-1234": 2, "4000-12": 3} | {"(masked)":1,"x(masked)":2,"4000-12":3}
            "4000-1234" | ["4000-123", "000-1234"] | ["4000-123", "000-1234"]
            "a\\"b\\u00e9cde" | ["(a\\"bécde)"] | ["((masked))"]
            "123" | {"a": "123", "b": "1234", "cvv": "a 123", "n": 123} | {"a":"(masked)","b":"1234","cvv":"a 123","n":123}
            "12" | {"a": "12", "card": "12"} | {"a":"12","card":"(masked)"}
            4711 | {"a": 4711, "b": "4711", "c": 47110, "d": 4711.0, "e": 471.1} | {"a":"(masked)","b":"(masked)","c":47110,"d":"(masked)","e":471.1}
            471100 | {"a": "no. 471100."} | {"a":"no. (masked)."}
            12 | {"a": 12, "card": [12, {"x": 12}]} | {"a":12,"card":["(masked)",{"x":12}]}
            1.25e3 | {"a": 1250, "b": 1.250} | {"a":"(masked)","b":1.250}
            true | {"a": true, "card": true} | {"a":true,"card":"(masked)"}
            null | {"a": null, "card": null} | {"a": null, "card": null}
            "" | {"card": "", "a": "x"} | {"card": "", "a": "x"}
            {"no": "abcdef", "cvv": 7} | {"x": "abcdef", "cvv": 7, "no": 7} | {"x":"(masked)","cvv":"(masked)","no":7}
            ["abcdef", "abcdefgh"] | ["xabcdefghx", "abcdefabcdef"] | ["x(masked)x","(masked)(masked)"]
            """)
    void copiesOfValues(String value, String payload, String shown) {
        SensitiveValues values = values(CARD, "{\"card\": " + value + "}");

        assertThat(SensitiveJson.masked(new Json(payload), SensitivePlace.plain(), values)
                        .text())
                .isEqualTo(shown);
    }

    @Test
    @DisplayName("two members with the same masked name stay two members")
    void namesStayUnique() {
        SensitiveValues values = values(CARD, "{\"card\": [\"secret1\", \"secret2\", \"secret3\"]}");

        assertThat(SensitiveJson.masked(
                                new Json("{\"secret1\":1,\"secret2\":2,\"secret3\":3}"), SensitivePlace.plain(), values)
                        .text())
                .isEqualTo("{\"(masked)\":1,\"(masked) 2\":2,\"(masked) 3\":3}");
    }

    @Test
    @DisplayName("values are found in texts, such as messages of failures")
    void texts() {
        SensitiveValues values = values(CARD, "{\"card\": {\"no\": \"4000-1234\", \"pin\": 4711}}");

        assertThat(values.masked("declined: 4000-1234")).isEqualTo("declined: (masked)");
        assertThat(values.masked("4711")).isEqualTo("(masked)");
        assertThat(values.masked("declined")).isEqualTo("declined");
        assertThat(values("{}", "{\"card\": \"4000-1234\"}").isEmpty()).isTrue();
    }

    @Test
    @DisplayName("the search for values ends after its work, and then masks: many values with one beginning")
    void isBounded() {
        String same = "x".repeat(40);
        String cards = IntStream.range(0, 20_000)
                .mapToObj(i -> "\"" + same + i + "\"")
                .collect(Collectors.joining(",", "{\"card\": [", "]}"));
        SensitiveValues values = values(CARD, cards);

        assertThat(values.masked("x".repeat(500_000))).isEqualTo("(masked)");
    }

    @Test
    @DisplayName("a random text is masked like one in which each value is replaced in turn")
    void findsLikeTheSimpleWay() {
        Random random = new Random(60);
        for (int run = 0; run < 2_000; run++) {
            String value = random.ints(6 + random.nextInt(3), 'a', 'c')
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            String text = random.ints(random.nextInt(60), 'a', 'c')
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            SensitiveValues values = values(CARD, "{\"card\": \"" + value + "\"}");

            assertThat(values.masked(text)).as("%s in %s", value, text).isEqualTo(text.replace(value, "(masked)"));
        }
    }
}
