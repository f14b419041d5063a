package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step is retried with an input that an operator gave, its outcome stays unknown, and the execution is run again. No
 * service sees one idempotency key with two inputs, and what can be run again is (A2, O2).
 */
public final class RerunStory {

    private static final StepPath STEP = StepPath.of("only");
    private static final String OPERATOR = "alice";

    private final Stage stage;
    private final boolean edits;
    private final Map<String, Json> inputs = new HashMap<>();
    private @Nullable ExecutionId started;

    private RerunStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
        edits = stage.random.nextInt(3) > 0;
    }

    public static List<String> run(long seed) {
        return new RerunStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: edited
                steps:
                  only:
                    action: test.work
                    startBy: 2s
                    completeBy: 5s
                    retry: { maxAttempts: 1 }
                    onExhausted: escalate
                    onUnknown: escalate
                """);
        stage.at(Duration.ofSeconds(1), () -> stage.start("edited", new Json("{\"n\":1}"), id -> started = id));
        stage.at(
                Duration.ofSeconds(10),
                () -> new Hand(stage, "test.work", 4, Duration.ofSeconds(1), request -> isKept(request)));
        stage.at(Duration.ofSeconds(12), () -> ask(retry()));
        stage.at(Duration.ofSeconds(30), () -> ask(end()));
        stage.at(Duration.ofSeconds(40), this::rerun);
        stage.at(Duration.ofMinutes(2), () -> {
            if (inputs.isEmpty()) {
                stage.breach("the agent got nothing to do");
            }
        });
        return stage.play(Duration.ofMinutes(3));
    }

    private Command retry() {
        return edits
                ? new Command.RetryStep(STEP, OPERATOR, "edited", new Json("{\"n\":2}"))
                : new Command.RetryStep(STEP, OPERATOR);
    }

    private Command end() {
        return stage.random.nextBoolean()
                ? new Command.SkipStep(STEP, OPERATOR)
                : new Command.Cancel(OPERATOR, "enough");
    }

    private boolean isKept(AttemptRequest request) {
        Json before = inputs.putIfAbsent(request.idempotencyKey(), request.input());
        if (before != null && !before.equals(request.input())) {
            stage.breach("key %s came with %s and with %s"
                    .formatted(
                            request.idempotencyKey(),
                            before.text(),
                            request.input().text()));
        }
        return true;
    }

    private void ask(Command command) {
        if (started == null) {
            stage.breach("nothing was started");
            return;
        }
        var unused = stage.node.node().lanes().ask(started, command).whenComplete((nothing, error) -> {
            if (error != null) {
                stage.breach("%s was refused: %s".formatted(command, error));
            }
        });
    }

    private void rerun() {
        ExecutionId id = started;
        if (id == null) {
            return;
        }
        Node engine = stage.node.node();
        try {
            var unused = engine.lanes()
                    .start(new RerunStarts(engine.store(), engine.definitions(), Node.DEFAULT_NAMESPACE)
                            .request(
                                    id,
                                    new Reruns.Wish(STEP, OPERATOR, "again", null),
                                    engine.clock().now()));
        } catch (ReeveException e) {
            if (!edits) {
                stage.breach("it could be run again with the old input: " + e.getMessage());
            }
        }
    }
}
