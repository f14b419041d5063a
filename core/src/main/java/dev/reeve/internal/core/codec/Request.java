package dev.reeve.internal.core.codec;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.internal.core.Command;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of one node to the node that owns an execution. */
public sealed interface Request {

    /**
     * A start.
     *
     * @param events the {@link Event.ExecutionStarted}, and what the execution takes over from another one, or the
     *     signal that comes with the start
     * @param digest tells a repeated start from a conflicting one
     * @param delayedUntil when it begins; null for at once
     * @param keyPolicy how to answer if the execution exists already
     */
    record Begin(List<Event> events, long digest, @Nullable Instant delayedUntil, KeyPolicy keyPolicy)
            implements Request {
        public Begin {
            events = List.copyOf(events);
            if (events.isEmpty() || !(events.getFirst() instanceof Event.ExecutionStarted)) {
                throw new IllegalArgumentException("events: expected the start first, found " + events);
            }
            boolean isSignalled = events.size() == 2 && events.get(1) instanceof Event.SignalReceived;
            for (Event event : isSignalled ? List.<Event>of() : events.subList(1, events.size())) {
                if (!(event instanceof Event.OfStep)) {
                    throw new IllegalArgumentException("events: expected steps after the start, found " + event);
                }
            }
        }

        public Event.ExecutionStarted started() {
            return (Event.ExecutionStarted) events.getFirst();
        }

        /** The steps that it takes over. */
        public List<Event.OfStep> taken() {
            List<Event.OfStep> taken = new ArrayList<>();
            for (Event event : events.subList(1, events.size())) {
                if (event instanceof Event.OfStep step) {
                    taken.add(step);
                }
            }
            return taken;
        }

        /** The signal that comes with the start; null if none does. */
        public Event.@Nullable SignalReceived signal() {
            return events.size() == 2 && events.get(1) instanceof Event.SignalReceived signal ? signal : null;
        }
    }

    /** A command, unless it is a {@link Move}. */
    record Ask(Command command) implements Request {}

    /** The command {@link Command.Move}, which names the version instead of holding its plan. */
    record Move(String workflow, int version, String by, String reason) implements Request {}

    /** A start that an SQL function has stored. Nothing of it is checked. */
    record SqlStart(String workflow, Json input, Json options) implements Request {}

    /** A signal that an SQL function has stored. Nothing of it is checked. */
    record SqlSignal(String signal, Json data, Json options) implements Request {}

    /** The execution may be new in the store. */
    record Arrive() implements Request {}
}
