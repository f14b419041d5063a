package dev.reeve.simulation.story;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Foreign transactions hold a key for a while. A start with that key, or beside it, is refused with the advice to
 * retry, and succeeds afterwards. Starts without a key are not affected. With even seeds the store says which keys are
 * held. Then no batch runs into the lock.
 */
public final class KeyStory {

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final Duration HELD = Duration.ofSeconds(20);

    private final Stage stage;
    private final boolean isAnnounced;
    private boolean held;

    private KeyStory(long seed) {
        isAnnounced = seed % 2 == 0;
        stage = new Stage(seed, Stage.OPTIONS, this::around);
    }

    public static List<String> run(long seed) {
        return new KeyStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: rest\nsteps: { rest: { wait: 20s } }");
        Duration from = Duration.ofMinutes(1).plus(stage.upTo(Duration.ofMinutes(1)));
        stage.at(from, () -> held = true);
        stage.at(from.plus(HELD), () -> held = false);
        int bursts = 1 + stage.random.nextInt(5);
        for (int i = 0; i < bursts; i++) {
            stage.at(from.plusSeconds(1).plus(stage.upTo(HELD.minusSeconds(5))), this::burst);
        }
        return stage.play(LENGTH);
    }

    private void burst() {
        CompletableFuture<?> keyed = start(Start.key("held"));
        CompletableFuture<?> other = start(Start.plain());
        stage.timeline.after(
                Duration.ofSeconds(4),
                "story",
                () -> stage.node.run(() -> {
                    if (!isToldToRepeat(keyed)) {
                        stage.breach("who starts with a key that is held is to start again, and was told " + keyed);
                    }
                    if (!other.isDone() || other.isCompletedExceptionally()) {
                        stage.breach("who starts without a key is not concerned, and was told " + other);
                    }
                }));
        stage.timeline.after(HELD, "story", () -> stage.node.run(() -> again(start(Start.key("held")))));
    }

    private void again(CompletableFuture<?> start) {
        stage.timeline.after(Duration.ofSeconds(4), "story", () -> {
            if (!start.isDone() || start.isCompletedExceptionally()) {
                stage.breach("the key is free, and a start with it was told " + start);
            }
        });
    }

    private CompletableFuture<?> start(Start how) {
        return stage.node.reeve().startAsync("rest", Json.EMPTY_OBJECT, how).toCompletableFuture();
    }

    private static boolean isToldToRepeat(CompletableFuture<?> start) {
        if (!start.isCompletedExceptionally()) {
            return false;
        }
        Throwable error = start.exceptionNow();
        Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
        return cause instanceof ReeveException e && e.code() == ErrorCode.STORE_UNAVAILABLE;
    }

    private Store around(Store real) {
        Stage.LaneInterception locked = new LostBatches(
                this::isBlocked, new StoreException(StoreException.Kind.LOCKED, "made up: a key is held", null));
        return Stage.aroundLanes(
                real,
                (lane, method, arguments) -> method.equals("held") && isAnnounced && held
                        ? CompletableFuture.completedStage(Set.copyOf((List<?>) Objects.requireNonNull(arguments[0])))
                        : locked.of(lane, method, arguments));
    }

    /** Only starts with the key are asked about, since no other one has a key. */
    private boolean isBlocked(Batch batch) {
        boolean blocked = held && batch.started().stream().anyMatch(row -> "held".equals(row.key()));
        if (blocked && isAnnounced) {
            stage.breach("a batch starts a key although it is seen to be held");
        }
        return blocked;
    }
}
