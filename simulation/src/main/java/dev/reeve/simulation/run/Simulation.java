package dev.reeve.simulation.run;

import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.check.Coverage;
import dev.reeve.simulation.check.EffectLedger;
import dev.reeve.simulation.check.Judge;
import dev.reeve.simulation.world.Fate;
import dev.reeve.simulation.world.Profile;
import dev.reeve.simulation.world.Scene;
import dev.reeve.simulation.world.World;
import dev.reeve.simulation.world.WorldStory;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** One run: from a seed to a verdict. Deterministic on every machine. */
public final class Simulation {

    /** In a healed world, maximum time until the next execution ends or the next client is content. */
    private static final Duration NEXT_WITHIN = Duration.ofHours(4);

    /** No multiple of any regular interval: otherwise each look would meet the same periodic task under way. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(4_987);

    private static final Duration WINDOW = Duration.ofMinutes(10);

    /**
     * The most that happens in a window. The busiest world that is known makes 320,000: its store loses every 25th
     * answer, and three lanes reload each time.
     */
    private static final long EVENTS_MAX = 400_000;

    private static final Duration MOMENT = Duration.ofSeconds(20);

    /**
     * The most that happens in a moment. The busiest of 1,500 worlds makes 24,000. A loop without rest makes 200,000:
     * its next turn comes after 0.1 ms on average.
     */
    private static final long EVENTS_OF_A_MOMENT_MAX = 100_000;

    private Simulation() {}

    /** Whether this world has two namespaces. */
    public static boolean hasNeighbours(long seed) {
        return Swarm.hasNeighbours(seed);
    }

    /** Whether several nodes share the store in this world. */
    public static boolean isShared(long seed) {
        return Swarm.isShared(seed);
    }

    public static RunVerdict run(long seed) {
        return run(seed, Set.of(), false);
    }

    /**
     * @param suppressed decisions that must not happen
     * @param told whether to record the story
     */
    public static RunVerdict run(long seed, Set<String> suppressed, boolean told) {
        return run(seed, BackingStore.MODEL, suppressed, told);
    }

    static RunVerdict run(long seed, BackingStore backing, Set<String> suppressed, boolean told) {
        Profile profile = backing.isShareable() ? Swarm.draw(seed) : Swarm.drawAlone(seed);
        Timeline timeline = new Timeline(seed);
        Coverage sometimes = new Coverage();
        Fate fate = new Fate(seed, timeline, sometimes, suppressed);
        WorldStory story = new WorldStory(timeline, told);
        EffectLedger ledger = new EffectLedger();
        StoreFaults storeFaults = new StoreFaults(profile.storeFaults(), fate);
        try (SimDatabase database = backing.open(timeline, storeFaults)) {
            Judge judge = new Judge(timeline, database, sometimes, ledger);
            database.witness(judge);
            World world = new World(new Scene(profile, timeline, fate, story, sometimes, ledger, judge, database));
            try {
                live(timeline, profile, world, judge);
            } catch (RuntimeException e) {
                judge.breach(
                        "L1",
                        "the simulation broke: " + e + " at "
                                + List.of(e.getStackTrace()).subList(0, 8));
            }
            if (told) {
                judge.journals().forEach(line -> story.tell(() -> line));
            }
            return new RunVerdict(
                    seed,
                    List.copyOf(judge.breaches()),
                    List.copyOf(fate.decided()),
                    story.lines(),
                    sometimes,
                    timeline.hash(),
                    Duration.ofNanos(timeline.nanos()));
        }
    }

    private static void live(Timeline timeline, Profile profile, World world, Judge judge) {
        world.begin();
        run(timeline, profile.trouble().toNanos(), judge);
        world.heal();
        Patience patience = new Patience(NEXT_WITHIN, timeline.nanos());
        while (patience.lasts(timeline.nanos(), world.finished())
                && judge.breaches().isEmpty()
                && !world.isQuiet()) {
            run(timeline, timeline.nanos() + LOOK_EVERY.toNanos(), judge);
        }
        if (!judge.breaches().isEmpty()) {
            return;
        }
        judge.atEnd();
        if (!world.isQuiet()) {
            judge.breach(
                    "L1",
                    "everything is healed, nothing has come to an end for %s, and there is no rest: %s"
                            .formatted(NEXT_WITHIN, world.unrest()));
        }
    }

    private static void run(Timeline timeline, long until, Judge judge) {
        while (judge.breaches().isEmpty() && timeline.nanos() < until) {
            long end = Math.min(until, timeline.nanos() + WINDOW.toNanos());
            long events = 0;
            while (judge.breaches().isEmpty() && timeline.nanos() < end) {
                long moment = events(timeline, Math.min(end, timeline.nanos() + MOMENT.toNanos()), judge);
                events += moment;
                if (events > EVENTS_MAX || moment > EVENTS_OF_A_MOMENT_MAX) {
                    judge.breach("L1", "too much happens: a part of the world runs in circles");
                }
            }
        }
    }

    /** Runs until then, and counts; ends early if there are too many. */
    private static long events(Timeline timeline, long end, Judge judge) {
        long events = 0;
        while (judge.breaches().isEmpty() && events <= EVENTS_OF_A_MOMENT_MAX && timeline.runNextBefore(end)) {
            events++;
        }
        return events;
    }
}
