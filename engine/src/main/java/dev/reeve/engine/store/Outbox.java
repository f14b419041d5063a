package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were written with what they tell ({@link Batch#messages}) and not delivered yet. Thread-safe. The methods
 * block, and throw {@link StoreException} if the database does not answer.
 *
 * <p>The messages of one execution are sent one after the other: the first one is claimed, sent and removed before the next
 * one can be claimed. So whoever sends, and however many do, no message arrives for the first time before the one ahead of
 * it has arrived. A claim runs out by itself, so that nothing is lost with whoever had it; the message is sent again then.
 *
 * <p>What {@link #claim} answers is durable, and so is all that it has seen: a message never tells of what a failover might
 * forget (R4).
 */
public interface Outbox {

    /**
     * For whom there are messages that are not given up, by name.
     *
     * @param after the last name of the page before; null to begin
     */
    List<WaitingReceiver> receivers(@Nullable String after, int limit);

    /**
     * Claims messages for one receiver, at most one of each execution, those that have waited longest first. There may be
     * more even if there are fewer than {@code limit}; {@link #receivers} tells.
     *
     * @param now the time by which they must be due
     * @param until when the claim runs out
     */
    List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit);

    /** Writes what became of claimed messages, at most one for each execution. Those that were delivered are removed. */
    void settle(List<Settlement> settlements);

    /**
     * Has the messages of an execution tried once more that were given up.
     *
     * @return how many there are
     */
    int redeliver(ExecutionId execution, Instant now);
}
