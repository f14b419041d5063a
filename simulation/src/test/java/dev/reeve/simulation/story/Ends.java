package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The executions of a story that must have ended when it is over. For one thread. */
final class Ends {

    private static final Duration FIRST_START = Duration.ofSeconds(2);

    private final Stage stage;
    private final Map<ExecutionId, CompletableFuture<?>> ends = new LinkedHashMap<>();

    Ends(Stage stage) {
        this.stage = stage;
    }

    /** Starts an execution at a random time during the given time. */
    void startDuring(Duration time, String workflow) {
        stage.at(FIRST_START.plus(stage.upTo(time)), () -> stage.start(workflow, Json.EMPTY_OBJECT, this::expect));
    }

    /** Expects the end of an execution that has been started. */
    void expect(ExecutionId execution) {
        ends.put(execution, stage.end(execution).toCompletableFuture());
    }

    /** Plays the story, and reports each execution that has not ended by then as a breach. */
    List<String> playUntil(Duration end) {
        stage.at(end, this::judge);
        return stage.play(end.plusSeconds(1));
    }

    private void judge() {
        ends.forEach((execution, end) -> {
            if (!end.isDone()) {
                stage.breach("execution %s has not ended: %s"
                        .formatted(execution, stage.node.node().dispatcher().agents()));
            }
        });
    }
}
