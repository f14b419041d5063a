package dev.reeve.internal.engine.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs callers' callbacks, one after the other, off the engine's own threads. A callback that blocks delays the next
 * callbacks of the same object, and nothing else. Thread-safe.
 */
public final class Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    /** A receiver that is this far behind will not catch up; further calls are dropped. */
    private static final int WAITING_MAX = 100_000;

    private final Surroundings surroundings;
    private final Mailbox<Runnable> calls = new Mailbox<>(WAITING_MAX);
    private final AtomicBoolean calling = new AtomicBoolean();

    public Callbacks(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Returns at once. */
    public void call(Runnable call) {
        if (!calls.offer(call)) {
            LOG.warn("a listener is {} calls behind; further calls are left out", WAITING_MAX);
        }
        goOn();
    }

    private void goOn() {
        if (!calls.isEmpty() && calling.compareAndSet(false, true)) {
            surroundings.callback(this::callAll);
        }
    }

    private void callAll() {
        try {
            List<Runnable> next = new ArrayList<>();
            calls.drainTo(next, Integer.MAX_VALUE);
            next.forEach(Callbacks::guarded);
        } finally {
            calling.set(false);
        }
        goOn();
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener failed; the engine continues", e);
        }
    }
}
