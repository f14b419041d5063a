package dev.reeve;

/**
 * The answer to a start whose key is taken: an earlier execution has it, open or ended.
 *
 * <pre>{@code
 * reeve.start("order_fulfilment", order, Start.key("order-123").keyPolicy(KeyPolicy.REFUSE))
 * }</pre>
 */
public enum KeyPolicy {
    /**
     * Return the execution if it was started with the same workflow and input, and refuse the start with {@link
     * ErrorCode#CONFLICT} otherwise. The default: a caller can repeat a start whose answer was lost.
     */
    RETURN,
    /**
     * Refuse the start with {@link ErrorCode#CONFLICT}. A caller that repeats a start whose answer was lost is refused
     * as well if the first one was stored.
     */
    REFUSE
}
