package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.process.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Notices nodes that the others removed although no fault stopped them: they registered again under another identity.
 * The machine was too slow, or the connection pool of the node took too long after a cut. Attempts at such a node are
 * repeated.
 */
final class ClusterStalls implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(250);

    /** The longest time until a new identity is seen. */
    private static final Duration LATE = Duration.ofSeconds(1);

    /** @param millis when the new identity was seen */
    record Stall(int place, long millis) {}

    private final ClusterWatch watch;
    private final List<Stall> stalls = new ArrayList<>();
    private final Map<String, String> identities = new HashMap<>();
    private final Thread thread;
    private volatile boolean ended;

    ClusterStalls(ClusterWatch watch) {
        this.watch = watch;
        this.thread = Thread.ofPlatform().daemon().name("stalls").start(this::look);
    }

    private void look() {
        while (!ended) {
            watch.identities().forEach((name, identity) -> {
                String before = identities.put(name, identity);
                if (before != null && !before.equals(identity)) {
                    synchronized (stalls) {
                        stalls.add(new Stall(ClusterNode.placeOf(name), System.currentTimeMillis()));
                    }
                }
            });
            Pause.of(LOOK);
        }
        watch.close();
    }

    /** The stalls so far that none of these faults explains. */
    List<Stall> unexplained(List<ClusterIncident> incidents) {
        synchronized (stalls) {
            return stalls.stream()
                    .filter(stall -> incidents.stream()
                            .noneMatch(incident -> incident.place() == stall.place()
                                    && incident.fault().changesIdentity()
                                    && stall.millis() >= incident.begin()
                                    && stall.millis() <= incident.end() + LATE.toMillis()))
                    .toList();
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
