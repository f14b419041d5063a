package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * SQL functions store requests that the database takes and the engine cannot read, several times with the same key.
 * Each becomes a failed execution with its key, none stays in the inbox, and other starts go on.
 */
public final class RequestStory {

    private static final Duration BUSY = Duration.ofMinutes(1);
    private static final Duration LENGTH = Duration.ofMinutes(2);
    private static final int REQUESTS = 8;

    private final Stage stage;

    private RequestStory(long seed) {
        stage = Stage.ofRequests(seed);
    }

    public static List<String> run(long seed) {
        return new RequestStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: rest\nsteps: { rest: { wait: 20s } }");
        for (int i = 0; i < REQUESTS; i++) {
            String key = "k" + stage.random.nextInt(3);
            boolean renews = stage.random.nextBoolean();
            stage.at(Duration.ofSeconds(1).plus(stage.upTo(BUSY)), () -> request(key, renews));
        }
        stage.at(LENGTH, this::check);
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void request(String key, boolean renews) {
        ExecutionId first = Ids.ofKey("default", key);
        ExecutionRow newest = stage.database.newest(first).orElse(null);
        ExecutionId id = newest == null
                ? first
                : renews && newest.status().isTerminal() ? Succession.after(newest.id()) : newest.id();
        // as PostgreSQL writes it, which is not as Reeve does
        String text = """
                {"type" : "SqlStart", "workflow" : "rest", "input" : {"a":1,"a":%d}, "options" : {"key": "%s", "keyPolicy": "%s"}}""".formatted(stage.random.nextInt(2), key, renews ? "return_open" : "return");
        stage.database.request(new InboxPost(id, "", 0, text));
        CompletableFuture<?> other = stage.node
                .reeve()
                .startAsync("rest", Json.EMPTY_OBJECT, Start.plain())
                .toCompletableFuture();
        stage.timeline.after(
                Duration.ofSeconds(5),
                "story",
                () -> stage.node.run(() -> {
                    if (!other.isDone() || other.isCompletedExceptionally()) {
                        stage.breach("a start beside a request that cannot be read was answered with " + other);
                    }
                    if (stage.database
                            .newest(first)
                            .filter(row -> key.equals(row.key()))
                            .isEmpty()) {
                        stage.breach("the request has not become an execution of its key");
                    }
                }));
    }

    private void check() {
        if (!stage.server
                .requests()
                .orElseThrow()
                .waiting(ShardSet.ALL, 1, Long.MAX_VALUE, Set.of())
                .isEmpty()) {
            stage.breach("a request stays in the inbox");
        }
        for (ExecutionRow row : stage.database.executions()) {
            boolean isRequest = row.workflow().equals("reeve_request");
            if (isRequest != (row.status() == ExecutionStatus.FAILED)) {
                stage.breach("%s of %s is %s".formatted(row.id(), row.workflow(), row.status()));
            }
        }
    }
}
