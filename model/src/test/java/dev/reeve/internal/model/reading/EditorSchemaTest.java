package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Problem;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The JSON Schema for editors and the reader say yes and no to the same definitions, as far as form goes. */
final class EditorSchemaTest {

    private static final int SEEDS = 1_500;

    private static final @Nullable Object[] JUNK = {
        null,
        true,
        0,
        1,
        -1,
        101,
        1.5,
        2_000_000_000L,
        "",
        "abc",
        "Abc Def",
        "30s",
        "0s",
        "30",
        "PT1M",
        "P",
        "PT",
        "1y",
        "-5s",
        "compensate",
        "continue",
        "retry",
        "any",
        "a.b",
        "a..b",
        "${ input.x }",
        "x ${ input.x }",
        List.of(),
        List.of("a"),
        List.of(1),
        Map.of(),
        Map.of("action", "a.b"),
        Map.of("action", 1),
        Map.of("pause", "1s", "then", "continue"),
        "10%",
        "101%",
        "10/s",
        "0/s",
        "latest",
        "CARD_DECLINED",
        Map.of("code", "A_1", "message", "no"),
        Map.of("code", "no"),
        "otherwise",
        "item",
        "output",
        true,
        2,
        Map.of("until", "${ output.done }"),
        Map.of("until", "${ output.done }", "max", 0),
        Map.of("concurrency", 1),
        Map.of("rate", "10/m", "key", "a"),
        Map.of("signal", "a", "timeout", "1s", "default", 1),
        Map.of("signal", List.of("a", "b")),
        Map.of("signal", List.of("a")),
        Map.of("signal", List.of("a", "a")),
        Map.of("signal", "a", "default", 1),
        Map.of("signal", "a", "timeout", "${ signal.b }", "updateOn", "b"),
        Map.of("signal", "a", "timeout", "1s", "updateOn", "b"),
        Map.of("a", "${ input.a }", "b", "otherwise"),
        Map.of("schema", Map.of("type", "object")),
        Map.of("maxAttempts", 3),
        Map.of("any", 1, "others", "cancel"),
        Map.of("any", 2),
        Map.of("others", "undo"),
        Map.of("any", 0, "others", "keep"),
        Map.of("until", "${ output }", "max", 3),
        Map.of("schema", Map.of()),
        List.of("a.b", "c"),
        List.of("A_1", "B"),
        List.of("A_1", "A_1"),
        Map.of("CARD_DECLINED", "continue"),
        Map.of("CARD_DECLINED", "continue", "otherwise", "escalate"),
        Map.of("CARD_DECLINED", "continue", "otherwise", Map.of("pause", "1s")),
        Map.of("CARD_DECLINED", "continue", "pause", "1s"),
        Map.of("CARD_DECLINED", "sometimes"),
        Map.of("OTHERWISE", "escalate"),
        Map.of("otherwise", "escalate"),
        Map.of("action", "${ input.x }", "oneOf", List.of("a.b")),
        Map.of("action", "a.b", "oneOf", List.of("a.b")),
        Map.of("never", List.of("A_1"), "on", List.of("B")),
        Map.of("on", List.of()),
        Map.of("a", Map.of("action", "a.b"))
    };

    private static final String[] KEYS = {
        "workflow",
        "version",
        "description",
        "completeBy",
        "input",
        "steps",
        "finally",
        "output",
        "after",
        "join",
        "any",
        "others",
        "when",
        "action",
        "wait",
        "waitUntil",
        "value",
        "fail",
        "complete",
        "code",
        "message",
        "details",
        "heartbeat",
        "retry",
        "probe",
        "compensate",
        "onUnknown",
        "onExhausted",
        "priority",
        "maxAttempts",
        "backoff",
        "factor",
        "maxBackoff",
        "giveUpAfter",
        "pause",
        "rounds",
        "then",
        "schema",
        "forEach",
        "batch",
        "as",
        "concurrency",
        "tolerate",
        "repeat",
        "until",
        "delay",
        "maxDelay",
        "max",
        "pivot",
        "switch",
        "await",
        "signal",
        "timeout",
        "default",
        "updateOn",
        "expected",
        "onSlow",
        "schedule",
        "cron",
        "zone",
        "every",
        "at",
        "gap",
        "overlap",
        "missed",
        "whileRunning",
        "startBy",
        "transactional",
        "limit",
        "key",
        "rate",
        "oneOf",
        "on",
        "never",
        "otherwise",
        "CARD_DECLINED",
        "OTHERWISE",
        "labels",
        "retention",
        "replyTo",
        "unknown",
        "Bad Name",
        "a"
    };

    private static String schema() throws Exception {
        try (InputStream in = EditorSchemaTest.class.getResourceAsStream("/META-INF/reeve/workflow-v1.schema.json")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void isItselfAValidSchema() throws Exception {
        JsonSchema schema = new JsonSchema(new Json(schema()));

        assertThat(schema.problems()).isEmpty();
    }

    @Test
    void eachKeyOfAWorkflowAndOfAStepIsTried() {
        assertThat(KEYS).containsAll(DefinitionReader.KEYS).containsAll(StepKind.KEYS);
    }

    @Test
    void acceptsWhatTheReaderAcceptsAndRefusesWhatItRefuses() throws Exception {
        JsonSchema schema = new JsonSchema(new Json(schema()));
        int refused = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            DefinitionGenerator generator = new DefinitionGenerator(seed);
            Object tree = generator.workflow().toJson().value();
            for (int i = generator.below(4); i > 0; i--) {
                tree = mutate(tree, generator, 0);
            }
            Json definition = Json.of(tree);
            if (!definition.text().startsWith("{")) {
                continue;
            }
            List<Problem> bySchema = schema.check("", definition);
            boolean byReader = DefinitionReader.isWellFormed(definition.text());

            assertThat(byReader)
                    .as("seed %d: schema says %s of %s", seed, bySchema, definition)
                    .isEqualTo(bySchema.isEmpty());
            refused += byReader ? 0 : 1;
        }
        assertThat(refused).as("mutations that matter").isBetween(SEEDS / 4, SEEDS * 3 / 4);
    }

    /** Changes one thing at a random place: a value, a key, one key more or less. */
    private static @Nullable Object mutate(@Nullable Object value, DefinitionGenerator generator, int depth) {
        if (value instanceof Map<?, ?> map && !map.isEmpty() && (depth < 2 || generator.chance())) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((key, member) -> copy.put((String) key, member));
            List<String> keys = new ArrayList<>(copy.keySet());
            String key = keys.get(generator.below(keys.size()));
            switch (generator.below(depth < 2 ? 12 : 5)) {
                case 0 -> copy.remove(key);
                case 1 -> copy.put(generator.pick(KEYS), JUNK[generator.below(JUNK.length)]);
                case 2 -> copy.put(generator.pick(KEYS), copy.remove(key));
                default -> copy.put(key, mutate(copy.get(key), generator, depth + 1));
            }
            return copy;
        }
        if (value instanceof List<?> list && !list.isEmpty() && generator.chance()) {
            List<@Nullable Object> copy = new ArrayList<>(list);
            int index = generator.below(copy.size());
            copy.set(index, mutate(copy.get(index), generator, depth + 1));
            return copy;
        }
        return JUNK[generator.below(JUNK.length)];
    }
}
