package dev.reeve.internal.model.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.workflow.Problem;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class JsonSchemaTest {

    private static JsonSchema schema(String json) {
        return new JsonSchema(new Json(json));
    }

    @Test
    void saysWhatIsWrongWithAnInputAndWhere() {
        JsonSchema schema = schema("""
                {"type": "object", "required": ["orderId", "lines"],
                 "properties": {"orderId": {"type": "string", "pattern": "^o-[0-9]+$"},
                                "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
                 "$defs": {"line": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}}}""");

        assertThat(schema.check("input", new Json("{\"orderId\":\"o-1\",\"lines\":[{\"n\":1}]}")))
                .isEmpty();
        assertThat(schema.check("input", new Json("{\"orderId\":\"x\",\"lines\":[{\"n\":1},{\"n\":0.5}]}")))
                .extracting(Problem::path)
                .containsExactlyInAnyOrder("input.orderId", "input.lines[1].n", "input.lines[1].n");
        assertThat(schema.check("input", new Json("{}")))
                .extracting(Problem::toString)
                .containsExactlyInAnyOrder(
                        "input: required property 'orderId' not found", "input: required property 'lines' not found");
        assertThat(schema.check("input", Json.NULL)).extracting(Problem::path).containsExactly("input");
    }

    @Test
    @DisplayName("D14: integers beyond 2^53 are compared exactly")
    void numbersAreExact() {
        JsonSchema schema = schema("{\"const\": 9007199254740993}");

        assertThat(schema.check("input", new Json("9007199254740993"))).isEmpty();
        assertThat(schema.check("input", new Json("9007199254740992"))).isNotEmpty();
    }

    @Test
    @DisplayName("D15: endless regular expressions and recursive schemas are stopped")
    void isBounded() {
        assertThat(schema("{\"pattern\": \"^" + "a?".repeat(25) + "a{25}$\"}")
                        .check("input", new Json("\"" + "a".repeat(40) + "!\"")))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("takes too long");
        JsonSchema endless = schema("{\"$ref\": \"#\"}");
        assertThat(endless.problems().isEmpty() ? endless.check("input", Json.NULL) : endless.problems())
                .isNotEmpty();
    }

    @Test
    @DisplayName("D16: a schema cannot refer to anything outside of it")
    void refusesWhatIsElsewhere() {
        assertThat(schema("{\"$ref\": \"https://example.com/x.json\"}").problems())
                .hasSize(1);
        assertThat(schema("{\"items\": [{\"$dynamicRef\": \"classpath:x.json\"}]}")
                        .problems())
                .isNotEmpty();
        assertThat(schema("{\"$schema\": \"http://json-schema.org/draft-04/schema#\"}")
                        .problems())
                .hasSize(1);
        assertThat(schema("{\"type\": \"objekt\"}").problems()).isNotEmpty();
        assertThat(schema("{\"$ref\": \"#/$defs/missing\"}").problems()).isNotEmpty();
        assertThat(schema("{}").problems()).isEmpty();
    }

    @Test
    @DisplayName("a problem with a sensitive value names its place and the keyword, and nothing of the value (ADR 60)")
    void tellsNothingOfSensitiveValues() {
        JsonSchema schema = schema("""
                {"properties": {"card": {"sensitive": true, "type": "string", "pattern": "^[0-9]+$"},
                                "codes": {"items": {"writeOnly": true, "additionalProperties": false}},
                                "plain": {"maxLength": 2}}}""");

        assertThat(schema.problems()).isEmpty();
        assertThat(schema.check("input", new Json("{\"card\": \"1234\", \"codes\": [{}]}")))
                .isEmpty();
        assertThat(schema.check(
                        "input",
                        new Json("{\"card\": \"canary\", \"codes\": [{}, {\"canary\": 1}], \"plain\": \"abc\"}")))
                .extracting(Problem::toString)
                .containsExactlyInAnyOrder(
                        "input.card: does not satisfy 'pattern'; it is sensitive, so no more is said",
                        "input.codes[1]: does not satisfy 'additionalProperties'; it is sensitive, so no more is said",
                        "input.plain: must be at most 2 characters long");
    }

    @Test
    @DisplayName("marks are true or false; a property or a value of that name is no mark")
    void refusesWrongMarks() {
        assertThat(schema("""
                {"properties": {"a": {"sensitive": "yes"}, "b": {"items": {"writeOnly": 1}},
                                "sensitive": {"type": "string"}, "writeOnly": true},
                 "$defs": {"c": {"sensitive": null}}, "const": {"sensitive": "yes"}}""").problems())
                .extracting(Problem::path)
                .contains(".properties.a.sensitive", ".properties.b.items.writeOnly", ".$defs.c.sensitive")
                .doesNotContain(".properties.sensitive", ".properties.writeOnly", ".const.sensitive");
        assertThat(schema("{\"properties\": {\"sensitive\": {\"type\": \"string\"}, \"writeOnly\": true}, "
                                + "\"sensitive\": false}")
                        .problems())
                .isEmpty();
    }

    /** Each of these definitions refers to the next one twice. */
    private static String chain(int length) {
        StringBuilder schema = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < length; i++) {
            String next = "{\"$ref\":\"#/$defs/d%d\"}".formatted(i + 1);
            schema.append("\"d%d\":{\"allOf\":[%s,%s]},".formatted(i, next, next));
        }
        return schema.append("\"d%d\":{\"type\":\"integer\"}}}".formatted(length))
                .toString();
    }

    @Test
    @DisplayName("A schema that applies a million schemas to one value is refused, and ends if it was deployed before")
    void chainsThatDouble() {
        assertThat(schema(chain(8)).problems()).isEmpty();
        assertThat(schema(chain(8)).check("input", new Json("1"))).isEmpty();
        assertThat(schema(chain(8)).check("input", new Json("\"a\""))).isNotEmpty();
        for (int length : new int[] {22, 26, 200}) {
            assertThat(schema(chain(length)).problems())
                    .singleElement()
                    .asString()
                    .contains("more than 10,000 schemas");
            assertTakesTooLong(schema(chain(length)), "1");
        }
    }

    @Test
    @DisplayName("A reference with escapes counts as well")
    void escapedReferences() {
        String escaped = chain(22).replace("#/$defs/d", "#/%24defs/%64");

        assertThat(schema(escaped).problems()).singleElement().asString().contains("more than 10,000 schemas");
        assertThat(schema(chain(8).replace("#/$defs/d", "#/%24defs/%64")).check("input", new Json("1")))
                .isEmpty();
    }

    @Test
    @DisplayName("A schema with a chain of 20,000 references is refused, and does not break its reader")
    void longChains() {
        String links = IntStream.range(0, 20_000)
                .mapToObj(i -> "\"d%d\":{\"$ref\":\"#/$defs/d%d\"}".formatted(i, i + 1))
                .collect(Collectors.joining(","));

        assertThat(schema("{\"$ref\":\"#/$defs/d0\",\"$defs\":{%s,\"d20000\":{}}}".formatted(links))
                        .problems())
                .singleElement()
                .asString()
                .contains("too deep");
    }

    @Test
    @DisplayName("All regular expressions of one check share its limit, over all names and values")
    void regularExpressionsShareTheLimit() {
        String patterns = IntStream.range(0, 100)
                .mapToObj("\"^(a+)+x%d$\":{}"::formatted)
                .collect(Collectors.joining(",", "{\"patternProperties\":{", "}}"));
        String names = IntStream.range(0, 1_000)
                .mapToObj(i -> "\"%s%d\":1".formatted("a".repeat(40), i))
                .collect(Collectors.joining(",", "{", "}"));

        assertTakesTooLong(schema(patterns), names);
    }

    @Test
    @DisplayName("Work that doubles with the depth of the value is stopped, too")
    void recursionThatDoubles() {
        String recursive = """
                {"$ref":"#/$defs/a","$defs":{"a":{"%s":[
                  {"properties":{"x":{"$ref":"#/$defs/a"}}%s},{"properties":{"x":{"$ref":"#/$defs/a"}}%s}]}}}""";
        String value = "{\"x\":".repeat(60) + "1" + "}".repeat(60);
        String unevaluated = ",\"unevaluatedProperties\":false";

        assertTakesTooLong(schema(recursive.formatted("allOf", "", "")), value);
        assertTakesTooLong(schema(recursive.formatted("anyOf", unevaluated, unevaluated)), value);
    }

    @Test
    @DisplayName("Values of equal hash, in uniqueItems and in enum")
    void equalHashes() {
        String items = IntStream.range(0, 16_000)
                .mapToObj(i -> "{\"k\":\"%s\"}".formatted(equalHash(i)))
                .collect(Collectors.joining(",", "[", "]"));

        assertThat(schema("{\"uniqueItems\":true}").check("input", new Json(items)))
                .isEmpty();
        assertThat(schema("{\"uniqueItems\":true}").check("input", new Json("[{\"a\":1,\"b\":2},{\"b\":2.0,\"a\":1}]")))
                .hasSize(1);
        assertThat(schema("{\"enum\":%s}".formatted(items)).problems()).hasSize(1);
        assertThat(schema("{\"enum\":[\"a\",{\"a\":1}]}").problems()).isEmpty();
    }

    private static String equalHash(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 14; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    @Test
    @DisplayName("A megabyte that violates the schema everywhere gives the first problems; a valid one is accepted")
    void largeValues() {
        String numbers = "[" + "1,".repeat(300_000) + "1]";
        assertThat(schema("{\"items\":{\"type\":\"string\"}}").check("input", new Json(numbers)))
                .hasSize(100);
        String orders = IntStream.range(0, 12_000)
                .mapToObj("{\"sku\":\"abc%d\",\"price\":1.5,\"tags\":[\"a\",\"b\"]}"::formatted)
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(schema("""
                        {"type":"array","items":{"type":"object","required":["sku"],"additionalProperties":false,"properties":{
                          "sku":{"type":"string","pattern":"^[a-z]+[0-9]+$"},"price":{"type":"number","minimum":0},
                          "tags":{"type":"array","items":{"type":"string"}}}}}""").check("input", new Json(orders))).isEmpty();
    }

    private static void assertTakesTooLong(JsonSchema schema, String value) {
        assertThat(schema.check("input", new Json(value)))
                .singleElement()
                .asString()
                .contains("takes too long");
    }

    @Test
    void isEqualIfTheSchemaIs() {
        assertThat(schema("{ \"type\": \"object\" }")).isEqualTo(schema("{\"type\":\"object\"}"));
    }
}
