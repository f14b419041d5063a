package dev.reeve.simulation.story;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A wait wins against a list that is worked on. Items that are done, and those whose agents are done later, are undone;
 * the execution ends after that (S7, I10).
 */
public final class LoserStory {

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final int ITEMS_MAX = 6;

    private static final StepPath LIST = StepPath.of("list");

    private final Stage stage;

    private LoserStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
    }

    public static List<String> run(long seed) {
        return new LoserStory(seed).tell();
    }

    private List<String> tell() {
        int items = 2 + stage.random.nextInt(ITEMS_MAX - 1);
        stage.deploy("""
                workflow: race
                steps:
                  list: { action: test.work, forEach: [%s1], concurrency: %d, completeBy: 10s, compensate: test.undo }
                  enough: { wait: %dms }
                  go_on: { after: [list, enough], join: { any: 1, others: undo }, wait: 1s }
                """.formatted(
                "1, ".repeat(items - 1), 1 + stage.random.nextInt(2), 100 + stage.random.nextInt(items * 1_000)));
        Duration takes = Duration.ofMillis(500 + stage.random.nextInt(1_500));
        var unused = Hand.thatAnswers(stage, Set.of("test.work", "test.undo"), 3, takes, LoserStory::work);
        stage.at(Duration.ofSeconds(1), () -> stage.start("race", Json.EMPTY_OBJECT, id -> {}));
        return stage.play(LENGTH, this::judge);
    }

    private static Report work(AttemptRequest request) {
        return new Report.Completed(request.token(), Json.NULL);
    }

    private static boolean isItem(StepPath path) {
        return path.step().equals(LIST.step()) && path.item() != StepPath.NONE;
    }

    private void judge(List<Event> events) {
        Set<StepPath> left = new LinkedHashSet<>();
        boolean isLost = false;
        for (Event event : events) {
            switch (event) {
                case Event.OthersEnded ended -> isLost = ended.others().contains(LIST);
                case Event.StepCompleted completed when isItem(completed.step()) -> left.add(completed.step());
                case Event.StepCompensated undone -> left.remove(undone.step());
                default -> {}
            }
        }
        if (isLost && !left.isEmpty()) {
            stage.breach("the list is not needed, and these items are not undone: " + left);
        }
    }
}
