package dev.reeve.simulation.story;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.BulkDeeds;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Two bulk operations pause and resume an execution. Each sends its command several times, as it does if the answer is
 * lost, and some come late; a person pauses and resumes it meanwhile. Each operation acts once at most (O5).
 */
public final class BulkStory {

    private static final Duration LENGTH = Duration.ofMinutes(10);

    private final Stage stage;

    private BulkStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
    }

    public static List<String> run(long seed) {
        return new BulkStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: rest\nsteps: { rest: { wait: 1d } }");
        stage.at(Duration.ZERO, () -> stage.start("rest", Json.EMPTY_OBJECT, this::go));
        return stage.play(LENGTH.plusSeconds(2));
    }

    private void go(ExecutionId id) {
        String pausing = "wait " + BulkDeeds.mark(new ExecutionId(new UUID(0xB01C, 1)));
        String resuming = "go on " + BulkDeeds.mark(new ExecutionId(new UUID(0xB01C, 2)));
        int times = 2 + stage.random.nextInt(4);
        for (int i = 0; i < times; i++) {
            ask(id, new Command.Pause("bulk", pausing));
            ask(id, new Command.Resume("bulk", resuming));
            ask(id, new Command.Pause("alice", "wait"));
            ask(id, new Command.Resume("alice", "go on"));
        }
        stage.at(LENGTH.plusSeconds(1), () -> check(id, List.of(pausing, resuming)));
    }

    /** A refusal is fine, such as of a pause while it is paused. */
    private void ask(ExecutionId id, Command command) {
        stage.at(Duration.ofSeconds(1).plus(stage.upTo(LENGTH)), () -> {
            var unused = stage.node.node().lanes().ask(id, command);
        });
    }

    private void check(ExecutionId id, List<String> reasons) {
        List<String> seen = new ArrayList<>();
        for (Event event : Journal.events(stage.node.node().store().history(id))) {
            String reason = switch (event) {
                case Event.ExecutionPaused paused -> paused.reason();
                case Event.ExecutionResumed resumed -> resumed.reason();
                default -> "";
            };
            if (reasons.contains(reason)) {
                if (seen.contains(reason)) {
                    stage.breach("a bulk operation acted twice: " + event);
                }
                seen.add(reason);
            }
        }
    }
}
