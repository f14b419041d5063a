package dev.reeve.internal.http;

import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The answer of an endpoint: now, or later. */
public sealed interface Answer {

    /** An answer that can be sent. */
    sealed interface Ready extends Answer {}

    /**
     * A status, and a text.
     *
     * @param contentType of the body; empty without a body
     */
    record Value(int status, Map<String, String> headers, String contentType, String body) implements Ready {

        public Value {
            headers = Map.copyOf(headers);
        }

        /** The same, with another header. */
        public Value with(String name, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(name, value);
            return new Value(status, more, contentType, body);
        }
    }

    /** A body that is written while it is produced, on the thread of the request. */
    record Streamed(int status, Map<String, String> headers, String contentType, BodyWriter body) implements Ready {

        public Streamed {
            headers = Map.copyOf(headers);
        }
    }

    /** Server-sent events, until the stream ends or the client leaves. */
    record Events(EventStream events) implements Ready {}

    /**
     * A long poll.
     *
     * @param answer completes with the answer; cancelled if the client leaves, or the patience ends
     * @param patience for how long the client waits
     * @param otherwise the answer when the patience ends, or the server stops
     */
    record Later(CompletionStage<? extends Ready> answer, Duration patience, Supplier<? extends Ready> otherwise)
            implements Answer {}

    /** Writes a body. */
    @FunctionalInterface
    interface BodyWriter {
        void writeTo(OutputStream out) throws IOException;
    }

    static Value json(Document document) {
        return json(200, document);
    }

    static Value json(int status, Document document) {
        return json(status, DocumentWriter.write(document));
    }

    /**
     * @param body JSON
     */
    static Value json(int status, String body) {
        return new Value(status, Map.of(), "application/json", body);
    }

    static Value text(String contentType, String body) {
        return new Value(200, Map.of(), contentType, body);
    }

    /** 204. */
    static Value nothing() {
        return new Value(204, Map.of(), "", "");
    }
}
