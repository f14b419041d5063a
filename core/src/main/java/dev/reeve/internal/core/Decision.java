package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.internal.core.state.ExecutionState;
import java.util.List;

/** The decision about a command. */
public sealed interface Decision {

    /**
     * The command is accepted.
     *
     * @param events the events in order; never empty
     * @param state the state after the events
     */
    record Accepted(List<Event> events, ExecutionState state) implements Decision {}

    /**
     * The command is refused. Events may follow all the same: a late report is kept as evidence, and the attempt of a
     * report that came after complete-by ends.
     *
     * @param reason the reason for programs
     * @param message the message for people: expected, found, what to do
     * @param evidence events to store all the same, with their consequences; mostly none
     * @param state the state after the evidence
     */
    record Refused(Refusal reason, String message, List<Event> evidence, ExecutionState state) implements Decision {}
}
