package dev.reeve.internal.sensitive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.StepPath;
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
