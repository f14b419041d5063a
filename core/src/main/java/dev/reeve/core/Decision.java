package dev.reeve.core;

import java.util.List;

/** The answer to a command. */
public sealed interface Decision {

    /**
     * The command is carried out.
     *
     * @param events in order; never empty
     * @param state the state after them
     */
    record Accepted(List<Event> events, ExecutionState state) implements Decision {}

    /**
     * Nothing of what was asked is done. Evidence may be kept; and an attempt whose report came too late is given up.
     *
     * @param reason for programs
     * @param message for people: expected, found, what to do
     * @param evidence events to be kept all the same, with what follows from them; mostly none
     * @param state the state after the evidence
     */
    record Refused(Refusal reason, String message, List<Event> evidence, ExecutionState state) implements Decision {}
}
