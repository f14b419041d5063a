package dev.reeve.internal.engine.scheduler.message;

/** Carries messages to executions whose shards no lane of this node owns. Thread-safe. */
public interface Elsewhere {

    /**
     * Carries a message. It is answered at some time, or fails. Messages that the next owner finds by itself, such as
     * {@link Message.Grant} and {@link Message.Wake}, are dropped.
     */
    void carry(Message message);
}
