package dev.reeve.internal.core.codec;

import dev.reeve.Event;
import dev.reeve.internal.core.Command;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of one node to the node that owns an execution. */
public sealed interface Request {

    /**
     * A start.
     *
     * @param events the {@link Event.ExecutionStarted}, and what the execution takes over from another one
     * @param digest tells a repeated start from a conflicting one
     * @param delayedUntil when it begins; null for at once
     */
    record Begin(List<Event> events, long digest, @Nullable Instant delayedUntil) implements Request {
        public Begin {
            events = List.copyOf(events);
            if (events.isEmpty() || !(events.getFirst() instanceof Event.ExecutionStarted)) {
                throw new IllegalArgumentException("events: expected the start first, found " + events);
            }
            if (!events.stream().skip(1).allMatch(Event.OfStep.class::isInstance)) {
                throw new IllegalArgumentException("events: expected steps after the start, found " + events);
            }
        }

        public Event.ExecutionStarted started() {
            return (Event.ExecutionStarted) events.getFirst();
        }

        /** The steps that it takes over. */
        public List<Event.OfStep> taken() {
            return events.stream().skip(1).map(Event.OfStep.class::cast).toList();
        }
    }

    /** A command, unless it is a {@link Move}. */
    record Ask(Command command) implements Request {}

    /** The command {@link Command.Move}, which names the version instead of holding its plan. */
    record Move(String workflow, int version, String by, String reason) implements Request {}

    /** The execution may be new in the store. */
    record Arrive() implements Request {}
}
