package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.process.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A cluster under load, for a script. For one thread. */
final class ClusterScene {

    private final List<ClusterNode> places;
    private final ClusterInjector injector;
    private final ClusterWatch watch;
    private final Progress progress;
    private final List<ClusterIncident> incidents = new ArrayList<>();
    private final long begin = System.nanoTime();

    ClusterScene(List<ClusterNode> places, ClusterInjector injector, ClusterWatch watch, Progress progress) {
        this.places = places;
        this.injector = injector;
        this.watch = watch;
        this.progress = progress;
    }

    /** Makes faults for this time, and until there was one of each kind. */
    void makeFaults(Duration length, ClusterSchedule schedule) throws IOException {
        long end = begin + length.toNanos();
        for (long next = begin + schedule.pause().toNanos();
                schedule.goesOn(end - next);
                next = System.nanoTime() + schedule.pause().toNanos()) {
            Pause.until(next);
            ClusterFault fault = schedule.fault();
            strike(fault, schedule.place(fault));
        }
        Pause.until(end);
    }

    /** Makes a fault, and waits until all nodes work again. */
    ClusterIncident strike(ClusterFault fault, int place) throws IOException {
        ClusterNode node = places.get(place);
        say("%s of %s …".formatted(fault, node.name()));
        ClusterIncident incident = injector.make(fault, node);
        incidents.add(incident);
        say(incident.toString());
        return incident;
    }

    /** Tells the user, with the time under load. */
    void say(String text) {
        progress.say("%4.0f s: %s".formatted(seconds(), text));
    }

    /** The time under load. */
    double seconds() {
        return (System.nanoTime() - begin) / 1e9;
    }

    /** The faults so far. */
    List<ClusterIncident> incidents() {
        return incidents;
    }

    /** The process at this place. */
    ClusterNode node(int place) {
        return places.get(place);
    }

    ClusterWatch watch() {
        return watch;
    }
}
