package dev.reeve.simulation.story;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Executions end and are kept for a while, some by the word of their definition and some by that of the node; some have
 * children. None is removed before its time, no child while its parent is open, and in the end nothing is left (T4).
 */
public final class RetentionStory {

    private static final Duration BUSY = Duration.ofMinutes(10);
    private static final Duration OWN = Duration.ofMinutes(2);

    /** The longest that any of them takes, with room. */
    private static final Duration LENGTH_MAX = Duration.ofMinutes(20);

    /** Due executions are removed within about a minute. */
    private static final Duration GONE_WITHIN = Duration.ofMinutes(5);

    private final Stage stage;
    private final Duration usual;

    private RetentionStory(long seed) {
        usual = Duration.ofSeconds(10 + Math.floorMod(seed * 37, 900));
        stage = new Stage(seed, Stage.OPTIONS.withRetention(usual), this::around);
    }

    public static List<String> run(long seed) {
        return new RetentionStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: child
                version: 1
                retention: 2m
                steps: { sleep: { wait: 5s } }
                """);
        stage.deploy("""
                workflow: parent
                version: 1
                steps:
                  first: { workflow: child }
                  sleep: { after: [first], wait: 12m }
                """);
        stage.deploy("""
                workflow: plain
                version: 1
                steps: { sleep: { wait: 30s } }
                """);
        int executions = 4 + stage.random.nextInt(10);
        for (int i = 0; i < executions; i++) {
            String workflow = stage.random.nextBoolean() ? "parent" : "plain";
            stage.at(stage.upTo(BUSY), () -> stage.start(workflow, Json.EMPTY_OBJECT, id -> {}));
        }
        Duration end = BUSY.plus(LENGTH_MAX)
                .plus(usual.compareTo(OWN) > 0 ? usual : OWN)
                .plus(GONE_WITHIN);
        stage.at(end, () -> {
            if (!rows().isEmpty()) {
                stage.breach("kept for longer than was wanted: " + rows());
            }
        });
        return stage.play(end.plusSeconds(1));
    }

    private Map<ExecutionId, ExecutionRow> rows() {
        return stage.database.executions("default").stream()
                .collect(Collectors.toMap(ExecutionRow::id, Function.identity()));
    }

    private Store around(Store real) {
        return Stage.around(Store.class, real, (method, arguments) -> {
            if (method.equals("remove") && arguments[0] instanceof List<?> ids) {
                Map<ExecutionId, ExecutionRow> rows = rows();
                ids.forEach(id -> judge(rows, rows.get(id)));
            }
            return null;
        });
    }

    private void judge(Map<ExecutionId, ExecutionRow> rows, @Nullable ExecutionRow row) {
        if (row == null) {
            return;
        }
        Instant ended = row.endedAt();
        Duration kept = row.workflow().equals("child") ? OWN : usual;
        if (ended == null || stage.database.now().isBefore(ended.plus(kept).minusSeconds(1))) {
            stage.breach("removed at %s, %s too early: %s".formatted(stage.database.now(), kept, row));
        }
        Parent parent = parent(row.id());
        ExecutionRow above = parent == null ? null : rows.get(parent.execution());
        if (above != null && above.endedAt() == null) {
            stage.breach("removed although its parent is open: " + row);
        }
    }

    private @Nullable Parent parent(ExecutionId id) {
        return EventCodec.read(stage.database.journal(id).getFirst().events()).getFirst()
                        instanceof Event.ExecutionStarted started
                ? started.parent()
                : null;
    }
}
