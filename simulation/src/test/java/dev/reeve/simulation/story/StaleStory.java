package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import java.time.Duration;
import java.util.List;

/**
 * A failover has forgotten who owns the shards (F22), and another engine goes on writing about their executions. So
 * what the engine has in memory is stale now and then. Each result that its agent reports counts all the same.
 */
public final class StaleStory {

    private static final NodeOptions OPTIONS = Stage.OPTIONS.withCluster(ClusterOptions.defaults());
    private static final Duration BUSY = Duration.ofMinutes(2);
    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final Duration TAKES_MAX = Duration.ofSeconds(2);
    private static final int EXECUTIONS_MAX = 40;
    private static final int FOREIGN_MAX = 200;

    private final Stage stage;
    private final LaneStore other;
    private int written;

    private StaleStory(long seed) {
        stage = new Stage(seed, OPTIONS, store -> store);
        NodeId name = new NodeId("other", 1);
        other = stage.server
                .cluster()
                .join(new Registration(name, false, false, Duration.ofDays(1)), 1)
                .getFirst();
    }

    public static List<String> run(long seed) {
        return new StaleStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: work
                steps:
                  first: { action: test.work, completeBy: 1h }
                  second: { action: test.work, completeBy: 1h }
                """);
        Duration takes = stage.upTo(TAKES_MAX);
        stage.at(Duration.ofSeconds(1), () -> {
            var unused = new Hand(stage, "test.work", 1 + stage.random.nextInt(8), takes, request -> false);
        });
        int executions = 5 + stage.random.nextInt(EXECUTIONS_MAX);
        for (int i = 0; i < executions; i++) {
            stage.at(
                    Duration.ofSeconds(20).plus(stage.upTo(BUSY)),
                    () -> stage.start("work", Json.EMPTY_OBJECT, id -> {}));
        }
        for (int i = 0; i < FOREIGN_MAX; i++) {
            stage.at(Duration.ofSeconds(20).plus(stage.upTo(BUSY)), this::writes);
        }
        return stage.play(LENGTH, this::judge);
    }

    /** The other engine writes about one of the open executions. */
    private void writes() {
        List<ExecutionId> open = stage.database.executions().stream()
                .filter(row -> !row.status().isTerminal())
                .map(ExecutionRow::id)
                .toList();
        if (open.isEmpty()) {
            return;
        }
        ExecutionId id = open.get(stage.random.nextInt(open.size()));
        List<JournalRow> journal = stage.server.history(id);
        Event event = new Event.SignalReceived("aside", "s-" + ++written, Json.NULL, "alice");
        JournalRow next =
                new JournalRow(id, journal.size() + 1, journal.getLast().at(), EventCodec.write(List.of(event)));
        CommitOutcome outcome = other.commit(new Batch(List.of(next), List.of(), List.of()))
                .toCompletableFuture()
                .join();
        if (!outcome.equals(CommitOutcome.COMMITTED)) {
            stage.breach("the other engine did not write: " + outcome);
        }
    }

    private void judge(List<Event> history) {
        for (Event event : history) {
            if (event.toString().contains("OUTPUT_REFUSED_BY_STORE")) {
                stage.breach("the result of an agent was refused because another engine wrote: " + event);
            }
        }
    }
}
