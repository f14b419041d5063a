package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.internal.test.node.SimNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps of an action with a limit wait and are called, while nodes join, take shards over and hand them back. The agent
 * is at a node that stays, so no attempt is lost. There are never more calls under way than the limit says, none begins
 * again after its end (R21), and each execution ends (S8, H3).
 */
public final class AllowanceStory {

    private static final NodeOptions SHARED =
            Stage.OPTIONS.withCluster(ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)));

    private static final Duration BUSY = Duration.ofMinutes(2);
    private static final Duration LENGTH = Duration.ofMinutes(15);
    private static final Duration TAKES_MAX = Duration.ofSeconds(8);
    private static final Duration STAYS_MAX = Duration.ofSeconds(30);
    private static final int EXECUTIONS_MAX = 40;
    private static final int SLOTS = 20;

    private final Stage stage;
    private final int concurrency;
    private final Ends ends;
    private @Nullable Hand hand;

    private AllowanceStory(long seed) {
        stage = new Stage(seed, SHARED, store -> store);
        ends = new Ends(stage);
        concurrency = 1 + stage.random.nextInt(4);
    }

    public static List<String> run(long seed) {
        return new AllowanceStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: call
                steps: { call: { action: test.call, completeBy: 1h, limit: { concurrency: %d } } }
                """.formatted(concurrency));
        Duration takes = stage.upTo(TAKES_MAX);
        stage.at(Duration.ofSeconds(1), () -> hand = new Hand(stage, "test.call", SLOTS, takes, request -> false));
        int executions = 10 + stage.random.nextInt(EXECUTIONS_MAX);
        for (int i = 0; i < executions; i++) {
            ends.startDuring(BUSY, "call");
        }
        int visitors = 1 + stage.random.nextInt(4);
        for (int i = 0; i < visitors; i++) {
            stage.at(Duration.ofSeconds(2).plus(stage.upTo(BUSY)), this::visit);
        }
        stage.every(Duration.ofMillis(100), this::look);
        return ends.playUntil(LENGTH);
    }

    private void visit() {
        SimNode visitor = stage.join(SHARED);
        stage.at(
                now().plus(stage.upTo(STAYS_MAX)),
                () -> visitor.run(() -> visitor.node().beginClosing()));
        stage.at(now().plus(STAYS_MAX).plusSeconds(10), () -> {
            visitor.run(() -> visitor.node().finishClosing());
            visitor.crash();
        });
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private void look() {
        int calls = hand == null ? 0 : hand.underWay();
        if (calls > concurrency) {
            stage.breach("%d calls are under way, and the limit is %d".formatted(calls, concurrency));
        }
    }
}
