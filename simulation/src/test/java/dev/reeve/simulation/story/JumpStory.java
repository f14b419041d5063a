package dev.reeve.simulation.story;

import dev.reeve.Json;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The store's clock jumps once, by up to ten minutes in either direction, while agents work and executions sleep. For
 * one time to live nothing is judged by it: no attempt that was under way is late, and no one is woken. A clock that is
 * set back wakes nobody much too late either (F26).
 */
public final class JumpStory {

    private static final Duration BUSY = Duration.ofMinutes(5);
    private static final Duration LENGTH = Duration.ofMinutes(40);
    private static final Duration JUMP_MIN = Duration.ofSeconds(6);
    private static final Duration JUMP_MAX = Duration.ofMinutes(10);
    private static final Duration FREEZE = Duration.ofSeconds(10);
    private static final Duration WORK = Duration.ofSeconds(5);
    private static final Duration SLEEP = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(4);

    private final Stage stage;
    private final List<String> open = new ArrayList<>();
    private Duration offset = Duration.ZERO;
    private Duration jumped = LENGTH;

    private JumpStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, this::around);
    }

    public static List<String> run(long seed) {
        return new JumpStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: work\nsteps: { work: { action: test.work, completeBy: 15s } }");
        stage.deploy("workflow: sleep\nsteps: { sleep: { wait: 60s } }");
        stage.at(Duration.ofSeconds(1), () -> new Hand(stage, "test.work", 1_000, WORK, request -> false));
        for (int i = 0; i < 100; i++) {
            stage.at(Duration.ofSeconds(2).plus(stage.upTo(BUSY)), this::work);
            stage.at(Duration.ofSeconds(2).plus(stage.upTo(BUSY)), this::sleep);
        }
        stage.at(Duration.ofSeconds(30).plus(stage.upTo(BUSY.minusSeconds(60))), this::jump);
        stage.at(LENGTH, () -> open.forEach(what -> stage.breach(what + " has not ended")));
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void jump() {
        Duration length = JUMP_MIN.plus(stage.upTo(JUMP_MAX.minus(JUMP_MIN)));
        offset = stage.random.nextBoolean() ? length : length.negated();
        jumped = now();
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private void work() {
        Duration began = now();
        begin("work", () -> {
            // The engine may follow the clock while what began after the jump is under way.
            boolean before = began.plus(WORK).plus(MARGIN).compareTo(jumped.plus(FREEZE)) <= 0;
            Duration took = now().minus(began);
            if ((before || offset.isNegative()) && took.compareTo(WORK.plus(MARGIN)) > 0) {
                stage.breach("work that began at %s took %s: the clock jumped at %s by %s, and it was judged by that"
                        .formatted(began, took, jumped, offset));
            }
        });
    }

    private void sleep() {
        Duration began = now();
        begin("sleep", () -> {
            Duration ended = now();
            Duration slept = ended.minus(began);
            if (slept.plus(MARGIN).compareTo(SLEEP) < 0 && ended.compareTo(jumped.plus(FREEZE)) < 0) {
                stage.breach("woken at %s after %s: the clock had jumped at %s by %s"
                        .formatted(ended, slept, jumped, offset));
            }
            if (slept.compareTo(SLEEP.multipliedBy(10).dividedBy(9).plus(MARGIN)) > 0) {
                stage.breach("woken at %s after %s, much too late: the clock jumped at %s by %s"
                        .formatted(ended, slept, jumped, offset));
            }
        });
    }

    private void begin(String workflow, Runnable atEnd) {
        String what = "%s of %s".formatted(workflow, now());
        open.add(what);
        stage.start(workflow, Json.EMPTY_OBJECT, id -> {
            var unused = stage.end(id).whenComplete((end, error) -> {
                open.remove(what);
                if (error == null) {
                    atEnd.run();
                } else {
                    stage.breach("%s: %s".formatted(what, error));
                }
            });
        });
    }

    private Store around(Store real) {
        return Stage.around(Store.class, real, (method, arguments) -> switch (method) {
            case "now" -> real.now().plus(offset);
            case "pulse" -> later(real.pulse());
            default -> null;
        });
    }

    private Pulse later(Pulse pulse) {
        return pulse.withNow(pulse.now().plus(offset));
    }
}
