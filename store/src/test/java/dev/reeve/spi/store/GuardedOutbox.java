package dev.reeve.spi.store;

import java.util.function.Supplier;

/** An outbox that one thread at a time calls. Thread-safe. */
public class GuardedOutbox extends ForwardingOutbox {

    private final Object guard;

    /** @param guard held during each call */
    public GuardedOutbox(Outbox outbox, Object guard) {
        super(outbox);
        this.guard = guard;
    }

    /** Makes a call while the guard is held. */
    protected <T> T guarded(Supplier<T> call) {
        return call.get();
    }

    @Override
    protected final <T> T reading(Supplier<T> call) {
        synchronized (guard) {
            return guarded(call);
        }
    }

    @Override
    protected final <T> T writing(Supplier<T> call) {
        synchronized (guard) {
            return guarded(call);
        }
    }
}
