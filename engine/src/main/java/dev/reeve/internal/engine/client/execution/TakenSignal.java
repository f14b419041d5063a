package dev.reeve.internal.engine.client.execution;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.HistoryEntry;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ended execution of a key that has taken a signal. A sender that gets no answer repeats its signal, and
 * meanwhile other executions of the key may have begun and ended. Looks at the newest execution, and at those before it
 * that ended a short time ago. For one thread at a time.
 */
final class TakenSignal {

    /** How many executions before the newest one are looked at. */
    static final int EXECUTIONS_MAX = 100;

    private static final int PAGE = 33;

    /** How long ago the executions before the newest one may have ended. Repetitions by clients come much sooner. */
    static final Duration PERIOD = Duration.ofMinutes(10);

    private final EngineAccess engine;
    private final ExecutionId first;
    private final Event.SignalReceived signal;
    private final @Nullable String request;

    /** When executions ended that have not taken the signal. A failover may lose an end, and then there is another. */
    private final Map<ExecutionId, Instant> others = new HashMap<>();

    /**
     * @param first the id of the first execution of the key
     * @param request of the start that the signal comes with
     */
    TakenSignal(EngineAccess engine, ExecutionId first, Event.SignalReceived signal, @Nullable String request) {
        this.engine = engine;
        this.first = first;
        this.signal = signal;
        this.request = request;
    }

    /** The execution that has taken the signal and has ended; null if there is none. */
    @Nullable ExecutionId taker(ExecutionRow newest) {
        if (signal.id() == null && !StartRequest.isRequest(request, newest.labels())) {
            return null; // without an id, only the request of its start can tell
        }
        if (newest.endedAt() != null && taker(List.of(newest)) != null) {
            return newest.id();
        }
        return signal.id() == null ? null : earlierTaker(newest.id());
    }

    private @Nullable ExecutionId earlierTaker(ExecutionId newest) {
        Instant since = engine.now().minus(PERIOD);
        ExecutionId last = newest;
        int looked = 0;
        // Most keys have no such executions, and some have many.
        for (int size = 1; looked < EXECUTIONS_MAX; size = PAGE) {
            List<ExecutionId> ids = before(last, Math.min(size, EXECUTIONS_MAX - looked));
            List<ExecutionRow> ended = endedSince(ids, since);
            ExecutionId taker = taker(ended);
            if (taker != null) {
                return taker;
            }
            if (ids.size() < size || ended.size() < ids.size()) {
                return null;
            }
            last = ids.getLast();
            looked += ids.size();
        }
        return null;
    }

    /** The ids of this many executions before this one, the newest first. */
    private List<ExecutionId> before(ExecutionId last, int count) {
        List<ExecutionId> ids = new ArrayList<>();
        ExecutionId id = Succession.before(last, first);
        while (id != null && ids.size() < count) {
            ids.add(id);
            id = Succession.before(id, first);
        }
        return ids;
    }

    /** Those that ended after this time, up to the first that did not. Retention removes the earliest ones first. */
    private List<ExecutionRow> endedSince(List<ExecutionId> ids, Instant since) {
        Map<ExecutionId, ExecutionRow> rows = engine.rows(ids);
        List<ExecutionRow> ended = new ArrayList<>();
        for (ExecutionId id : ids) {
            ExecutionRow row = rows.get(id);
            if (row == null || row.endedAt() == null || row.endedAt().isBefore(since)) {
                break;
            }
            ended.add(row);
        }
        return ended;
    }

    private @Nullable ExecutionId taker(List<ExecutionRow> ended) {
        Map<ExecutionId, Instant> unknown = new LinkedHashMap<>();
        for (ExecutionRow row : ended) {
            Instant end = Objects.requireNonNull(row.endedAt());
            if (!end.equals(others.get(row.id()))) {
                unknown.put(row.id(), end);
            }
        }
        while (!unknown.isEmpty()) {
            var histories = engine.reader().histories(List.copyOf(unknown.keySet()));
            for (Map.Entry<ExecutionId, List<HistoryEntry>> history : histories.entrySet()) {
                ExecutionId id = history.getKey();
                if (history.getValue().stream().map(HistoryEntry::event).anyMatch(this::isThis)) {
                    return id;
                }
                others.put(id, Objects.requireNonNull(unknown.remove(id)));
            }
        }
        return null;
    }

    private boolean isThis(Event event) {
        return event instanceof Event.SignalReceived received
                && received.signal().equals(signal.signal())
                && (signal.id() != null
                        ? signal.id().equals(received.id())
                        : received.data().equals(signal.data()));
    }
}
