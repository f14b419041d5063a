package dev.reeve.internal.engine.scheduler;

import dev.reeve.Event;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.engine.scheduler.memory.IndexRows;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.memory.StatusMessages;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.OutboxRow;
import java.time.Instant;
import java.util.List;

/**
 * The rows of a start in a caller's own transaction. They are the rows that a lane would write, except for the wake
 * time: no lane has the execution in memory, so a sweep must find it.
 */
public record EnlistedStart(ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {

    /** @param now the store's time */
    public static EnlistedStart of(StartRequest request, Instant now) {
        Decision.Accepted accepted = request.decide(now);
        LiveExecution live = new LiveExecution(accepted.state(), request.digest());
        live.advance(accepted.events(), accepted.state());
        Instant at = live.time(now);
        List<Event> events = live.takePending();
        JournalRow first = new JournalRow(request.id(), live.nextSeq(at), at, EventCodec.write(events));
        StatusMessages announcing = live.announcing();
        List<OutboxRow> messages =
                announcing == null ? List.of() : announcing.after(first.seq(), at, events, accepted.state());
        // Not IN_FLIGHT: such executions are expected to be in memory, and no sweep looks for them.
        Instant wakeAt = accepted.state().status().isTerminal() ? null : at;
        return new EnlistedStart(IndexRows.row(live, wakeAt), first, messages);
    }
}
