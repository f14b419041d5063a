package dev.reeve.engine.scheduler;

/**
 * A removal of a version of a workflow that is under way. At first it changes nothing for others, and only notes a use of the version; a use
 * cancels the removal. It is closed once nothing needs the version. From then on nothing begins with the version while the
 * store decides. Thread-safe.
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

    /** Whether something may begin with the version, or leave it; if so, the removal gives way. */
    synchronized boolean use() {
        if (!closed) {
            used = true;
        }
        return !closed;
    }

    /**
     * From here on nothing begins with the version.
     *
     * @return false if something has begun with it, or left it, since somebody wanted to remove it
     */
    public synchronized boolean close() {
        closed = !used;
        return closed;
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
