package dev.reeve.internal.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Events for one client, taken one after the other at the client's pace. The source drops or joins events for a client
 * that is too slow, so a stream is bounded.
 */
public interface EventStream extends AutoCloseable {

    /**
     * The next event.
     *
     * @return null if there is none within this time
     * @throws InterruptedException if the thread is interrupted
     */
    @Nullable ServerEvent next(Duration patience) throws InterruptedException;

    /** Whether no event will come any more. */
    boolean isEnded();

    /** Ends the stream, and wakes a thread that waits for the next event. Idempotent. Any thread may call it. */
    @Override
    void close();
}
