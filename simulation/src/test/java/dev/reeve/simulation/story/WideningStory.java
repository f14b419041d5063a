package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.List;

/**
 * A list is worked off item by item, and the execution is moved to a version that does many at a time: these begin
 * then, and not when an item ends (S7, S9).
 */
public final class WideningStory {

    private static final Duration ITEM = Duration.ofMinutes(10);
    private static final Duration MARGIN = Duration.ofSeconds(30);
    private static final int ITEMS_MAX = 8;

    private final Stage stage;

    private WideningStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
    }

    public static List<String> run(long seed) {
        return new WideningStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: item\nsteps: { sleep: { wait: 10m } }");
        stage.deploy(list(1, 1));
        int items = 2 + stage.random.nextInt(ITEMS_MAX - 1);
        String input = "[" + "1,".repeat(items - 1) + "1]";
        Duration begin = stage.upTo(Duration.ofMinutes(1));
        // long before the first item ends
        Duration moved = begin.plusSeconds(10).plus(stage.upTo(ITEM.dividedBy(2)));
        stage.at(begin, () -> stage.start("list", new Json(input), id -> moveAt(moved, id)));
        return stage.play(moved.plus(ITEM).plus(MARGIN.multipliedBy(2)));
    }

    private void moveAt(Duration moved, ExecutionId id) {
        var end = stage.end(id).toCompletableFuture();
        stage.at(moved, () -> {
            stage.node.reeve().deploy(DefinitionReader.parse(list(2, ITEMS_MAX)));
            Plan wider = stage.node
                    .node()
                    .definitions()
                    .find(Node.DEFAULT_NAMESPACE, "list", 2)
                    .orElseThrow();
            var unused = stage.node.node().lanes().ask(id, new Command.Move(wider, "alice", "it takes too long"));
        });
        stage.at(moved.plus(ITEM).plus(MARGIN), () -> {
            if (!end.isDone()) {
                stage.breach("items that could begin %s ago have not ended".formatted(ITEM.plus(MARGIN)));
            }
        });
    }

    private static String list(int version, int concurrency) {
        return """
                workflow: list
                version: %d
                steps: { each: { workflow: item, forEach: "${ input }", concurrency: %d } }
                """.formatted(version, concurrency);
    }
}
