package dev.reeve.internal.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The open streams of events. Each has a place until it is closed. Thread-safe. */
final class OpenStreams {

    private final Places places;
    private final Set<Open> open = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    OpenStreams(Places places) {
        this.places = places;
    }

    /**
     * Registers a stream, so that it ends with the server.
     *
     * @return the stream to write and to close
     * @throws HttpException 429 if there is no place; the stream is closed then
     */
    EventStream add(EventStream stream, String caller) {
        // The adapter of a web server may have failed before it began to write.
        open.forEach(each -> {
            if (each.isEnded()) {
                each.close();
            }
        });
        try {
            places.take(caller);
        } catch (HttpException e) {
            stream.close();
            throw e;
        }
        Open added = new Open(stream, caller);
        open.add(added);
        if (ended) {
            added.source.close();
        }
        return added;
    }

    /** Ends all of them, and each later one at once. The writer of a stream still closes it. */
    void end() {
        ended = true;
        open.forEach(each -> each.source.close());
    }

    private final class Open implements EventStream {
        private final EventStream source;
        private final String caller;
        private final AtomicBoolean closed = new AtomicBoolean();

        Open(EventStream source, String caller) {
            this.source = source;
            this.caller = caller;
        }

        @Override
        public void writeTo(Sink sink) throws IOException, InterruptedException {
            source.writeTo(sink);
        }

        @Override
        public @Nullable ServerEvent next(Duration patience) throws InterruptedException {
            return source.next(patience);
        }

        @Override
        public boolean isEnded() {
            return source.isEnded();
        }

        @Override
        public void close() {
            source.close();
            if (closed.compareAndSet(false, true)) {
                open.remove(this);
                places.giveBack(caller);
            }
        }
    }
}
