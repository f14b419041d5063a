package dev.reeve.engine.cluster;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.runtime.Loop;
import dev.reeve.engine.scheduler.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of the lanes, and the last line against an execution that holds one: a lane that has been deciding about the same
 * execution for five seconds goes on with another thread, which takes the lane again, reloads, and leaves that execution alone.
 * The thread before is interrupted, which ends an evaluation that counts its work; if it comes back, it finds that it has lost
 * the lane. Two threads may stay away; a third means that this process is not well, and the node ends and says so.
 *
 * <p>Looks often, and counts at most a second between two looks, so that a process that stood still does not count. In a
 * simulation the lanes and this share one thread, so that no decision is ever seen under way.
 */
final class Watchdog {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    /** For how long a lane may decide about one execution. Others are for tests. */
    static volatile Duration patience = Duration.ofSeconds(5);

    /** How many threads may stay away. */
    static final int HANGING_MAX = 2;

    private static final long LOOK_NANOS_MAX = Duration.ofSeconds(1).toNanos();

    /** A lane, and the decision that it was last seen at. */
    private static final class Post {
        final Lane lane;
        Loop loop;

        @Nullable Object seen;

        long seenNanos;

        Post(Lane lane, Loop loop) {
            this.lane = lane;
            this.loop = loop;
        }
    }

    private final Function<Lane, Loop> loops;
    private final Consumer<String> unwell;
    private final long patienceNanos = patience.toNanos();
    private final Map<Lane, Post> posts = new LinkedHashMap<>();
    private boolean stopped;
    private long lastLookNanos = Long.MIN_VALUE;

    /**
     * @param loops makes a loop for a lane, which is not started
     * @param unwell told when too many threads stay away
     */
    Watchdog(Function<Lane, Loop> loops, Consumer<String> unwell) {
        this.loops = loops;
        this.unwell = unwell;
    }

    synchronized void add(Lane lane) {
        posts.put(lane, new Post(lane, loop(lane)));
    }

    private Loop loop(Lane lane) {
        Loop loop = loops.apply(lane);
        lane.onMessage(loop::wake);
        return loop;
    }

    synchronized void start() {
        posts.values().forEach(post -> post.loop.start());
    }

    /** Looks at all lanes. By one thread. */
    void look(long nanos) {
        long passed = lastLookNanos == Long.MIN_VALUE ? 0 : Math.min(nanos - lastLookNanos, LOOK_NANOS_MAX);
        lastLookNanos = nanos;
        for (Post post : posts()) {
            Object deciding = post.lane.deciding();
            if (deciding == null || !deciding.equals(post.seen)) {
                post.seen = deciding;
                post.seenNanos = 0;
            } else {
                post.seenNanos += passed;
                if (post.seenNanos >= patienceNanos) {
                    relieve(post, deciding);
                }
            }
        }
    }

    private synchronized List<Post> posts() {
        return stopped ? List.of() : new ArrayList<>(posts.values());
    }

    private synchronized void relieve(Post post, Object deciding) {
        Duration length = Duration.ofNanos(post.seenNanos);
        post.seen = null;
        ExecutionId execution = stopped ? null : post.lane.takeFrom(deciding, length);
        if (execution == null) {
            return;
        }
        // It ends with the turn that it is at, if that ends.
        post.loop.stop(Duration.ZERO);
        post.loop = loop(post.lane);
        LOG.error(
                "execution={}: deciding about it took longer than {}; its lane goes on with another thread",
                execution,
                length);
        int hanging =
                posts.values().stream().mapToInt(each -> each.lane.hanging()).sum();
        post.loop.start();
        if (hanging > HANGING_MAX) {
            unwell.accept("%d threads do not come back from deciding about executions; restart this process"
                    .formatted(hanging));
        }
    }

    /** Ends the loops, and closes the lanes, those that do not end without waiting for them. */
    void stop(Duration patience) {
        List<Post> all = posts();
        synchronized (this) {
            stopped = true;
        }
        for (Post post : all) {
            if (post.loop.stop(patience)) {
                post.lane.close();
            } else {
                LOG.warn("a lane does not end, because the store does not answer it; its callers are told without it");
                post.lane.abandon();
            }
        }
    }
}
