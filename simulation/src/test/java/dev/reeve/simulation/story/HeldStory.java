package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Executions wait, in memory or not; some starts cannot be stored and are found by halving. The counted memory equals
 * that of the lanes whenever no message waits, and is zero at the end; every start is answered.
 */
public final class HeldStory {

    private static final Duration BUSY = Duration.ofMinutes(5);
    private static final Duration LENGTH = Duration.ofMinutes(12);
    private static final int BURST_MAX = 7;

    private final Stage stage;
    private final List<CompletableFuture<?>> good = new ArrayList<>();
    private final List<CompletableFuture<?>> bad = new ArrayList<>();

    private HeldStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::around);
    }

    public static List<String> run(long seed) {
        return new HeldStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: rest\nsteps: { rest: { wait: 20s } }");
        stage.deploy("workflow: sleep\nsteps: { sleep: { wait: 2m } }");
        stage.deploy("workflow: bad\nsteps: { rest: { wait: 20s } }");
        int bursts = 2 + stage.random.nextInt(10);
        for (int i = 0; i < bursts; i++) {
            stage.at(stage.upTo(BUSY), this::burst);
        }
        stage.every(Duration.ofSeconds(1), this::look);
        stage.at(LENGTH, () -> {
            if (held() != 0) {
                stage.breach("%d bytes are held, and nothing is there".formatted(held()));
            }
            good.forEach(start -> {
                if (!start.isDone() || start.isCompletedExceptionally()) {
                    stage.breach("a start was not answered, or refused: " + start);
                }
            });
            bad.forEach(start -> {
                if (!start.isCompletedExceptionally()) {
                    stage.breach("a start that cannot be stored was not refused: " + start);
                }
            });
        });
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void burst() {
        int count = 1 + stage.random.nextInt(BURST_MAX);
        for (int i = 0; i < count; i++) {
            boolean refused = stage.random.nextInt(8) == 0;
            String workflow = refused ? "bad" : stage.random.nextBoolean() ? "rest" : "sleep";
            Json input = new Json("{\"text\":\"%s\"}".formatted("x".repeat(stage.random.nextInt(5_000))));
            CompletableFuture<ExecutionId> start = new CompletableFuture<>();
            (refused ? bad : good).add(start);
            var unused = stage.node
                    .reeve()
                    .startAsync(workflow, input, Start.plain())
                    .whenComplete((started, error) -> {
                        if (error == null) {
                            start.complete(started.id());
                        } else {
                            start.completeExceptionally(error);
                        }
                    });
        }
    }

    private long held() {
        return stage.node.node().held().held();
    }

    private void look() {
        List<Lane> lanes = stage.node.node().lanes().all();
        long known = lanes.stream().mapToLong(lane -> lane.stats().heldBytes()).sum();
        if (lanes.stream().allMatch(Lane::isIdle) && held() != known) {
            stage.breach("%d bytes are held, and the lanes know of %d".formatted(held(), known));
        }
    }

    private Store around(Store real) {
        return Stage.aroundLanes(
                real,
                new LostBatches(
                        batch -> batch.started().stream()
                                .anyMatch(row -> row.workflow().equals("bad")),
                        new StoreException(StoreException.Kind.DATA, "made up: it cannot be kept", null)));
    }
}
