package dev.reeve.internal.engine.scheduler.definition;

/**
 * A removal of a version of a workflow that is under way. At first it only notes uses of the version; a use cancels the
 * removal. It is closed once nothing needs the version. From then on the version cannot be used while the store
 * decides. Thread-safe.
 */
public final class Withdrawal {

    final String namespace;
    final String name;
    final int version;
    private boolean used;
    private boolean closed;

    Withdrawal(String namespace, String name, int version) {
        this.namespace = namespace;
        this.name = name;
        this.version = version;
    }

    /** Whether an execution may begin with the version, or leave it. If so, the removal is cancelled. */
    synchronized boolean use() {
        if (!closed) {
            used = true;
        }
        return !closed;
    }

    /**
     * Prevents all further uses of the version.
     *
     * @return false if an execution has begun with it, or left it, since the removal was requested
     */
    public synchronized boolean close() {
        closed = !used;
        return closed;
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
