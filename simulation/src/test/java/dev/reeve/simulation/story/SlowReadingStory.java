package dev.reeve.simulation.story;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Readings of the store's clock wait for a connection, or their answers are late, by up to half a minute. The clock
 * itself is right. Nothing is done before its time by the store's clock (I13), and everything ends.
 */
public final class SlowReadingStory {

    private static final Duration BUSY = Duration.ofMinutes(30);
    private static final Duration WAIT_MAX = Duration.ofMinutes(10);
    private static final Duration SLOW_MAX = Duration.ofSeconds(30);
    private static final Duration EARLY_MAX = Duration.ofSeconds(1);
    private static final Duration REST = Duration.ofMinutes(5);

    private final Stage stage;
    private final Map<ExecutionId, Instant> due = new LinkedHashMap<>();
    private boolean opened;

    private SlowReadingStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::around);
        opened = true;
    }

    public static List<String> run(long seed) {
        return new SlowReadingStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: sleep
                version: 1
                steps: { sleep: { waitUntil: "${ input.until }" } }
                """);
        for (int i = 0; i < 50; i++) {
            stage.at(stage.upTo(BUSY), this::start);
        }
        Duration length = BUSY.plus(WAIT_MAX).plus(REST);
        stage.at(length, () -> due.forEach((id, until) -> stage.breach(id + " has not ended, due at " + until)));
        return stage.play(length.plusSeconds(1));
    }

    private void start() {
        Instant until = stage.database.now().plus(stage.upTo(WAIT_MAX));
        stage.start("sleep", new Json("{\"until\":%d}".formatted(until.toEpochMilli())), id -> {
            due.put(id, until);
            var unused = stage.end(id).whenComplete((end, error) -> {
                due.remove(id);
                if (error != null || stage.database.now().isBefore(until.minus(EARLY_MAX))) {
                    stage.breach("%s ended at %s of the store's time, and was due at %s: %s"
                            .formatted(id, stage.database.now(), until, error));
                }
            });
        });
    }

    private Store around(Store real) {
        return Stage.around(Store.class, real, (method, arguments) -> method.equals("pulse") ? slow(real) : null);
    }

    /** Time passes for all others meanwhile, since the thread that reads the clock has nothing else to do. */
    private Pulse slow(Store real) {
        if (!opened) {
            return real.pulse();
        }
        boolean isSlow = stage.random.nextInt(5) == 0;
        boolean isLate = stage.random.nextBoolean();
        if (isSlow && !isLate) {
            pass();
        }
        Pulse pulse = real.pulse();
        if (isSlow && isLate) {
            pass();
        }
        return pulse;
    }

    private void pass() {
        stage.timeline.runUntil(stage.timeline.nanos() + stage.upTo(SLOW_MAX).toNanos());
    }
}
