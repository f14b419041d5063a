package dev.reeve.simulation.story;

import dev.reeve.Json;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A parent begins to be undone while its children wait, and the engine dies after one of its first batches. The engine
 * that follows lets no child wait on (S7, F1).
 */
public final class FamilyStory {

    private static final Duration LENGTH = Duration.ofMinutes(30);

    private final Stage stage;

    /** The engine dies once this many more batches are stored. */
    private int batches;

    private FamilyStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, real -> Stage.aroundLanes(real, this::lane));
        batches = 1 + stage.random.nextInt(12);
    }

    public static List<String> run(long seed) {
        return new FamilyStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: below\nsteps: { go: { await: { signal: go } } }");
        stage.deploy("""
                workflow: above
                steps:
                  below: { workflow: below, forEach: [1, 2] }
                  other: { action: test.other, startBy: 2s, onExhausted: compensate }
                """);
        stage.at(Duration.ofSeconds(1), () -> stage.start("above", Json.EMPTY_OBJECT, id -> {}));
        stage.play(LENGTH);
        for (ExecutionRow row : stage.database.executions()) {
            if (!row.status().isTerminal()) {
                stage.breach("execution %s of '%s' still waits".formatted(row.id(), row.workflow()));
            }
        }
        return stage.play(LENGTH.plusSeconds(1));
    }

    private @Nullable Object lane(LaneStore real, String method, @Nullable Object[] arguments) {
        if (!method.equals("commit") || --batches != 0) {
            return null;
        }
        CompletionStage<CommitOutcome> committed = real.commit((Batch) Objects.requireNonNull(arguments[0]));
        return committed.thenApply(outcome -> {
            stage.node.crash();
            stage.timeline.after(Duration.ofSeconds(1), "another engine", () -> stage.join(Stage.OPTIONS));
            return new CommitOutcome.InDoubt(
                    new StoreException(StoreException.Kind.UNAVAILABLE, "made up: it died", null));
        });
    }
}
