package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Ended;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A step waits for an agent that never comes, as long as its {@code startBy} says; meanwhile a person holds the
 * execution for some time, which does not count.
 */
public final class HoldStory {

    private static final Duration ALLOWED = Duration.ofMinutes(2);
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final Stage stage;

    private HoldStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
    }

    public static List<String> run(long seed) {
        return new HoldStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: call\nsteps: { call: { action: nobody.does, completeBy: 1h, startBy: 2m } }");
        Duration held = Duration.ofSeconds(1).plus(stage.upTo(ALLOWED.minus(MARGIN)));
        Duration resumed = held.plusSeconds(1).plus(stage.upTo(Duration.ofMinutes(10)));
        stage.at(Duration.ZERO, () -> stage.start("call", Json.EMPTY_OBJECT, id -> hold(id, held, resumed)));
        return stage.play(resumed.plus(ALLOWED).plus(MARGIN.multipliedBy(2)));
    }

    private void hold(ExecutionId id, Duration held, Duration resumed) {
        CompletableFuture<Ended> end = stage.end(id).toCompletableFuture();
        ask(held, id, new Command.Pause("alice", "wait"));
        ask(resumed, id, new Command.Resume("alice", "go on"));
        stage.at(resumed.plus(ALLOWED).minus(MARGIN), () -> {
            if (end.isDone()) {
                stage.breach("it may wait for %s, and was given up before that".formatted(ALLOWED));
            }
        });
        stage.at(resumed.plus(ALLOWED).plus(MARGIN), () -> {
            if (!end.isDone()) {
                stage.breach("it may wait for %s, and still waits".formatted(ALLOWED));
            }
        });
    }

    private void ask(Duration when, ExecutionId id, Command command) {
        stage.at(when, () -> {
            var unused = stage.node.node().lanes().ask(id, command).whenComplete((nothing, error) -> {
                if (error != null) {
                    stage.breach("refused: " + error);
                }
            });
        });
    }
}
