package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Steps that are not needed any more, and several signals; for every store. */
public abstract class OthersContract extends ErrorsContract {

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName("S7 others: undo stops attempts and children, ends waits, and undoes what they did meanwhile")
    void othersAreUndone() {
        slowChild();
        reeve().deploy(DefinitionReader.parse("""
                workflow: race
                version: 1
                steps:
                  child: { workflow: slow_child }
                  slow: { action: test.slow, compensate: test.undo_slow, completeBy: 1h }
                  later: { wait: 10d }
                  go: { await: go }
                  first: { after: [child, slow, later, go], join: { any: 1, others: undo }, action: test.first }
                  end: { after: [first], await: end }
                """));
        CountDownLatch begun = new CountDownLatch(1);
        reeve().agent("tests")
                .action("test.book", Map.class, (input, step) -> asked.add("book"))
                .action("test.free", Map.class, (input, step) -> asked.add("free"))
                .action("test.first", Map.class, (input, step) -> asked.add("first"))
                .action("test.undo_slow", Map.class, (input, step) -> asked.add("undo_slow"))
                .action("test.slow", Map.class, (input, step) -> {
                    begun.countDown();
                    await().atMost(PATIENCE).until(step::cancelled);
                    return 5;
                })
                .start();
        Execution execution = reeve().start("race", Map.of(), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> begun.getCount() == 0 && asked.contains("book"));

        execution.actingAs("ann").signal("go", 1);
        await().atMost(PATIENCE).until(() -> asked.containsAll(List.of("first", "free", "undo_slow")));
        Execution found = reopened().find("o1").orElseThrow();
        found.actingAs("ann").signal("end", 2);

        assertThat(found.awaitEnd(PATIENCE).output())
                .as("what is undone is left out")
                .isEqualTo(new Json("{\"go\":1,\"first\":true,\"end\":2}"));
        assertThat(statusOf(found, "later")).isEqualTo(StepStatus.SKIPPED);
        assertThat(statusOf(found, "slow")).isEqualTo(StepStatus.COMPENSATED);
        assertThat(asked).containsExactlyInAnyOrder("book", "first", "free", "undo_slow");
    }

    @Test
    @DisplayName("S7 F1: several signals are collected in their order, also across a restart")
    void signalsAreCollected() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: votes
                version: 1
                steps:
                  votes: { await: vote, repeat: { until: "${ $count(output) = 4 }" } }
                """));
        Execution execution = reeve().start("votes", Map.of(), Start.key("o1"));
        execution.actingAs("ann").signal("vote", 1);
        execution.actingAs("bob").signal("vote", Map.of("n", 2));

        Execution found = reopened().find("o1").orElseThrow();
        found.actingAs("cid").signal("vote", 3);
        found.actingAs("dan").signal("vote", 4);

        assertThat(found.awaitEnd(PATIENCE).output()).isEqualTo(new Json("{\"votes\":[1,{\"n\":2},3,4]}"));
    }

    private static StepStatus statusOf(Execution execution, String name) {
        return execution.describe().steps().stream()
                .filter(step -> step.step().toString().equals(name))
                .findFirst()
                .orElseThrow()
                .status();
    }
}
