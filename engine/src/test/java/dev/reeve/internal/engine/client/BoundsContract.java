package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.MemoryOptions;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The limits of memory, on every store. */
public abstract class BoundsContract extends EngineFixture {

    private static final int PAYLOAD = 100_000;
    private static final long HELD_MAX = 1_500_000;

    private static final Definition FLOW = DefinitionReader.parse("""
            workflow: large
            steps:
              first: { action: test.first, input: { text: "${ input.text }" } }
              second: { action: test.second, after: [first], input: "${ steps.first.output }" }
            output: "${ steps.second.output.text }"
            """);

    private long heldMax = HELD_MAX;

    @Override
    NodeOptions optionsOfTest() {
        return options().withMemory(new MemoryOptions(heldMax, 150_000, 150_000));
    }

    /** Starts until it is refused. */
    private List<Execution> fill() {
        List<Execution> started = new ArrayList<>();
        ReeveException refused = null;
        while (refused == null) {
            try {
                started.add(reeve().start("large", Map.of("text", payload(started.size()))));
            } catch (ReeveException e) {
                refused = e;
            }
            assertThat(started).hasSizeLessThan(100);
        }
        assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(refused).hasMessageContaining("bytes").hasMessageContaining("nothing was");
        return started;
    }

    private static String payload(int number) {
        return Character.toString('a' + number % 26).repeat(PAYLOAD) + number;
    }

    private void awaitEnds(List<Execution> executions) {
        for (int i = 0; i < executions.size(); i++) {
            Execution execution = reeve().find(executions.get(i).id()).orElseThrow();
            assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
            assertThat(execution.await(String.class, PATIENCE)).isEqualTo(payload(i));
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(reeve().health().stats().heldBytes())
                        .as("what nobody holds any more")
                        .isZero());
    }

    private void agents() {
        reeve().agent("tests")
                .action("test.first", Map.class, (input, step) -> input)
                .action("test.second", Map.class, (input, step) -> input)
                .slots(3)
                .start();
    }

    @Test
    @DisplayName("A start beyond the memory limit is refused at once, and accepted executions continue")
    void aStartThatDoesNotFitIsRefused() {
        reeve().deploy(FLOW);

        List<Execution> started = fill();

        assertThat(started).hasSizeBetween(3, 14);
        assertThat(reeve().health().stats().heldBytes()).isBetween((long) PAYLOAD * started.size(), HELD_MAX);
        agents();
        awaitEnds(started);
        reeve().start("large", Map.of("text", "again")).awaitEnd(PATIENCE);
    }

    @Test
    @DisplayName("A store opens with half of the memory, and reads the rest later")
    void halfOfTheMemorySuffices() {
        reeve().deploy(FLOW);
        List<Execution> started = fill();

        heldMax = HELD_MAX / 2;
        reopened();
        await().atMost(PATIENCE).until(() -> reeve().health().stats().active() == started.size());

        // a lane may hold more until the end of its turn
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(reeve().health().stats().heldBytes()).isLessThanOrEqualTo(heldMax);
            assertThat(reeve().health().stats().swappedOut()).isPositive();
        });
        agents();
        awaitEnds(started);
    }

    @Test
    @DisplayName(
            "A definition beyond its memory is refused, all stored ones can be opened with half, and a removal makes room")
    void definitionsAreBounded() {
        heldMax = 8L << 20;
        int last = 0;
        ReeveException full = null;
        while (full == null) {
            try {
                reeve().deploy(padded(last + 1));
                last++;
            } catch (ReeveException e) {
                full = e;
            }
            assertThat(last).isLessThan(40);
        }
        assertThat(full.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(full).hasMessageContaining("padded version " + (last + 1)).hasMessageContaining("undeploy");
        assertThat(last).as("a quarter of the memory for executions").isBetween(18, 20);
        int more = last + 1;
        refused(ErrorCode.OVERLOADED, "nothing was deployed", () -> reeve().deploy(List.of(FLOW, padded(more))));
        refused(ErrorCode.WORKFLOW_UNKNOWN, "large", () -> reeve().start("large", Map.of()));

        heldMax /= 2;
        reopened();

        for (int version = 1; version <= last; version++) {
            assertThat(reeve().deploy(padded(version)).created()).isFalse();
        }
        refused(ErrorCode.OVERLOADED, "nothing was deployed", () -> reeve().deploy(padded(more)));
        reeve().agent("tests")
                .action("test.first", Map.class, (input, step) -> input)
                .start();
        assertThat(reeve().start("padded", Map.of()).awaitEnd(PATIENCE).status())
                .isEqualTo(ExecutionStatus.COMPLETED);

        heldMax *= 2;
        reopened();
        reeve().actingAs("ann").undeploy("padded", 1, "full");
        assertThat(reeve().deploy(padded(more)).created()).isTrue();
    }

    private static Definition padded(int version) {
        return DefinitionReader.parse("""
                workflow: padded
                version: %d
                steps: { only: { action: test.first, input: { text: "%s" } } }
                """.formatted(version, "x".repeat(PAYLOAD)));
    }

    @Test
    @DisplayName("An execution larger than the memory is left alone, and the others continue")
    void whatNeverFitsIsLeftAlone() {
        heldMax = 4L << 20;
        reeve().deploy(FLOW);
        reeve().deploy(DefinitionReader.parse("""
                workflow: waiting
                steps:
                  first: { await: { signal: begin } }
                  second: { after: [first], await: { signal: more } }
                """));
        Execution large = reeve().start("waiting", Map.of());
        for (int i = 0; i < 3; i++) {
            large.actingAs("alice").signal("more", payload(i).repeat(4));
        }
        Execution other = reeve().start("large", Map.of("text", "small"));

        heldMax = 300_000; // of one execution a MiB is read all the same
        reopened();
        agents();

        refused(
                ErrorCode.REFUSED,
                "open the store with more heap",
                () -> reeve().find(large.id()).orElseThrow().actingAs("alice").signal("begin", "now"));
        assertThat(reeve().find(other.id()).orElseThrow().awaitEnd(PATIENCE).status())
                .isEqualTo(ExecutionStatus.COMPLETED);
    }
}
