package dev.reeve.micrometer;

import java.io.IOException;
import java.util.List;

/** Takes spans to where they are kept. Called by one thread. */
public interface SpanReceiver {

    /**
     * Writes the spans of one execution. Several engines may write the same span, with the same ids.
     *
     * @throws IOException if they cannot be written; they are dropped then
     * @throws InterruptedException if the engine closes meanwhile
     */
    void write(List<SpanData> spans) throws IOException, InterruptedException;
}
