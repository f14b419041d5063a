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
 * An execution moves to a version whose group gives the same, or more. Before the group is done it may move to both.
 * After it, it may move only to a version that needs nothing of the group that is not there (S9).
 */
public final class GroupMoveStory {

    private static final Duration DONE = Duration.ofMinutes(10);
    private static final Duration LENGTH = Duration.ofHours(2);

    private final Stage stage;
    private final boolean isMore;
    private final Duration moved;

    private GroupMoveStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
        isMore = stage.random.nextBoolean();
        moved = stage.upTo(DONE.multipliedBy(2));
    }

    public static List<String> run(long seed) {
        return new GroupMoveStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy(parcel(1, false));
        stage.at(Duration.ZERO, () -> stage.start("parcel", Json.EMPTY_OBJECT, this::move));
        return stage.play(LENGTH);
    }

    private void move(ExecutionId id) {
        stage.at(moved.plusSeconds(1), () -> {
            stage.node.reeve().deploy(DefinitionReader.parse(parcel(2, isMore)));
            Plan other = stage.node
                    .node()
                    .definitions()
                    .find(Node.DEFAULT_NAMESPACE, "parcel", 2)
                    .orElseThrow();
            var unused = stage.node
                    .node()
                    .lanes()
                    .ask(id, new Command.Move(other, "alice", "another output"))
                    .whenComplete((nothing, error) -> judge(error != null));
        });
    }

    private void judge(boolean isRefused) {
        boolean isExpected = isMore && moved.compareTo(DONE) > 0;
        if (isRefused != isExpected) {
            stage.breach("%s after the start, to a group that gives %s: the move was %s"
                    .formatted(moved, isMore ? "more" : "the same", isRefused ? "refused" : "made"));
        }
    }

    private static String parcel(int version, boolean isMore) {
        String more = isMore ? ", height: 2" : "";
        return """
                workflow: parcel
                version: %d
                steps:
                  pack:
                    steps: { dry: { wait: 10m } }
                    output: { weight: 1%s }
                  send: { after: [pack], wait: 1h }
                """.formatted(version, more);
    }
}
