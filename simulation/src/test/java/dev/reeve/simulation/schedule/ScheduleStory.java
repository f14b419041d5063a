package dev.reeve.simulation.schedule;

import dev.reeve.AuditOptions;
import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Missed;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Timetable;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Half an hour of one schedule, made from a seed: on engines that die, or stand still while another takes over and then
 * go on, and on a database that loses requests and answers.
 */
public final class ScheduleStory {

    private static final Duration TROUBLED = Duration.ofMinutes(30);

    /** So long that the last to be opened is there for the end of it. */
    private static final Duration QUIET = Duration.ofMinutes(10);

    private static final NodeOptions OPTIONS =
            NodeOptions.defaults().withLanes(1).withDrain(Duration.ofSeconds(1)).withAudit(AuditOptions.OFF);

    private final SplittableRandom random;
    private final Timeline timeline;
    private final SimDatabase database;
    private final Schedule schedule;
    private final Duration length;
    private final List<Throwable> mistakes = new ArrayList<>();

    private @Nullable Instant since;
    private int nodes;
    private boolean trouble = true;

    private ScheduleStory(long seed) {
        random = new SplittableRandom(seed);
        timeline = new Timeline(seed);
        SplittableRandom faults = random.split();
        database = SimDatabase.model(
                timeline,
                new StoreFaults(
                        Map.of(
                                StoreFault.REQUEST_LOST, 0.02,
                                StoreFault.ANSWER_LOST, 0.02,
                                StoreFault.SLOW, 0.05,
                                StoreFault.OUTAGE, 0.002),
                        (kind, rate) -> faults.nextDouble() < rate));
        length = Duration.ofSeconds(1 + random.nextInt(60));
        Duration period = Duration.ofSeconds(5 + random.nextInt(120));
        Timetable timetable = random.nextBoolean()
                ? new Timetable.Every(period, Instant.EPOCH)
                : Schedule.cron("sleep", "*/2 * * * *", "Europe/Berlin").timetable();
        schedule = Schedule.of("sleep", timetable)
                .missed(List.of(Missed.values()).get(random.nextInt(3)))
                .whileRunning(List.of(ConcurrencyPolicy.values()).get(random.nextInt(3)));
    }

    /** The wrong starts in the story of a seed; empty if all are right. */
    public static List<String> run(long seed) {
        ScheduleStory story = new ScheduleStory(seed);
        story.tell();
        if (!story.mistakes.isEmpty()) {
            return story.mistakes.stream().map(String::valueOf).toList();
        }
        Instant since = story.since;
        return since == null
                ? List.of("no engine ever took the schedule")
                : new ScheduleJudge(story.schedule, since, story.database.now()).judge(story.started());
    }

    private List<ExecutionRow> started() {
        return database.executions("default");
    }

    private void tell() {
        open();
        timeline.runUntil(TROUBLED.toNanos());
        trouble = false;
        database.heal();
        timeline.runUntil(TROUBLED.plus(QUIET).toNanos());
    }

    private void open() {
        SimNode opened = new SimNode(++nodes, timeline, random.split(), 0, (where, error) -> mistakes.add(error));
        try {
            opened.open(it -> database.open(it::run), OPTIONS);
        } catch (StoreException | ReeveException e) {
            opened.crash();
            timeline.after(Duration.ofSeconds(1), "open", this::open);
            return;
        }
        say(opened);
        if (trouble) {
            timeline.after(Duration.ofSeconds(random.nextInt(120)), "trouble", () -> trouble(opened));
        }
    }

    /** As programs do: at every start. */
    private void say(SimNode opened) {
        opened.run(() -> {
            try {
                opened.reeve()
                        .deploy(Workflow.named("sleep")
                                .step("sleep", s -> s.wait(length))
                                .build());
                opened.reeve().schedules().put("s", Map.of(), schedule);
                noteIfKept();
            } catch (ReeveException e) {
                noteIfKept(); // an answer may be lost
                timeline.after(Duration.ofSeconds(1), "say it again", () -> say(opened));
            }
        });
    }

    private void noteIfKept() {
        if (since == null && !database.schedules("default").isEmpty()) {
            since = database.now();
        }
    }

    /** It dies, or stands still, is taken for dead, and goes on. */
    private void trouble(SimNode old) {
        if (!trouble) {
            return;
        }
        if (random.nextBoolean()) {
            old.crash();
        } else {
            old.pause();
            timeline.after(Duration.ofSeconds(random.nextInt(60)), "go on", old::resume);
        }
        timeline.after(Duration.ofSeconds(random.nextInt(random.nextInt(4) == 0 ? 300 : 5)), "open", this::open);
    }
}
