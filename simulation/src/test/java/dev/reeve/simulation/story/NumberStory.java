package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Signals go to executions of another node. Between the owner's look at the inbox and the batch that applies what it
 * found, a failover loses the last message, and another one gets its number (F22). That one is applied all the same.
 * Callers repeat what was lost.
 */
public final class NumberStory {

    private static final NodeOptions SENDER = Stage.OPTIONS.withCluster(
            ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)).withOwns(false));

    private static final NodeOptions OWNER =
            Stage.OPTIONS.withCluster(ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)));

    private static final Duration BUSY = Duration.ofMinutes(2);
    private static final Duration LENGTH = Duration.ofMinutes(6);
    private static final Duration HELD_MAX = Duration.ofSeconds(3);
    private static final int EXECUTIONS_MAX = 60;

    private final Stage stage;
    private final SimNode owner;

    /** A message that is stored later; null for none. */
    private @Nullable InboxPost late;

    private NumberStory(long seed) {
        stage = new Stage(seed, SENDER, this::around);
        owner = stage.join(OWNER);
    }

    public static List<String> run(long seed) {
        return new NumberStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: wait\nsteps: { wait: { await: { signal: go } } }");
        int executions = 10 + stage.random.nextInt(EXECUTIONS_MAX);
        for (int i = 0; i < executions; i++) {
            stage.at(Duration.ofSeconds(15).plus(stage.upTo(BUSY)), this::start);
        }
        return stage.play(LENGTH, history -> {});
    }

    private void start() {
        Duration later = stage.upTo(Duration.ofSeconds(30));
        owner.run(() -> {
            var unused = owner.reeve()
                    .startAsync("wait", Json.EMPTY_OBJECT, Start.plain())
                    .thenAccept(started -> signalIn(later, started.id()));
        });
    }

    private void signalIn(Duration time, ExecutionId id) {
        stage.timeline.after(
                time,
                "story",
                () -> stage.node.run(() -> {
                    var unused =
                            stage.node.node().lanes().ask(id, new Command.Signal("go", "once", Json.NULL, "alice"));
                }));
    }

    private Store around(Store real) {
        return Stage.around(
                Store.class, real, (method, arguments) -> method.equals("cluster") ? cluster(real.cluster()) : null);
    }

    private ClusterStore cluster(ClusterStore real) {
        return Stage.around(
                ClusterStore.class, real, (method, arguments) -> method.equals("inbox") ? inbox(real.inbox()) : null);
    }

    private Inbox inbox(Inbox real) {
        return Stage.around(Inbox.class, real, (method, arguments) -> switch (method) {
            case "post" -> post(real, posts(arguments[0]));
            case "waiting" ->
                waiting(
                        real,
                        (ShardSet) Objects.requireNonNull(arguments[0]),
                        (Integer) Objects.requireNonNull(arguments[1]),
                        (Long) Objects.requireNonNull(arguments[2]));
            default -> null;
        });
    }

    private static List<InboxPost> posts(@Nullable Object given) {
        return ((List<?>) Objects.requireNonNull(given))
                .stream().map(InboxPost.class::cast).toList();
    }

    /** Now and then the last message is on its way for longer. */
    private @Nullable Object post(Inbox real, List<InboxPost> messages) {
        if (late != null || stage.random.nextInt(3) > 0) {
            return null;
        }
        List<InboxPost> now = new ArrayList<>(messages);
        late = now.removeLast();
        stage.timeline.after(stage.upTo(HELD_MAX), "story", () -> arrive(real));
        real.post(now);
        return true;
    }

    private void arrive(Inbox real) {
        InboxPost post = late;
        late = null;
        if (post != null) {
            real.post(List.of(post));
        }
    }

    private List<InboxRow> waiting(Inbox real, ShardSet shards, int limit, long lengthMax) {
        List<InboxRow> rows = real.waiting(shards, limit, lengthMax);
        if (!rows.isEmpty() && late != null) {
            Optional<InboxRow> lost = stage.server.loseLastMessage();
            lost.ifPresent(row -> {
                signalIn(Duration.ofSeconds(1), row.post().execution());
                arrive(real);
            });
        }
        return rows;
    }
}
