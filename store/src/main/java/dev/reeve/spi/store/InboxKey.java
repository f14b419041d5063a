package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;

/**
 * Identifies a message in the {@link Inbox}. A failover to a server that lagged behind may lose messages, and give
 * their numbers to others. Execution and time tell these apart.
 *
 * @param execution the execution that the message is about
 * @param number unique among the messages that the store has; grows roughly with time
 * @param at when the message was stored
 */
public record InboxKey(ExecutionId execution, long number, Instant at) {

    /** The shard of the execution. */
    public int shard() {
        return execution.shard();
    }
}
