package dev.reeve.internal.model.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Workflow;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Members that expressions read are checked against the schemas")
final class ReadCheckTest {

    private static final String CLOSED =
            "{ schema: { type: object, additionalProperties: false, properties: { total: { type: number }, lines: "
                    + "{ type: array, items: { $ref: \"#/$defs/line\" } } }, "
                    + "$defs: { line: { properties: { sku: { type: string } } } } } }";

    private static List<String> problems(String text) {
        return Workflow.validate(text, "w.yaml").stream().map(Problem::toString).toList();
    }

    private static List<String> reading(String expression) {
        return problems("""
                workflow: w
                input: %s
                steps:
                  pay: { action: a.b, output: %s }
                  end: { after: [pay], action: a.b, input: "${ %s }" }
                """.formatted(CLOSED, CLOSED, expression));
    }

    @Test
    @DisplayName("A wrong member of a described output is an error with a suggestion")
    void wrongMember() {
        assertThat(reading("steps.pay.output.totl"))
                .containsExactly("5:44: steps.end.input: 'steps.pay.output' has no member 'totl' in its schema. Did you"
                        + " mean total? Otherwise add it to the schema");
        assertThat(reading("input.amount"))
                .containsExactly("5:44: steps.end.input: 'input' has no member 'amount' in its schema. It describes"
                        + " total, lines");
        assertThat(reading("input.total.value"))
                .containsExactly(
                        "5:44: steps.end.input: 'input.total' is of type number by its schema, and has no member"
                                + " 'value'");
        assertThat(reading("steps.pay.output.lines[0].x & input.lines.skus"))
                .containsExactly("5:44: steps.end.input: 'input.lines' has no member 'skus' in its schema. Did you mean"
                        + " sku? Otherwise add it to the schema");
    }

    @Test
    @DisplayName("An open schema allows other members: a warning, unless it looks like a slip")
    void openSchema() {
        assertThat(reading("input.lines.colour"))
                .containsExactly(
                        "5:44: steps.end.input: warning: 'input.lines' has no member 'colour' in its schema, which"
                                + " allows others. It describes sku");
        assertThat(reading("steps.pay.output.lines.sku & input.total")).isEmpty();
    }

    @Test
    @DisplayName("Items, rounds, compensations and signals")
    void everywhere() {
        assertThat(problems("""
                workflow: w
                input: %s
                steps:
                  each: { forEach: "${ input.lines }", as: line, action: a.b, input: "${ line.skuu }", output: %s,
                    compensate: { action: a.c, input: "${ output.totals }" } }
                  again: { action: a.b, output: %s, repeat: { until: "${ output.totale > 1 }" } }
                  ok: { await: { signal: s, schema: { type: object, properties: { buyer: {} } } } }
                  end: { after: [ok, each], action: a.b, input: { a: "${ steps.ok.output.byer }", b: "${ steps.each.output.total }" } }
                """.formatted(CLOSED, CLOSED, CLOSED)))
                .extracting(problem -> problem.replaceFirst("^[0-9:]+ ", "").replaceFirst("'? in its.*", ""))
                .containsExactly(
                        "steps.each.input: 'line' has no member 'skuu",
                        "steps.each.compensate.input: 'output' has no member 'totals",
                        "steps.again.repeat.until: 'output' has no member 'totale",
                        "steps.end.input.a: 'steps.ok.output' has no member 'byer");
    }

    @Test
    @DisplayName("Where other keywords decide, nothing is said")
    void unknownShapes() {
        for (String schema : List.of(
                "{ anyOf: [ { properties: { a: {} } } ] }",
                "{ properties: { a: {} }, patternProperties: { \"^x\": {} } }",
                "{ properties: { a: {} }, additionalProperties: { type: string } }",
                "{ $ref: \"#/$defs/any\", $defs: { any: true } }",
                "{ type: object }",
                "{}")) {
            assertThat(problems(
                            "workflow: w\ninput: { schema: %s }\nsteps: { s: { action: a.b, input: \"${ input.b }\" } }"
                                    .formatted(schema)))
                    .as(schema)
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("A stored definition stays readable, although an older release accepted more")
    void storedDefinitions() {
        Definition restored = DefinitionReader.restore(
                new Json("{\"workflow\":\"w\",\"version\":1,\"input\":{\"schema\":{\"properties\":{\"total\":{}}}},"
                        + "\"steps\":{\"s\":{\"action\":\"a.b\",\"input\":\"${ input.totl }\"}}}"));

        assertThat(restored.steps()).hasSize(1);
    }
}
