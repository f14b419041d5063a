package dev.reeve.internal.engine.client.execution;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ids of signals that ended executions have received, so that their histories are read once and not for each signal
 * to their key. Keeps those that were asked for last. Thread-safe.
 */
final class EndedSignals {

    private static final long CHARACTERS_MAX = 1 << 20;

    /** Of an entry without its texts. */
    private static final int OVERHEAD = 64;

    /** @param endedAt a failover may lose an end, and then there is another one */
    private record Ended(Instant endedAt, Set<String> signals, long characters) {}

    private final Map<ExecutionId, Ended> executions = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    /** The signals of an ended execution, as {@link #name} writes them; null if they are not known here. */
    synchronized @Nullable Set<String> of(ExecutionRow row) {
        Ended ended = executions.get(row.id());
        return ended == null || !ended.endedAt.equals(row.endedAt()) ? null : ended.signals;
    }

    /** Learns the signals of an ended execution from its events, and returns them. */
    Set<String> learn(ExecutionRow row, Stream<Event> events) {
        Set<String> signals = new HashSet<>();
        events.forEach(event -> {
            if (event instanceof Event.SignalReceived signal && signal.id() != null) {
                signals.add(name(signal.signal(), signal.id()));
            }
        });
        Instant endedAt = row.endedAt();
        if (endedAt != null) {
            keep(row.id(), endedAt, signals);
        }
        return signals;
    }

    private synchronized void keep(ExecutionId id, Instant endedAt, Set<String> signals) {
        long size = OVERHEAD;
        for (String signal : signals) {
            size += OVERHEAD + signal.length();
        }
        Ended before = executions.put(id, new Ended(endedAt, signals, size));
        characters += size - (before == null ? 0 : before.characters);
        Iterator<Ended> eldest = executions.values().iterator();
        while (characters > CHARACTERS_MAX && eldest.hasNext()) {
            characters -= eldest.next().characters;
            eldest.remove();
        }
    }

    /** Two signals with the same id are the same only if they have the same name. */
    static String name(String signal, String id) {
        return signal + '\0' + id;
    }
}
