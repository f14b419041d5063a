package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.internal.values.Limits;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import dev.reeve.workflow.WorkflowBuilder;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How large definitions may be, and what reading one costs that is wrong throughout. */
final class DefinitionBoundsTest {

    private static final int LIMIT = Limits.DEFAULT.definitionBytes();

    private static InvalidWorkflowException refused(String text) {
        InvalidWorkflowException e =
                catchThrowableOfType(InvalidWorkflowException.class, () -> DefinitionReader.parse(text));
        assertThat(e).isNotNull();
        return e;
    }

    /** A definition whose compact JSON has exactly this number of bytes. */
    private static WorkflowBuilder ofSize(int bytes) {
        List<String> parts = new ArrayList<>();
        WorkflowBuilder builder = Workflow.named("big").step("a", step -> step.action("x.y"));
        int empty = builder.output(parts).build().toJson().text().length();
        int left = bytes - empty;
        while (left > 0) {
            // a part is its text, two quotes and a comma, which the first one has not
            int length = Math.min(100_000, left - (parts.isEmpty() ? 2 : 3));
            parts.add("x".repeat(length));
            left = bytes
                    - empty
                    - parts.stream().mapToInt(part -> part.length() + 3).sum()
                    + 1;
        }
        return builder.output(parts);
    }

    @Test
    @DisplayName("The limit applies to the compact JSON, to the byte, and a definition within it can be written "
            + "and read in all forms")
    void oneNumber() {
        Definition workflow = DefinitionReader.of(ofSize(LIMIT).build());

        assertThat(workflow.toJson().text()).hasSize(LIMIT);
        assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
        assertThat(DefinitionReader.restore(workflow.toJson())).isEqualTo(workflow);
        assertThatThrownBy(() -> ofSize(LIMIT + 1).build())
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("workflow big has 1,048,577 bytes as compact JSON, and the limit is 1,048,576");
    }

