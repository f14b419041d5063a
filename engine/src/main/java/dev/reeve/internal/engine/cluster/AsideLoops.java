package dev.reeve.internal.engine.cluster;

import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of a node beside its lanes. They can be left behind in a store that hangs, because what they do is read or
 * repeated. Thread-safe.
 */
final class AsideLoops {

    private static final Logger LOG = LoggerFactory.getLogger(AsideLoops.class);

    /** How long to wait for each of them. */
    static final Duration STOP_PATIENCE = Duration.ofSeconds(2);

    private record Aside(String name, Loop loop, Runnable afterEnd) {}

    private final Surroundings surroundings;
    private final Loop.DeathWatch died;
    private final List<Aside> asides = new ArrayList<>();

    AsideLoops(Surroundings surroundings, Loop.DeathWatch died) {
        this.surroundings = surroundings;
        this.died = died;
    }

    /**
     * Starts a loop.
     *
     * @param wakers takes the signal for new work, before the first turn
     * @param afterEnd frees what the turns use; not called while a turn is under way
     */
    synchronized void start(String name, Loop.Turn turn, Consumer<Runnable> wakers, Runnable afterEnd) {
        Loop loop = surroundings.loop(name, turn, died);
        wakers.accept(loop::wake);
        asides.add(new Aside(name, loop, afterEnd));
        loop.start();
    }

    /** As above, for a loop that uses nothing that must be freed. */
    void start(String name, Loop.Turn turn, Consumer<Runnable> wakers) {
        start(name, turn, wakers, () -> {});
    }

    /** Ends the loops. May be called again. */
    synchronized void stop() {
        for (Aside aside : asides.reversed()) {
            if (aside.loop().stop(STOP_PATIENCE)) {
                aside.afterEnd().run();
            } else {
                LOG.warn("{} does not end because the store does not answer; it is left behind", aside.name());
            }
        }
    }
}
