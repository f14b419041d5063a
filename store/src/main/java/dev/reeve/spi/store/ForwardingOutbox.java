package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards every call to another outbox. A decorator overrides the methods that it changes, or {@link #reading} and
 * {@link #writing} to change all of them.
 */
public abstract class ForwardingOutbox implements Outbox {

    private final Outbox outbox;

    /**
     * Forwards to this outbox.
     *
     * @param outbox of the store behind the decorator, usually {@link Store#outbox}
     */
    protected ForwardingOutbox(Outbox outbox) {
        this.outbox = outbox;
    }

    /** The outbox behind this one. */
    protected final Outbox delegate() {
        return outbox;
    }

    /** Makes a call that reads from the database. */
    protected <T> T reading(Supplier<T> call) {
        return call.get();
    }

    /** Makes a call that writes to the database. */
    protected <T> T writing(Supplier<T> call) {
        return call.get();
    }

    @Override
    public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
        return reading(() -> outbox.receivers(after, limit));
    }

    @Override
    public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
        return writing(() -> outbox.claim(receiver, now, until, limit));
    }

    @Override
    public void settle(List<Settlement> settlements) {
        int settled = writing(() -> {
            outbox.settle(settlements);
            return settlements.size();
        });
        assert settled == settlements.size() : "a write has no other answer";
    }

    @Override
    public int redeliver(ExecutionId execution, Instant now) {
        return writing(() -> outbox.redeliver(execution, now));
    }
}