    @Test
    @DisplayName("The limit can be raised, and the message says how")
    void raised(@TempDir Path directory) throws Exception {
        Definition large = DefinitionReader.of(ofSize(LIMIT + 1).build(2 * LIMIT));
        String yaml = large.toYaml();
        Path file = Files.writeString(directory.resolve("big.yaml"), yaml);

        assertThat(refused(yaml))
                .hasMessageContaining("workflow big has 1,048,577 bytes")
                .hasMessageContaining("bytesMax");
        assertThat(DefinitionReader.parse(yaml, "big.yaml", 2 * LIMIT)).isEqualTo(large);
        assertThat(DefinitionLoader.load(file, 2 * LIMIT)).isEqualTo(large);
        assertThat(DefinitionReader.restore(large.toJson())).isEqualTo(large);
        assertThatThrownBy(() -> DefinitionReader.parse(yaml, "big.yaml", 17 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytesMax: expected 1 to 16,777,216");
    }

    @Test
    @DisplayName("A text with comments may be longer than the limit of its definition")
    void comments() {
        assertThat(DefinitionReader.parse(
                        ("# " + "x".repeat(1_000) + "\n").repeat(2_000) + "workflow: w\nsteps: { a: { action: x.y } }"))
                .isEqualTo(DefinitionReader.parse("workflow: w\nsteps: { a: { action: x.y } }"));
    }

    private static String text(Random random, int length) {
        String odd = "abc: #-'\"{}[],&*?|>%@`!\\\n\r\t\u007f\u0085\u00a0\u2028\ufeff\ufffeé😀0";
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int at = random.nextInt(odd.length());
            text.appendCodePoint(odd.codePointAt(Character.isLowSurrogate(odd.charAt(at)) ? at - 1 : at));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("A definition near the limit survives a round trip through YAML")
    void roundTrip(int seed) {
        Random random = new Random(seed);
        Map<String, Object> input = new LinkedHashMap<>();
        int bytes = 0;
        // long keys, long scalars, many small ones: each seed has more of another
        int keyMax = seed % 3 == 0 ? 1_000 : 20;
        int valueMax = seed % 3 == 1 ? 60_000 : seed % 3 == 2 ? 8 : 900;
        while (bytes < LIMIT / 2 - 2 * (keyMax + valueMax)) {
            String key = text(random, 1 + random.nextInt(keyMax));
            String value = text(random, random.nextInt(valueMax));
            input.put(key, value);
            bytes += new JsonWriter().string(key).string(value).finish("both").length() * 2;
        }
        Definition workflow = DefinitionReader.of(Workflow.named("odd")
                .step("a", step -> step.action("x.y").input(input))
                .build());

        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
        assertThat(DefinitionReader.parse(workflow.toYaml()).toJson()).isEqualTo(workflow.toJson());
        assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
    }

    @Test
    @DisplayName("A key that is longer than YAML looks for its colon is marked as a key")
    void longKeys() {
        String key = "k\"".repeat(512);
        Definition workflow = DefinitionReader.of(Workflow.named("keys")
                .step("a", step -> step.action("x.y").input(Map.of(key, Map.of(key, 1))))
                .output(Map.of(key, "x".repeat(200)))
                .build());

        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
    }

    @Test
    @Timeout(60)
    @DisplayName("20,000 steps after an unknown one are read once, and a thousand problems are reported")
    void unknownAfter() {
        StringBuilder text = new StringBuilder("workflow: w\nsteps:\n");
        for (int i = 0; i < 20_000; i++) {
            text.append("  step_%05d: { after: [stop_%05d], action: x.y }%n".formatted(i, i));
        }

        InvalidWorkflowException e = refused(text.toString());

        assertThat(e.problems()).hasSize(1_000);
        assertThat(e.count()).isEqualTo(20_000);
        assertThat(e).hasMessageContaining("has 20,000 problems").hasMessageContaining("and 19,950 more");
        assertThat(e.problems().getFirst().suggestion()).isEqualTo("Did you mean step_00000?");
    }

    @Test
    @Timeout(60)
    @DisplayName("The same holds for expressions with 20,000 unknown steps, and for 60,000 unknown keys")
    void unknownNames() {
        StringBuilder text = new StringBuilder("workflow: w\nsteps:\n");
        for (int i = 0; i < 10_000; i++) {
            text.append("  s%d: { action: x.y, input: { a: \"${ steps.t%d.output }\" } }%n".formatted(i, i));
        }
        assertThat(refused(text.toString()).count()).isEqualTo(10_000);

        StringBuilder keys = new StringBuilder("workflow: w\nsteps: { a: { action: x.y } }\n");
        for (int i = 0; i < 60_000; i++) {
            keys.append("key%d: 1%n".formatted(i));
        }
        InvalidWorkflowException e = refused(keys.toString());
        assertThat(e.count()).isEqualTo(60_000);
        assertThat(e.problems()).hasSize(1_000);
    }

    @Test
    @DisplayName("A megabyte on one line of YAML needs memory for a few copies only")
    void oneLine() {
        String text = "workflow: w\ndescription: " + "x".repeat(1_000_000) + "\nsteps: { a: { action: x.y } }\n";
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        refused(text);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(100_000_000);
    }

    @Test
    @DisplayName("null is a valid default")
    void nullIsADefault() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                steps:
                  a: { await: { signal: approval, timeout: 2d, default: null } }
                  b: { await: { signal: approval, timeout: 2d } }
                """);

        Task.Await a = (Task.Await) workflow.steps().get(0).task();
        Task.Await b = (Task.Await) workflow.steps().get(1).task();
        assertThat(a.defaultOutput()).isEqualTo(Template.of(Json.NULL));
        assertThat(b.defaultOutput()).isNull();
        assertThat(a.timeout()).isEqualTo(Duration.ofDays(2));
        assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
    }

    @Test
    @DisplayName("For an unknown key the keys of this kind of step are listed")
    void keysOfThatKind() {
        assertThat(refused("workflow: w\nsteps: { a: { wait: 1s, xyz: 1 } }"))
                .hasMessageContaining("unknown key 'xyz'. Known keys are after, join, when, wait")
                .hasMessageNotContaining("heartbeat");
        assertThat(refused("workflow: w\nsteps: { a: { await: s, xyz: 1 } }"))
                .hasMessageContaining("Known keys are after, join, when, await, repeat, pivot, onExhausted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "FILE:/x",
                "jar:file:/x!/y",
                "data:text/plain,x",
                "https://user:secret@shop.example/hooks",
                "https://user@shop.example/hooks",
                "https://u:p@${ input.host }/hooks"
            })
    @DisplayName("A replyTo with a file or a password is refused when it is read")
    void replyTo(String uri) {
        assertThat(refused("workflow: w\nreplyTo: \"%s\"\nsteps: { a: { action: x.y } }".formatted(uri))
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.path()).isEqualTo("replyTo"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example/hooks/user@example",
                "jms:queue:reeve.orders",
                "mailto:shop@example.org",
                "${ input.replyTo }",
                "https://${ input.host }/a@b"
            })
    @DisplayName("Other values of replyTo are accepted")
    void goodReplyTo(String uri) {
        assertThat(DefinitionReader.parse("workflow: w\nreplyTo: \"%s\"\nsteps: { a: { action: x.y } }".formatted(uri)))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"replyTo\":\"file:///tmp/x\",\"steps\":{\"a\":{\"action\":\"x.y\"}}",
                "\"replyTo\":\"mailbox\",\"steps\":{\"a\":{\"action\":\"x.y\"}}",
                "\"replyTo\":\"https://me:secret@example.org/\",\"steps\":{\"a\":{\"action\":\"x.y\"}}",
                "\"steps\":{\"a\":{\"action\":\"x.y\",\"when\":\"${ $contains(input.sku, /(?:(?:a?){50}){50}/) }\"}}",
                "\"steps\":{\"a\":{\"action\":\"x.y\",\"input\":\"is ${ $contains(input.sku, /(?:(?:a?){50}){50}/) }\"}}"
            })
    @DisplayName("A definition that is refused at deployment today can be read if it was stored before")
    void storedBefore(String members) {
        String definition = "{\"workflow\":\"w\",%s}".formatted(members);

        assertThatThrownBy(() -> DefinitionReader.parse(definition)).isInstanceOf(InvalidWorkflowException.class);
        assertThat(DefinitionReader.restore(new Json(definition)).steps()).hasSize(1);
    }

    @Test
    @DisplayName("A definition is read from the class path, and a missing one is reported with the place")
    void classPath() {
        assertThat(DefinitionLoader.load(DefinitionBoundsTest.class, "order_fulfilment.yaml")
                        .name())
                .isEqualTo("order_fulfilment");
        assertThat(DefinitionLoader.load(
                                DefinitionBoundsTest.class, "/dev/reeve/internal/model/reading/order_fulfilment.yaml")
                        .name())
                .isEqualTo("order_fulfilment");
        assertThatThrownBy(() -> DefinitionLoader.load(DefinitionBoundsTest.class, "none.yaml"))
                .hasMessageContaining(
                        "there is no class path resource none.yaml beside dev.reeve.internal.model.reading.DefinitionBoundsTest");
    }
}
