package dev.reeve;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The health of the engine and its agents. Thread-safe.
 *
 * <pre>{@code
 * if (!reeve.health().incidents().isEmpty()) {
 *     page(reeve.health().incidents());
 * }
 * }</pre>
 */
public interface EngineHealth {

    /** Counters and gauges of this engine since it was opened. */
    EngineStats stats();

    /**
     * Rule violations that the auditor has found since this engine was opened, the oldest first. Empty if there are
     * none. Each one is also logged as an error, and needs a person.
     */
    List<Incident> incidents();

    /**
     * The last jump of the store's clock by more than five seconds since this engine was opened. Empty if there was
     * none.
     */
    Optional<ClockJump> clockJump();

    /** The status of each agent: registered agents, and agents that left within the last quarter of an hour. */
    List<AgentStatus> agents();

    /**
     * Checks every execution in the store. The engine keeps running meanwhile.
     *
     * @param progress receives the number of executions checked so far, from time to time
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    AuditReport verify(LongConsumer progress);
}
