package dev.reeve.simulation.story;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A step collects signals, some of which come before it begins, while engines die. Its list has all of them, in the
 * order in which they came (S7).
 */
public final class CollectStory {

    private static final Duration LENGTH = Duration.ofMinutes(2);
    private static final Duration BUSY = Duration.ofSeconds(20);
    private static final int SIGNALS = 5;

    private final Stage stage;
    private SimNode node;

    private CollectStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
        node = stage.node;
    }

    public static List<String> run(long seed) {
        return new CollectStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: parcels
                steps:
                  before: { wait: 10s }
                  arrivals: { after: [before], await: arrived, repeat: { until: "${ $count(output) = %d }" } }
                output: "${ steps.arrivals.output }"
                """.formatted(SIGNALS));
        for (int i = 0; i < SIGNALS; i++) {
            String parcel = "parcel-" + i;
            later(Duration.ofSeconds(1).plus(stage.upTo(BUSY)), () -> arrive(parcel));
        }
        if (stage.random.nextBoolean()) {
            later(stage.upTo(BUSY), () -> {
                node.crash();
                node = stage.join(Stage.OPTIONS);
            });
        }
        stage.play(LENGTH);
        for (ExecutionRow row : stage.database.executions()) {
            judge(Journal.events(stage.database.journal(row.id())));
        }
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void later(Duration delay, Runnable what) {
        stage.timeline.after(delay, "parcel", what);
    }

    private void arrive(String parcel) {
        node.run(() -> {
            var unused = node.reeve()
                    .signalWithStartAsync(
                            "parcels",
                            Json.EMPTY_OBJECT,
                            Start.key("order").keyPolicy(KeyPolicy.RETURN_OPEN),
                            Signal.of("arrived", parcel).withId(parcel))
                    .whenComplete((execution, error) -> {
                        if (error != null) {
                            later(Duration.ofSeconds(1), () -> arrive(parcel));
                        }
                    });
        });
    }

    private void judge(List<Event> events) {
        List<String> came = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.SignalReceived signal) {
                came.add(signal.data().text());
            }
        }
        String expected = "[" + String.join(",", came) + "]";
        if (!(events.getLast() instanceof Event.ExecutionCompleted completed)) {
            stage.breach("it has not completed: " + events.getLast());
        } else if (!completed.output().text().equals(expected)) {
            stage.breach("the list is %s, and there came %s".formatted(completed.output(), expected));
        }
    }
}
