package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.test.node.SimNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Two servers that share a database, and a bad network before them. For one thread. */
final class Wires {

    /** Executions start, and faults happen, in this time. */
    static final Duration BUSY = Duration.ofMinutes(1);

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final int EXECUTIONS = 10;

    final Stage stage;
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<AgentEndpoints> endpoints = new ArrayList<>();
    private int ended;

    Wires(long seed) {
        stage = new Stage(seed, Stage.OPTIONS.withCluster(ClusterOptions.defaults()), store -> store);
    }

    void open() {
        nodes.add(stage.node);
        nodes.add(stage.join(Stage.OPTIONS.withCluster(ClusterOptions.defaults().withOwns(false))));
        for (SimNode node : nodes) {
            endpoints.add(new AgentEndpoints(
                    namespace -> node.node().transport(namespace),
                    "shared".getBytes(StandardCharsets.UTF_8),
                    stage.timeline::nanos));
        }
    }

    /**
     * Starts executions of a workflow, and plays the story. At least half of them must end.
     *
     * @param judge looks at each that ends
     */
    List<String> play(String workflow, Consumer<Ended> judge) {
        for (int i = 0; i < EXECUTIONS; i++) {
            stage.at(
                    Duration.ofSeconds(2).plus(stage.upTo(BUSY)),
                    () -> stage.start(workflow, Json.EMPTY_OBJECT, id -> awaitEnd(id, judge)));
        }
        stage.at(LENGTH, () -> {
            if (ended < EXECUTIONS / 2) {
                stage.breach("only %d of %d executions have ended".formatted(ended, EXECUTIONS));
            }
        });
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void awaitEnd(ExecutionId id, Consumer<Ended> judge) {
        var unused = stage.end(id).thenAccept(end -> {
            ended++;
            judge.accept(end);
        });
    }

    /** Loses, repeats or delays a message. */
    private void carry(Runnable arrival) {
        int copies = stage.random.nextInt(10) == 0 ? 0 : stage.random.nextInt(10) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            Duration delay = stage.random.nextInt(8) == 0 ? stage.upTo(Duration.ofSeconds(7)) : Duration.ofMillis(2);
            stage.timeline.after(delay, "wire", arrival);
        }
    }

    /** Sends a request to a server, and its answer back. */
    void ask(
            int server,
            Function<AgentEndpoints, CompletionStage<String>> question,
            Consumer<String> heard,
            Consumer<Throwable> failed) {
        carry(() -> nodes.get(server)
                .run(() -> question.apply(endpoints.get(server))
                        .whenComplete((answer, error) -> carry(() -> {
                            if (answer != null) {
                                heard.accept(answer);
                            } else if (error != null) {
                                failed.accept(error);
                            }
                        }))));
    }

    /** The error behind the wrapper of a future. */
    static @Nullable Throwable cause(@Nullable Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    void later(Duration delay, Runnable what) {
        stage.timeline.after(delay, "wire", what);
    }
}
