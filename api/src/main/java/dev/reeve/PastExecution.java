package dev.reeve;

import java.util.List;

/**
 * An execution as it was after one of its events: what the events with the same number and with lower ones say. Events
 * with the same number were decided together, so no state exists between them. A handle: it holds no state, and each
 * call reads the history up to the event. Thread-safe.
 *
 * <pre>{@code
 * PastExecution before = execution.asOf(execution.history().getLast().seq() - 1);
 * System.out.println(before.describe().status());
 * }</pre>
 *
 * <p>Each method throws a {@link ReeveException}: {@link ErrorCode#INVALID_INPUT} if the number is less than 1, {@link
 * ErrorCode#NOT_FOUND} if the execution has no event with this number.
 */
public interface PastExecution {

    /** The id of the execution. */
    ExecutionId id();

    /** The number of the event. */
    int seq();

    /**
     * Describes the execution as it was after the event, step by step. Without {@link ExecutionDescription#rerunAs()},
     * because a re-run is no event of the execution.
     */
    ExecutionDescription describe();

    /** The events up to this one, the oldest first. */
    List<HistoryEntry> history();

    /**
     * Explains what each step waited for after the event, and what would have happened next, and when. It knows what
     * the history says. It leaves out what no history has: pauses and failures of services, used up limits, actions
     * that no agent offered, and the node of the execution.
     */
    Explanation explain();
}
