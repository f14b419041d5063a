package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.internal.test.node.SimNode;
import java.time.Duration;
import java.util.List;
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
    private final Ends ends;
    private @Nullable Hand hand;

    private LoanStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS.withCluster(ClusterOptions.defaults()), store -> store);
        ends = new Ends(stage);
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
            ends.startDuring(BUSY, "work");
        }
        stage.every(Duration.ofMillis(100), this::look);
        return ends.playUntil(LENGTH);
    }

    private void look() {
        int now = hand == null ? 0 : hand.underWay();
        if (now > slots) {
            stage.breach("an agent with %d slots works on %d attempts".formatted(slots, now));
        }
    }
}
