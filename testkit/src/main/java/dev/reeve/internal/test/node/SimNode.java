package dev.reeve.internal.test.node;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated process with an engine. Every call into the engine goes through {@link #run}: a dead node receives
 * nothing, and a paused node receives its calls after it resumes.
 */
public final class SimNode implements Surroundings {

    private final int number;
    private final Timeline timeline;
    private final RandomGenerator random;
    private final Mistakes mistakes;
    private final double drift;
    private final long boot;
    private final List<SimLoop> loops = new ArrayList<>();
    private final Deque<Runnable> deferred = new ArrayDeque<>();
    private boolean alive = true;
    private boolean paused;
    private @Nullable Node node;
    private @Nullable Reeve reeve;

    /** Receives exceptions that the engine did not expect. */
    @FunctionalInterface
    public interface Mistakes {
        void made(String where, Throwable error);
    }

    /** @param drift relative drift of the node's monotonic clock, as in 0.0001 for a clock that runs fast */
    public SimNode(int number, Timeline timeline, RandomGenerator random, double drift, Mistakes mistakes) {
        this.number = number;
        this.timeline = timeline;
        this.random = random;
        this.mistakes = mistakes;
        this.drift = drift;
        this.boot = random.nextLong(1L << 50);
    }

    /** Opens the store and the engine. Throws what the engine throws if it cannot open. */
    public void open(Function<SimNode, Store> store, NodeOptions options) {
        Node opened = Node.open(store.apply(this), options, this);
        node = opened;
        reeve = EmbeddedReeve.over(opened);
    }

    public int number() {
        return number;
    }

    public boolean isAlive() {
        return alive;
    }

    public boolean isPaused() {
        return paused;
    }

    public Node node() {
        return Objects.requireNonNull(node, "it was opened");
    }

    public Reeve reeve() {
        return Objects.requireNonNull(reeve, "it was opened");
    }

    /** Runs a task in the engine: immediately, after {@link #resume} if the process is paused, never if it is dead. */
    public void run(Runnable task) {
        if (!alive) {
            return;
        }
        if (paused) {
            deferred.add(task);
            return;
        }
        task.run();
        loops.forEach(SimLoop::stir);
    }

    /** Loses all memory. Answers that are under way reach no receiver. */
    public void crash() {
        alive = false;
        deferred.clear();
        loops.forEach(SimLoop::end);
    }

    public void pause() {
        paused = true;
    }

    /** Resumes, and runs all tasks that arrived during the pause. */
    public void resume() {
        paused = false;
        loops.forEach(SimLoop::wake);
        Runnable task;
        while (alive && !paused && (task = deferred.poll()) != null) {
            task.run();
        }
        loops.forEach(SimLoop::stir);
    }

    @Override
    public long nanos() {
        long true_ = timeline.nanos();
        return boot + true_ + (long) (true_ * drift);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public RandomGenerator secret() {
        return new SplittableRandom(random.nextLong());
    }

    @Override
    public int processors() {
        return 1;
    }

    @Override
    public String processName() {
        return "node" + number;
    }

    @Override
    public @Nullable String process() {
        return null;
    }

    @Override
    public boolean isGone(String process) {
        return false;
    }

    @Override
    public Loop loop(String name, Loop.Turn turn, Loop.DeathWatch deathWatch) {
        SimLoop loop = new SimLoop(name, turn, deathWatch);
        loops.add(loop);
        return loop;
    }

    @Override
    public void aside(String name, Runnable task) {
        timeline.after(Duration.ofNanos(random.nextLong(1_000_000)), name, () -> run(task));
    }

    /** Runs the task immediately: nothing blocks in virtual time, and the run stays deterministic. */
    @Override
    public void callback(Runnable task) {
        task.run();
    }

    @Override
    public void pause(Duration time) {
        throw new UnsupportedOperationException("virtual time has no blocking wait");
    }

    /** A loop whose turns are events. */
    private final class SimLoop implements Loop {
        private final String name;
        private final Turn turn;
        private final DeathWatch deathWatch;
        private Timeline.@Nullable Task next;
        private boolean soon;
        private boolean busy;
        private boolean again;
        private boolean untilWoken;
        private boolean ended;

        SimLoop(String name, Turn turn, DeathWatch deathWatch) {
            this.name = name;
            this.turn = turn;
            this.deathWatch = deathWatch;
        }

        @Override
        public void start() {
            wake();
        }

        @Override
        public void wake() {
            if (busy) {
                again = true;
            } else if (!ended && !soon) {
                soon = true;
                schedule(random.nextLong(200_000));
            }
        }

        /** Wakes a loop that has no timer: the store may have answered. */
        void stir() {
            if (untilWoken) {
                wake();
            }
        }

        void end() {
            ended = true;
            if (next != null) {
                next.cancel();
            }
        }

        @Override
        public boolean stop(Duration patience) {
            end();
            return true;
        }

        private void schedule(long nanos) {
            if (next != null) {
                next.cancel();
            }
            next = timeline.after(Duration.ofNanos(nanos), name, this::fire);
        }

        private void fire() {
            next = null;
            soon = false;
            if (ended || paused) {
                return;
            }
            untilWoken = false;
            busy = true;
            long rest = 0;
            try {
                rest = turn.runOnce();
            } catch (RuntimeException e) {
                mistakes.made(name, e);
                rest = 100_000_000;
            } catch (Error e) {
                mistakes.made(name, e);
                deathWatch.died(name, e);
                ended = true;
            } finally {
                busy = false;
            }
            if (ended) {
                return;
            }
            if (again || rest <= 0) {
                again = false;
                wake();
            } else if (rest == UNTIL_WOKEN) {
                untilWoken = true;
            } else {
                schedule((long) (rest / (1 + drift)) + 1);
            }
        }
    }
}
