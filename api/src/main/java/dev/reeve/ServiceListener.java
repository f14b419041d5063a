package dev.reeve;

/**
 * Receives service incidents: one call when the service of an action starts failing for all its callers, one when it
 * recovers. Calls are made one after the other.
 */
public interface ServiceListener {

    /** An incident has begun. Called once for each incident, not again after unsuccessful trials. */
    void opened(ServiceIncident incident);

    /** The incident is over: calls are no longer limited. */
    void closed(ServiceIncident incident);
}
