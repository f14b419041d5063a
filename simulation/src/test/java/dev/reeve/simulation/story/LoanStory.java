package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.test.node.SimNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A node has executions and no agent. The only agent, with a slot or two, is at another node that owns nothing. It
 * never works on more attempts than it has slots, and each execution ends.
 */
public final class LoanStory {

    private static final Duration BUSY = Duration.ofMinutes(3);
    private static final Duration LENGTH = Duration.ofMinutes(12);
    private static final Duration TAKES_MAX = Duration.ofSeconds(4);
    private static final int EXECUTIONS_MAX = 30;

    private final Stage stage;
    private final int slots;
    private final Map<ExecutionId, CompletableFuture<?>> ends = new LinkedHashMap<>();
    private @Nullable Hand hand;

    private LoanStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS.withCluster(ClusterOptions.defaults()), store -> store);
        slots = 1 + stage.random.nextInt(2);
    }

    public static List<String> run(long seed) {
        return new LoanStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: work\nsteps: { work: { action: test.work, completeBy: 1h } }");
        SimNode host =
                stage.join(Stage.OPTIONS.withCluster(ClusterOptions.defaults().withOwns(false)));
        stage.at(
                Duration.ofSeconds(1),
                () -> hand = new Hand(stage, host, "test.work", slots, stage.upTo(TAKES_MAX), request -> false));
        int executions = 3 + stage.random.nextInt(EXECUTIONS_MAX);
        for (int i = 0; i < executions; i++) {
            stage.at(
                    Duration.ofSeconds(2).plus(stage.upTo(BUSY)),
                    () -> stage.start(
                            "work",
                            Json.EMPTY_OBJECT,
                            id -> ends.put(id, stage.end(id).toCompletableFuture())));
        }
        stage.every(Duration.ofMillis(100), this::look);
        stage.at(
                LENGTH,
                () -> ends.forEach((id, end) -> {
                    if (!end.isDone()) {
                        stage.breach("execution %s has not ended".formatted(id));
                    }
                }));
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void look() {
        int now = hand == null ? 0 : hand.underWay();
        if (now > slots) {
            stage.breach("an agent with %d slots works on %d attempts".formatted(slots, now));
        }
    }
}
