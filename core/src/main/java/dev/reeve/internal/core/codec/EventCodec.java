package dev.reeve.internal.core.codec;

import dev.reeve.Event;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.SegmentedStringWriter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool;

/**
 * Converts events to and from the JSON that the stores keep. Thread-safe.
 *
 * <p>An event is an object with its name as {@code type} and its components under their own names:
 *
 * <pre>{@code
 * [{"type":"StepStarted","step":"charge","purpose":"FORWARD","attempt":1,"agent":"payments-1",
 *   "completeBy":"2026-01-31T12:00:45.000000Z","nonce":"8f3a52c1d07be946"}]
 * }</pre>
 *
 * <p>The format is also meant for people who query their own database. Payloads are nested JSON, not text. Instants
 * are ISO-8601. Null components are left out. The 64 bits of a nonce or seed are hexadecimal text, since many JSON
 * readers would round them. Payloads keep every digit.
 *
 * <p>Unknown members are ignored, so that an old release reads events with members that a newer release added. An
 * unknown type is refused.
 */
public final class EventCodec {

    private static final RecyclerPool<BufferRecycler> POOL = JsonRecyclerPools.threadLocalPool();

    private static final JsonFactory JSON =
            JsonFactory.builder().recyclerPool(POOL).build();

    private EventCodec() {}

    /** Writes all events, in order, as a JSON array. */
    public static String write(List<Event> events) {
        BufferRecycler buffers = POOL.acquirePooled();
        SegmentedStringWriter text = new SegmentedStringWriter(buffers);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            new EventWriter(json).write(events);
        }
        String written = text.getAndClear();
        buffers.releaseToPool();
        return written;
    }

    /**
     * Reads the events, in order.
     *
     * @throws IllegalArgumentException if {@code json} was not written by {@link #write}, or contains events that only
     *     a newer release knows
     */
    public static List<Event> read(String json) {
        List<Event> events = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException("events: expected a JSON array, found " + parser.currentToken());
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                events.add(new EventReader(EventFields.read(parser, json)).event());
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException(
                        "events: expected the end after the array, found " + parser.currentToken());
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("events: not JSON: " + e.getMessage(), e);
        }
        return List.copyOf(events);
    }
}
