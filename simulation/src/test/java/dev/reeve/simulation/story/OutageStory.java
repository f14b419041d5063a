package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.internal.test.store.StoreLine;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The database of a few engines fails for longer than their time to live. Then they connect again one after the other,
 * because a pool of connections tries less and less often. No engine that comes back within ten seconds is removed. In
 * half of the stories one of them never comes back, and is removed when it has had its time to live and ten seconds
 * more (H3).
 */
public final class OutageStory {

    private static final Duration BEGINS = Duration.ofSeconds(30);
    private static final Duration LENGTH_MAX = Duration.ofMinutes(2);
    private static final Duration RECONNECTING_MAX = Duration.ofSeconds(10);

    /** How long a call to the database hangs before it fails. */
    private static final Duration HANG = Duration.ofSeconds(1);

    /** An engine renews its registration, and looks at the others, at least this often. */
    private static final Duration PERIOD = Duration.ofMillis(1_500);

    private final Stage stage;
    private final NodeOptions options;
    private final Duration ttl;
    private final Map<String, Duration> removed = new HashMap<>();

    private OutageStory(long seed) {
        ttl = Duration.ofSeconds(3 + Math.floorMod(seed, 6));
        options = Stage.OPTIONS.withCluster(ClusterOptions.defaults().withTtl(ttl));
        stage = new Stage(seed, options, store -> store);
    }

    public static List<String> run(long seed) {
        return new OutageStory(seed).tell();
    }

    private List<String> tell() {
        int others = 1 + stage.random.nextInt(3);
        for (int i = 0; i < others; i++) {
            stage.join(options);
        }
        stage.database.witness(new Removals());
        Duration length = ttl.plus(stage.upTo(LENGTH_MAX));
        Duration over = BEGINS.plus(length);
        Duration judged =
                over.plus(RECONNECTING_MAX).plus(ttl).plus(RECONNECTING_MAX).plus(PERIOD.multipliedBy(2));
        boolean oneIsGone = stage.random.nextBoolean();
        stage.at(BEGINS, () -> {
            stage.lines().forEach(line -> cut(line, over.plus(comesBackAfter(length))));
            if (oneIsGone) {
                cut(stage.lines().getLast(), Duration.ofDays(1));
            }
        });
        stage.at(judged, () -> judge(oneIsGone));
        return stage.play(judged.plusSeconds(1));
    }

    /** The pool waits as long as the outage has lasted, and ten seconds at most. The next renewal is a period later. */
    private Duration comesBackAfter(Duration outage) {
        Duration pool = outage.compareTo(RECONNECTING_MAX) < 0 ? outage : RECONNECTING_MAX;
        return stage.upTo(pool);
    }

    private void cut(StoreLine line, Duration until) {
        line.cut(StoreLine.Cut.BOTH_WAYS, until.toNanos(), HANG);
    }

    private void judge(boolean oneIsGone) {
        String gone = oneIsGone ? name(stage.lines().getLast()) : "";
        if (oneIsGone && !removed.containsKey(gone)) {
            stage.breach("%s has not come back, and is still registered".formatted(gone));
        }
        removed.forEach((node, at) -> {
            if (!node.equals(gone)) {
                stage.breach("%s came back, and was removed at %s".formatted(node, at));
            }
        });
    }

    private static String name(StoreLine line) {
        return Objects.requireNonNull(line.node(), "registered before the outage")
                .toString();
    }

    /** Notes which registrations are removed because they are not renewed. */
    private final class Removals implements Witness {

        @Override
        public void removed(String node, boolean silent) {
            if (silent) {
                removed.put(node, Duration.ofNanos(stage.timeline.nanos()));
            }
        }

        @Override
        public void applied(NodeId node, int lane, long join, Batch batch) {}

        @Override
        public void undone(NodeId node, int lane, long join, Batch batch) {}
    }
}
