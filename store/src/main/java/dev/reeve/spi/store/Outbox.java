package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are not delivered yet. They were written together with the events that they report
 * ({@link Batch#messages}). Thread-safe. The methods block, and throw {@link StoreException} if the database does not
 * answer.
 *
 * <p>The messages of one execution are sent one after the other: each is claimed, sent and removed before the next one
 * can be claimed. So a message never arrives for the first time before its predecessor has arrived, however many
 * senders run. A claim expires, so a message is not lost if its sender dies. It is sent again then.
 *
 * <p>A claimed message is durable, and so is everything that it reports: no message reports what a failover might lose.
 */
public interface Outbox {

    /**
     * The receivers of messages that were not given up, ordered by name.
     *
     * @param after the last name of the previous page; null for the first page
     */
    List<WaitingReceiver> receivers(@Nullable String after, int limit);

    /**
     * Claims messages for one receiver, at most one of each execution, those that have waited longest first. More
     * messages may be due even if fewer than {@code limit} are returned; {@link #receivers} lists their receivers.
     *
     * @param now the time by which they must be due
     * @param until when the claim expires
     */
    List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit);

    /** Records the outcomes of claimed messages, at most one for each execution. Removes delivered messages. */
    void settle(List<Settlement> settlements);

    /**
     * Retries the messages of an execution that were given up.
     *
     * @return how many messages are retried
     */
    int redeliver(ExecutionId execution, Instant now);
}
