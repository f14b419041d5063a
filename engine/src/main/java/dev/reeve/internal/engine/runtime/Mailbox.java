package dev.reeve.internal.engine.runtime;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A queue with many writers and one reader. Writers never wait; a full mailbox refuses instead.
 *
 * @param <T> the messages
 */
public final class Mailbox<T> {

    private final ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final int sizeMax;
    private volatile Runnable signal = () -> {};

    /** @param sizeMax maximum number of waiting messages */
    public Mailbox(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    /** Sets an action that the writer runs after each message. It must be cheap and must not block. */
    public void onMessage(Runnable action) {
        signal = action;
    }

    /** @return false if the mailbox is full; the message was not taken then */
    public boolean offer(T message) {
        if (size.incrementAndGet() > sizeMax) {
            size.decrementAndGet();
            return false;
        }
        queue.add(message);
        signal.run();
        return true;
    }

    /** Moves at most {@code countMax} messages, oldest first. */
    public void drainTo(List<T> target, int countMax) {
        int count = 0;
        T message;
        while (count < countMax && (message = queue.poll()) != null) {
            target.add(message);
            count++;
        }
        size.addAndGet(-count);
    }

    /**
     * As above, but stops once the messages together weigh {@code weightMax}; the last one may exceed it. Takes none if
     * {@code weightMax} is not positive.
     */
    public void drainTo(List<T> target, int countMax, ToLongFunction<T> weight, long weightMax) {
        int count = 0;
        long room = weightMax;
        T message;
        while (count < countMax && room > 0 && (message = queue.poll()) != null) {
            target.add(message);
            count++;
            room -= weight.applyAsLong(message);
        }
        size.addAndGet(-count);
    }

    /** Drops messages that wait. Called by the reader only. */
    public void removeIf(Predicate<T> isSuperfluous) {
        int[] removed = {0};
        queue.removeIf(message -> {
            boolean remove = isSuperfluous.test(message);
            removed[0] += remove ? 1 : 0;
            return remove;
        });
        size.addAndGet(-removed[0]);
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    public int size() {
        return size.get();
    }
}
