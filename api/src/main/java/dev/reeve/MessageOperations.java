package dev.reeve;

import java.util.List;

/**
 * Status messages that could not be delivered. Thread-safe.
 *
 * <pre>{@code
 * for (UndeliverableMessage message : reeve.messages().undeliverable(100)) {
 *     reeve.messages().redeliver(message.execution());
 * }
 * }</pre>
 */
public interface MessageOperations {

    /**
     * Dead letters: messages that could not be delivered and were given up, the longest-waiting first. Lists the first
     * message of each execution. Later messages of the execution wait behind it.
     *
     * @param limit 1 to 1,000
     */
    List<UndeliverableMessage> undeliverable(int limit);

    /**
     * Sends the given-up messages of an execution again, from the first one on.
     *
     * @return the number of messages; 0 if none was given up
     */
    int redeliver(ExecutionId id);
}
