package dev.reeve.engine.dispatch;

/** Told when the service behind an action begins to fail for everybody, and when it is back. Calls come one after the other. */
public interface ServiceListener {

    /** It has begun: once for each incident, not again when the service was tried in vain. */
    void opened(ServiceIncident incident);

    /** It is over: everything is let through again. */
    void closed(ServiceIncident incident);
}
