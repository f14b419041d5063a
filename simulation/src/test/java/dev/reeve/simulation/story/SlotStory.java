package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Attempts are given up and executions cancelled while answers of the database are lost, though the batches are stored.
 * An agent has a slot or two, and never comes anew: what is lost of them is missed, as something has to be done until
 * the end (F15).
 */
public final class SlotStory {

    private static final Duration BUSY = Duration.ofMinutes(10);
    private static final Duration LENGTH = Duration.ofMinutes(40);

    private final Stage stage;
    private final List<ExecutionId> started = new ArrayList<>();
    private final Ends ends;
    private boolean quiet;

    private SlotStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::around);
        ends = new Ends(stage);
    }

    public static List<String> run(long seed) {
        return new SlotStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: work
                steps:
                  first: { action: test.work, completeBy: 10s, onUnknown: retry, retry: { maxAttempts: 30, backoff: 1s } }
                """);
        stage.at(
                Duration.ofSeconds(1),
                () -> new Hand(
                        stage,
                        "test.work",
                        1 + stage.random.nextInt(2),
                        Duration.ofSeconds(2),
                        request -> !quiet && stage.random.nextInt(3) == 0));
        int executions = 3 + stage.random.nextInt(8);
        for (int i = 0; i < executions; i++) {
            stage.at(
                    Duration.ofSeconds(2).plus(stage.upTo(BUSY)),
                    () -> stage.start("work", Json.EMPTY_OBJECT, id -> {
                        started.add(id);
                        ends.expect(id);
                    }));
            stage.at(Duration.ofSeconds(2).plus(stage.upTo(BUSY)), this::cancel);
        }
        stage.at(BUSY.plusSeconds(2), () -> quiet = true);
        return ends.playUntil(LENGTH);
    }

    private void cancel() {
        if (!started.isEmpty() && stage.random.nextBoolean()) {
            var unused = stage.node.node().lanes().ask(started.getLast(), new Command.Cancel("alice", "made up"));
        }
    }

    private Store around(Store real) {
        return Stage.aroundLanes(real, this::lane);
    }

    private @Nullable Object lane(LaneStore real, String method, @Nullable Object[] arguments) {
        if (!method.equals("commit") || quiet || stage.random.nextInt(4) > 0) {
            return null;
        }
        CompletionStage<CommitOutcome> committed = real.commit((Batch) Objects.requireNonNull(arguments[0]));
        return committed.thenApply(outcome -> new CommitOutcome.InDoubt(
                new StoreException(StoreException.Kind.UNAVAILABLE, "made up: the answer is lost", null)));
    }
}
