package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.ReplyRow;
import org.jspecify.annotations.Nullable;

/** A message from another node that waits in the inbox. Used by one thread at a time. */
public interface Letter {

    InboxKey key();

    /** The execution that the message is about. */
    ExecutionId execution();

    /**
     * The message. Each call returns a new one that was not answered yet, because a batch may fail after its messages
     * were answered.
     */
    Message open();

    /** The reply that follows from the answer to the last opened message; null if the sender waits for none. */
    @Nullable ReplyRow reply();

    /**
     * Why the message stays in the inbox, although it was answered with a refusal; null if the answer settles it. A
     * refusal has written nothing.
     */
    default @Nullable ReeveException kept() {
        return null;
    }

    /** The batch that applied the message is stored. */
    void applied();

    /** The message was not applied, and stays in the inbox. */
    void failed(ReeveException cause);
}
