package dev.reeve.internal.engine.client.execution;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.HistoryEntry;
import dev.reeve.NotFoundException;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.ExecutionRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ended execution of a key that has taken a signal: the newest one, or with an id of the signal also one of
 * the {@link EarlierExecutions}.
 */
final class TakenSignal {

    private final EngineAccess engine;
    private final EarlierExecutions earlier;
    private final Event.SignalReceived signal;
    private final @Nullable String request;

    /**
     * @param first the id of the first execution of the key
     * @param request of the start that the signal comes with
     */
    TakenSignal(EngineAccess engine, ExecutionId first, Event.SignalReceived signal, @Nullable String request) {
        this.engine = engine;
        this.earlier = engine.earlier(first);
        this.signal = signal;
        this.request = request;
    }

    /** The execution that has taken the signal and has ended; null if there is none. */
    @Nullable ExecutionId taker(ExecutionRow newest) {
        if (isIn(newest)) {
            return newest.id();
        }
        String id = signal.id();
        return id == null ? null : earlier.find(newest.id(), engine.now(), rows -> taker(rows, id));
    }

    /** Whether an execution has ended and has taken the signal. */
    boolean isIn(ExecutionRow row) {
        if (row.endedAt() == null) {
            return false;
        }
        String id = signal.id();
        return id == null
                ? StartRequest.isRequest(request, row.labels()) && hasData(row.id())
                : taker(List.of(row), id) != null;
    }

    /** Without an id, only the request of its start and the data can tell. */
    private boolean hasData(ExecutionId id) {
        try {
            return engine.reader().history(id).stream()
                    .anyMatch(entry -> entry.event() instanceof Event.SignalReceived received
                            && received.signal().equals(signal.signal())
                            && received.data().equals(signal.data()));
        } catch (NotFoundException e) {
            return false; // retention has just removed it
        }
    }

    private @Nullable ExecutionId taker(List<ExecutionRow> ended, String id) {
        String name = EndedSignals.name(signal.signal(), id);
        Map<ExecutionId, ExecutionRow> unknown = new LinkedHashMap<>();
        for (ExecutionRow row : ended) {
            Set<String> known = engine.endedSignals().of(row);
            if (known == null) {
                unknown.put(row.id(), row);
            } else if (known.contains(name)) {
                return row.id();
            }
        }
        while (!unknown.isEmpty()) {
            Map<ExecutionId, List<HistoryEntry>> histories = engine.reader().histories(List.copyOf(unknown.keySet()));
            for (Map.Entry<ExecutionId, List<HistoryEntry>> history : histories.entrySet()) {
                ExecutionRow row = Objects.requireNonNull(unknown.remove(history.getKey()));
                Set<String> signals = engine.endedSignals()
                        .learn(row, history.getValue().stream().map(HistoryEntry::event));
                if (signals.contains(name)) {
                    return row.id();
                }
            }
        }
        return null;
    }
}
