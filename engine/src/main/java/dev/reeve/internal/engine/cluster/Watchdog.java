package dev.reeve.internal.engine.cluster;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.scheduler.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the loops of the lanes, and frees a lane from an execution that blocks it. If a lane has been deciding about one
 * execution for five seconds, it continues with another thread. That thread takes the lane, reloads it, and quarantines
 * the execution. The previous thread is interrupted, which ends an evaluation that counts its work. If that thread
 * returns, it finds that it has lost the lane. Two such threads are accepted. With a third one the process is not
 * healthy, and the node ends with an error.
 *
 * <p>Looks often, and counts at most one second between two looks, so that time in which the process stood still does
 * not count. In a simulation the lanes and the watchdog share one thread, so it never sees a decision under way.
 */
final class Watchdog {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    /** How long a lane may decide about one execution. Changed by tests only. */
    static volatile Duration patience = Duration.ofSeconds(5);

    /** How many threads may fail to return. */
    static final int HANGING_MAX = 2;

    private static final long LOOK_NANOS_MAX = Duration.ofSeconds(1).toNanos();

    /** A lane, and the decision at which it was last seen. */
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
     * @param loops makes a loop for a lane, not yet started
     * @param unwell called when too many threads fail to return
     */
    Watchdog(Function<Lane, Loop> loops, Consumer<String> unwell) {
        this.loops = loops;
        this.unwell = unwell;
    }

    /** Has no effect once it has {@link #stop stopped}. */
    synchronized void add(Lane lane) {
        if (stopped) {
            return;
        }
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

    /** Looks at all lanes. Called by one thread. */
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
        // It ends with its current turn, if that turn ends.
        post.loop.stop(Duration.ZERO);
        post.loop = loop(post.lane);
        LOG.error(
                "execution={}: deciding about it took longer than {}; its lane continues with another thread",
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

    /** Ends the loops and closes the lanes. Abandons a lane whose loop does not end in time. Final. */
    void stop(Duration patience) {
        List<Post> all = posts();
        synchronized (this) {
            stopped = true;
        }
        close(all, patience);
    }

    /**
     * Ends the loops without closing the lanes. Other lanes may be added.
     *
     * @return the lanes whose loops have ended
     */
    Set<Lane> drop(Duration patience) {
        List<Post> all = posts();
        synchronized (this) {
            posts.clear();
        }
        Set<Lane> ended = new HashSet<>();
        for (Post post : all) {
            if (post.loop.stop(patience)) {
                ended.add(post.lane);
            }
        }
        return ended;
    }

    private static void close(List<Post> all, Duration patience) {
        for (Post post : all) {
            if (post.loop.stop(patience)) {
                post.lane.close();
            } else {
                LOG.warn("a lane does not end because the store does not answer; its callers are notified without it");
                post.lane.abandon();
            }
        }
    }
}
