package dev.reeve;

import java.util.List;

/**
 * The actions that agents offer, and whether the engine calls them. Thread-safe.
 *
 * <pre>{@code
 * reeve.actingAs("alice").services().pause("payment.charge", "the bank asked us to");
 * reeve.services().listen(alerts);
 * }</pre>
 */
public interface ServiceOperations {

    /**
     * The status of each action that an agent offers or a step waits for: whether the engine calls it, and if not, why.
     */
    List<ServiceStatus> list();

    /**
     * Attempts that take longer than expected, the longest-running first. The limit is the step's {@code expected}.
     * Without {@code expected}, the limit is three times the 99th percentile of the action's attempts in the last
     * minutes, and at least one second. An action with fewer than a hundred recently answered attempts has no such
     * limit. Slow is not dead: the engine does nothing about such an attempt before its deadlines.
     */
    List<SuspectAttempt> suspects();

    /**
     * Service incidents since this engine was opened. One entry covers an incident from the first failure to the
     * recovery.
     */
    List<ServiceIncident> incidents();

    /**
     * Registers a listener for service incidents: one call when an action starts failing for all its callers, one when
     * it recovers. Calls are made one after the other, on a separate thread.
     */
    void listen(ServiceListener listener);

    /**
     * Pauses an action until {@link #resume}. The pause survives restarts. Its steps wait in their queue, and
     * use up neither attempts nor time. Running attempts continue. If the action is already paused, the first actor and
     * reason stay.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the action may be paused
     *     all the same: repeat the call
     */
    void pause(String action, String reason);

    /**
     * Resumes an action that a person paused or that failed for all its callers. The queued steps are released in a
     * ramp. If the action is neither paused nor failing, the call only records the actor.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the action may still be
     *     resumed: repeat the call
     */
    void resume(String action, String reason);

    /**
     * The pauses and resumes of an action, with actor and reason: the newest {@link ServiceChange#LISTED_MAX}, the
     * newest first. Empty if the action was never paused or resumed by a person.
     */
    List<ServiceChange> changes(String action);
}
