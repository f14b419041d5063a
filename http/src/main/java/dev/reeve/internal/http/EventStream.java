package dev.reeve.internal.http;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Events for one client, taken one after the other at the client's pace. The source drops or joins events for a client
 * that is too slow, so a stream is bounded.
 */
public interface EventStream extends AutoCloseable {

    /** A client or a proxy that hears nothing for longer gives a stream up. */
    Duration PULSE = Duration.ofSeconds(15);

    /** The way to the client. Returns when the text is on its way. */
    @FunctionalInterface
    interface Sink {
        void write(String text) throws IOException;
    }

    /**
     * Writes the events until the stream ends, and a pulse where nothing happens.
     *
     * @throws IOException if the client has left
     * @throws InterruptedException if the thread is interrupted
     */
    default void writeTo(Sink sink) throws IOException, InterruptedException {
        sink.write(ServerEvent.PULSE);
        while (!isEnded()) {
            ServerEvent event = next(PULSE);
            sink.write(event == null ? ServerEvent.PULSE : event.text());
        }
    }

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
