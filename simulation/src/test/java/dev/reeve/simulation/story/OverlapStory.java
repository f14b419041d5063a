package dev.reeve.simulation.story;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.core.Command;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A list is not needed any more and is being undone, when its whole execution is cancelled. Each step is undone only
 * after all that was done after it (I10).
 */
public final class OverlapStory {

    private static final Duration LENGTH = Duration.ofMinutes(5);

    /** The steps after each step, as far as they have something to undo. */
    private static final Map<String, Set<String>> AFTER =
            Map.of("a", Set.of("b", "list", "z"), "b", Set.of("list", "z"), "list", Set.of(), "z", Set.of());

    private final Stage stage;

    private OverlapStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
    }

    public static List<String> run(long seed) {
        return new OverlapStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: overlap
                steps:
                  a: { action: test.work, completeBy: 10s, compensate: test.undo }
                  b: { after: [a], action: test.work, completeBy: 10s, compensate: test.undo }
                  list: { after: [a, b], action: test.work, completeBy: 10s, forEach: [1, 2, 3], concurrency: 1, compensate: test.undo }
                  early: { after: [a, b, list], join: any, wait: 10ms }
                  z: { after: [b, early], action: test.work, completeBy: 10s, compensate: test.undo }
                  later: { after: [list], wait: 10ms }
                  enough: { after: [z, later], join: { any: 1, others: undo }, wait: 1m }
                """);
        Duration takes = Duration.ofMillis(500 + stage.random.nextInt(1_500));
        var unused = Hand.thatAnswers(stage, Set.of("test.work", "test.undo"), 4, takes, OverlapStory::work);
        stage.at(
                Duration.ofSeconds(1),
                () -> stage.start(
                        "overlap",
                        Json.EMPTY_OBJECT,
                        id -> stage.at(Duration.ofSeconds(1).plus(stage.upTo(takes.multipliedBy(24))), () -> {
                            var ignored = stage.node.node().lanes().ask(id, new Command.Cancel("alice", "made up"));
                        })));
        return stage.play(LENGTH, this::judge);
    }

    private static Report work(AttemptRequest request) {
        return new Report.Completed(request.token(), Json.NULL);
    }

    private void judge(List<Event> events) {
        Set<String> left = new LinkedHashSet<>();
        for (Event event : events) {
            switch (event) {
                case Event.StepCompleted completed -> left.add(completed.step().toString());
                case Event.StepCompensated undone -> left.remove(undone.step().toString());
                case Event.StepStarted started
                when started.purpose() == Purpose.COMPENSATION -> {
                    Set<String> after = AFTER.getOrDefault(started.step().step(), Set.of());
                    left.stream()
                            .filter(done -> after.contains(done.replaceAll("\\[.*", "")) && !done.equals("list"))
                            .forEach(done -> stage.breach("%s is undone before %s".formatted(started.step(), done)));
                }
                default -> {}
            }
        }
    }
}
