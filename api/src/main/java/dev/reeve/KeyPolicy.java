package dev.reeve;

/**
 * The answer to a start whose key is taken.
 *
 * <pre>{@code
 * reeve.start("catalogue_sync", shop, Start.key("sync-berlin").keyPolicy(KeyPolicy.RETURN_OPEN))
 * }</pre>
 *
 * <table>
 * <caption>What each policy does</caption>
 * <tr><th></th><th>the execution is open</th><th>it has ended</th></tr>
 * <tr><td>{@link #RETURN}</td><td>returned</td><td>returned</td></tr>
 * <tr><td>{@link #REFUSE}</td><td>refused</td><td>refused</td></tr>
 * <tr><td>{@link #RETURN_OPEN}</td><td>returned</td><td>another one is started</td></tr>
 * <tr><td>{@link #REFUSE_OPEN}</td><td>refused</td><td>another one is started</td></tr>
 * </table>
 *
 * <p>If a key has begun several executions, the newest one counts. A key never has two open ones. An execution that was
 * started with another workflow or input is never returned: that start is refused with {@link ErrorCode#CONFLICT}.
 */
public enum KeyPolicy {
    /**
     * Return the execution if it was started with the same workflow and input, and refuse the start with {@link
     * ErrorCode#CONFLICT} otherwise. The default: a caller can repeat a start whose answer was lost.
     */
    RETURN,
    /**
     * Refuse the start with {@link ErrorCode#CONFLICT}. A caller that repeats a start whose answer was lost is refused
     * as well if the first one was stored, unless both have the same {@link Start#request}.
     */
    REFUSE,
    /**
     * Return the execution as {@link #RETURN} does while it is open. Start another one, with this workflow and input,
     * once it has ended. A caller that repeats a start whose answer was lost may start a second one if the first one
     * has ended meanwhile, unless both have the same {@link Start#request}.
     */
    RETURN_OPEN,
    /**
     * Refuse the start with {@link ErrorCode#CONFLICT} while the execution is open. Start another one, with this
     * workflow and input, once it has ended. For repeated starts the same holds as for {@link #RETURN_OPEN}.
     */
    REFUSE_OPEN
}
