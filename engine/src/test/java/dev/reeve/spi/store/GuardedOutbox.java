package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An outbox that is there only as long as its store is, and is asked by one thread at a time. Thread-safe.
 *
 * @param outbox throws what the store throws if it does not answer
 * @param guard held during each call
 */
public record GuardedOutbox(Supplier<? extends Outbox> outbox, Object guard) implements Outbox {

    @Override
    public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
        synchronized (guard) {
            return outbox.get().receivers(after, limit);
        }
    }

    @Override
    public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
        synchronized (guard) {
            return outbox.get().claim(receiver, now, until, limit);
        }
    }

    @Override
    public void settle(List<Settlement> settlements) {
        synchronized (guard) {
            outbox.get().settle(settlements);
        }
    }

    @Override
    public int redeliver(ExecutionId execution, Instant now) {
        synchronized (guard) {
            return outbox.get().redeliver(execution, now);
        }
    }
}
