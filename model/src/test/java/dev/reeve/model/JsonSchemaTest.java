package dev.reeve.model;

import static org.assertj.core.api.Assertions.assertThat;

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
    @DisplayName("D15: neither a regular expression nor a schema that refers to itself can go on without end")
    void isBounded() {
        assertThat(schema("{\"pattern\": \"^" + "a?".repeat(25) + "a{25}$\"}")
                        .check("input", new Json("\"" + "a".repeat(40) + "!\"")))
                .extracting(Problem::message)
                .containsExactly("a regular expression of the schema takes too long on this value");
        JsonSchema endless = schema("{\"$ref\": \"#\"}");
        assertThat(endless.problems().isEmpty() ? endless.check("input", Json.NULL) : endless.problems())
                .isNotEmpty();
    }

    @Test
    @DisplayName("D16: a schema refers to nothing outside of it")
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
    void isEqualIfTheSchemaIs() {
        assertThat(schema("{ \"type\": \"object\" }")).isEqualTo(schema("{\"type\":\"object\"}"));
    }
}
