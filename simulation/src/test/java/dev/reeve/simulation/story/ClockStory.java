package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Single looks at the store's clock are wrong by an hour, and in half of the stories the clock really jumps once.
 * Nothing is done before its time by the store's clock, and nothing much later (I13).
 */
public final class ClockStory {

    private static final Duration BUSY = Duration.ofMinutes(30);
    private static final Duration WAIT_MAX = Duration.ofMinutes(90);
    private static final Duration JUMP = Duration.ofHours(1);
    private static final Duration EARLY_MAX = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofSeconds(30);

    /** The jump is noticed at the next look at the clock, and believed at the one after it. */
    private static final int LATE_LOOKS_MAX = 3;

    private final Stage stage;
    private final Map<ExecutionId, Instant> due = new LinkedHashMap<>();
    private final Map<ExecutionId, Integer> late = new LinkedHashMap<>();
    private Duration offset = Duration.ZERO;
    private boolean opened;
    private boolean wrong;

    private ClockStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::around);
        opened = true;
    }

    public static List<String> run(long seed) {
        return new ClockStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: sleep
                version: 1
                steps: { sleep: { waitUntil: "${ input.until }" } }
                """);
        int executions = 5 + stage.random.nextInt(10);
        for (int i = 0; i < executions; i++) {
            stage.at(stage.upTo(BUSY), this::start);
        }
        if (stage.random.nextBoolean()) {
            stage.at(stage.upTo(BUSY), () -> offset = offset.plus(JUMP));
        }
        stage.every(LOOK, this::look);
        return stage.play(BUSY.plus(WAIT_MAX).plus(Duration.ofMinutes(5)));
    }

    private Instant storeTime() {
        return stage.database.now().plus(offset);
    }

    private void start() {
        Instant until = storeTime().plus(stage.upTo(WAIT_MAX));
        stage.start("sleep", new Json("{\"until\":%d}".formatted(until.toEpochMilli())), id -> {
            due.put(id, until);
            var unused = stage.end(id).whenComplete((end, error) -> {
                due.remove(id);
                if (error != null || storeTime().isBefore(until.minus(EARLY_MAX))) {
                    stage.breach("%s ended at %s of the store's time, and was due at %s: %s"
                            .formatted(id, storeTime(), until, error));
                }
            });
        });
    }

    private void look() {
        due.forEach((id, until) -> {
            if (storeTime().isAfter(until) && late.merge(id, 1, Integer::sum) > LATE_LOOKS_MAX) {
                stage.breach("%s was due at %s, and has not ended at %s".formatted(id, until, storeTime()));
            }
        });
    }

    private Store around(Store real) {
        return Stage.around(Store.class, real, (method, arguments) -> switch (method) {
            case "now" -> looked(real);
            case "pulse" -> real.pulse().withNow(looked(real));
            default -> null;
        });
    }

    /** Never wrong twice in a row. */
    private Instant looked(Store real) {
        Instant now = real.now().plus(offset);
        wrong = opened && !wrong && stage.random.nextInt(20) == 0;
        return wrong ? now.plus(JUMP) : now;
    }
}
