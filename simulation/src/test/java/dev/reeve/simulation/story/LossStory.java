package dev.reeve.simulation.story;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The database loses executions that it had acknowledged, as in a failover to a server that lagged behind (F22).
 * Callers that wait for one of them get an error. Callers that wait for others get their ends.
 */
public final class LossStory {

    private static final Duration BUSY = Duration.ofMinutes(20);
    private static final Duration WAIT_MAX = Duration.ofMinutes(40);
    private static final Duration TOLD_WITHIN = Duration.ofMinutes(1);

    private final Stage stage;
    private final Set<ExecutionId> gone = new HashSet<>();
    private final Map<ExecutionId, CompletableFuture<?>> waiters = new LinkedHashMap<>();
    private boolean broken;
    private boolean lost;

    private LossStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::around);
    }

    public static List<String> run(long seed) {
        return new LossStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: sleep
                version: 1
                steps: { sleep: { waitUntil: "${ input.until }" } }
                """);
        int executions = 5 + stage.random.nextInt(20);
        for (int i = 0; i < executions; i++) {
            stage.at(stage.upTo(BUSY), this::start);
        }
        int failovers = 1 + stage.random.nextInt(3);
        for (int i = 0; i < failovers; i++) {
            stage.at(stage.upTo(BUSY), this::failOver);
        }
        stage.at(
                BUSY.plus(WAIT_MAX).plus(TOLD_WITHIN),
                () -> waiters.forEach((id, end) -> {
                    if (!end.isDone()) {
                        stage.breach("whoever waits for %s was never told how it ended".formatted(id));
                    }
                }));
        return stage.play(BUSY.plus(WAIT_MAX).plus(TOLD_WITHIN.multipliedBy(2)));
    }

    private void start() {
        long until = stage.database.now().plus(stage.upTo(WAIT_MAX)).toEpochMilli();
        stage.start("sleep", new Json("{\"until\":%d}".formatted(until)), id -> {
            CompletableFuture<?> end = stage.end(id).toCompletableFuture();
            waiters.put(id, end);
            var unused = end.whenComplete((how, error) -> {
                if (error != null && !(gone.contains(id) && isLoss(error))) {
                    stage.breach("whoever waits for %s, which is%s in the store, was told %s"
                            .formatted(id, gone.contains(id) ? " not" : "", error));
                }
            });
        });
    }

    private static boolean isLoss(Throwable error) {
        Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
        return cause instanceof ReeveException e && e.code() == ErrorCode.LOST;
    }

    private void failOver() {
        waiters.forEach((id, end) -> {
            if (!end.isDone() && stage.random.nextInt(3) == 0) {
                gone.add(id);
            }
        });
        broken = true;
        // something is written, and meets the broken connection
        start();
        stage.timeline.after(
                TOLD_WITHIN,
                "story",
                () -> waiters.forEach((id, end) -> {
                    if (gone.contains(id) && !end.isDone()) {
                        stage.breach("whoever waits for %s was not told that it is lost".formatted(id));
                    }
                }));
    }

    private Store around(Store real) {
        return Stage.around(Store.class, real, (method, arguments) -> switch (method) {
            case "join" -> Stage.joined(real, arguments, this::lane);
            case "find" -> arguments[0] instanceof ExecutionId id && gone.contains(id) ? Optional.empty() : null;
            default -> null;
        });
    }

    private @Nullable Object lane(LaneStore real, String method, @Nullable Object[] arguments) {
        return switch (method) {
            case "commit" -> {
                lost = broken;
                broken = false;
                yield lost
                        ? CompletableFuture.completedStage(new CommitOutcome.InDoubt(
                                new StoreException(StoreException.Kind.UNAVAILABLE, "failed over (made up)", null)))
                        : null;
            }
            // the store has not seen the batch that met the broken connection, and would tell of the one before
            case "reacquire" ->
                lost
                        ? real.reacquire().thenApply(found -> found == Reacquired.FENCED ? found : Reacquired.FORGOTTEN)
                        : null;
            case "find", "load" -> {
                arguments[0] = kept(arguments[0]);
                yield null;
            }
            default -> null;
        };
    }

    private List<ExecutionId> kept(@Nullable Object ids) {
        return ids instanceof List<?> list
                ? list.stream()
                        .map(ExecutionId.class::cast)
                        .filter(id -> !gone.contains(id))
                        .toList()
                : List.of();
    }
}
