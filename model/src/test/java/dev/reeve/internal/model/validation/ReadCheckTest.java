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
    @DisplayName("Large and deep literals are accepted, and nothing is known of them")
    void largeLiterals() {
        String deep = "{ a: ".repeat(40) + "1" + " }".repeat(40);
        StringBuilder wide = new StringBuilder("{ ");
        for (int i = 0; i < 20_000; i++) {
            wide.append("m").append(i).append(": 1, ");
        }
        for (String literal : List.of(deep, wide + "end: 1 }")) {
            assertThat(problems("""
                    workflow: w
                    steps:
                      v: { value: %s }
                      g: { after: [v], input: %s, steps: { s: { action: a.b, input: "${ input.x }" } } }
                      end: { after: [v], action: a.b, input: "${ steps.v.output.x }" }
                    """.formatted(literal, literal)))
                    .filteredOn(problem -> !problem.contains("warning"))
                    .filteredOn(problem -> !problem.contains("has no member 'x'"))
                    .isEmpty();
        }
        assertThat(problems("""
                workflow: w
                steps:
                  v: { value: { total: 1 } }
                  end: { after: [v], action: a.b, input: "${ steps.v.output.totl }" }
                """)).singleElement().asString().contains("totl");
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

    @Test
    @DisplayName("The members of values and of groups are those that are written")
    void templates() {
        assertThat(problems("""
                workflow: w
                steps:
                  sum: { value: { total: "${ input.a }", of: { currency: EUR } } }
                  ship:
                    after: [sum]
                    forEach: "${ input.parcels }"
                    as: parcel
                    input: { parcel: "${ parcel }", total: 1 }
                    steps:
                      pack: { action: a.b, input: "${ input.parcl }" }
                      send: { after: [pack], action: a.b, input: "${ input.parcel.anything }" }
                    output: { number: "${ steps.send.output.number }" }
                  plain: { steps: { one: { action: a.b } } }
                  end:
                    after: [ship, plain]
                    action: a.b
                    input: { a: "${ steps.sum.output.totl }", b: "${ steps.sum.output.of.currency.code }", c: "${ steps.ship.output.numbr }", d: "${ steps.plain.output.two }", e: "${ steps.sum.output.total.x }" }
                """))
                .satisfiesExactlyInAnyOrder(
                        found -> assertThat(found)
                                .contains(
                                        "steps.end.input.a: 'steps.sum.output' has no member 'totl'. Did you mean total?"),
                        found -> assertThat(found)
                                .contains("steps.end.input.b: 'steps.sum.output.of.currency' is of type string"),
                        found -> assertThat(found)
                                .contains("steps.end.input.c: 'steps.ship.output' has no member 'numbr'", "number"),
                        found -> assertThat(found)
                                .contains("steps.end.input.d: 'steps.plain.output' has no member 'two'", "one"),
                        found -> assertThat(found)
                                .contains("steps.ship.steps.pack.input: 'input' has no member 'parcl'", "parcel"));
    }

    @Test
    @DisplayName("The round before has the shape of the output, and an item of a batch is a list")
    void previous() {
        assertThat(problems("""
                workflow: w
                steps:
                  page:
                    action: a.b
                    input: { cursor: "${ previous.cursr }" }
                    output: { schema: { properties: { cursor: { type: string }, done: { type: boolean } } } }
                    repeat: { until: "${ output.done }", max: 9 }
                """))
                .singleElement()
                .satisfies(found -> assertThat(found).contains("'previous' has no member 'cursr'", "cursor"));
    }

    @Test
    @DisplayName("The outputs of the items of a list are a list")
    void outputsOfItems() {
        assertThat(problems("""
                workflow: w
                input: { schema: { properties: { names: { type: array, items: { type: string } } } } }
                steps:
                  a: { action: a.b, forEach: "${ input.names }", output: { schema: { type: string } } }
                  b: { after: [a], action: a.b, forEach: "${ steps.a.output }" }
                """)).isEmpty();
    }

    @Test
    @DisplayName("A step that fails on purpose has no output")
    void failing() {
        assertThat(problems("""
                workflow: w
                steps:
                  no: { when: "${ input.bad }", fail: { code: BAD } }
                finally:
                  tell: { action: a.b, input: "${ steps.no.output }" }
                """))
                .singleElement()
                .satisfies(found -> assertThat(found)
                        .contains(
                                "finally.tell.input: warning: the output of 'no' is never known, as it always fails"));
    }

    @Test
    @DisplayName("A value of a wrong type is an error where it could never do, and a text as a condition a warning")
    void types() {
        assertThat(problems("""
                workflow: w
                input: { schema: { properties: { text: { type: string }, flag: { type: boolean }, number: { type: integer }, list: { type: array, items: { type: string } }, any: { type: [string, array] } } } }
                steps:
                  b: { when: "${ input.flag }", action: a.b, forEach: "${ input.list }", completeBy: "${ input.number }" }
                  c: { action: a.b, forEach: "${ input.text }" }
                  d: { wait: "${ input.flag }" }
                  e: { waitUntil: "${ input.flag }" }
                  f: { action: a.b, forEach: "${ input.any }", completeBy: "${ input.text }" }
                  h: { when: "${ input.list }", action: a.b, forEach: "${ [input.text] }" }
                """))
                .satisfiesExactlyInAnyOrder(
                        found -> assertThat(found)
                                .contains("steps.c.forEach: 'input.text' is of type string by its schema, and a list is"
                                        + " needed here"),
                        found -> assertThat(found)
                                .contains("steps.d.wait: 'input.flag' is of type boolean by its schema"),
                        found -> assertThat(found).contains("steps.e.waitUntil: 'input.flag' is of type boolean"));
        assertThat(problems("""
                workflow: w
                input: { schema: { properties: { text: { type: string }, flag: { type: boolean } } } }
                steps:
                  a: { when: "${ input.text }", action: a.b }
                  b: { when: "${ input.flag }", action: a.b }
                  g: { switch: { yes: "${ input.text }", no: otherwise } }
                  h: { when: "${ input.text = 'yes' }", action: a.b }
                """))
                .satisfiesExactlyInAnyOrder(
                        found -> assertThat(found)
                                .contains(
                                        "steps.a.when: warning: 'input.text' is of type string by its schema, and every"
                                                + " text but the empty one counts as true"),
                        found -> assertThat(found).contains("steps.g.switch.yes: warning: 'input.text'"));
    }
}
