package dev.reeve.spi.store;

/**
 * The format of what is stored: kinds of events, statuses, definitions and messages. A release reads all formats up to
 * the newest one that it knows. A store keeps the least format that a release must know to use it, and refuses others.
 *
 * <table>
 * <caption>The formats</caption>
 * <tr><td>1</td><td>the first one</td></tr>
 * <tr><td>2</td><td>transactional steps</td></tr>
 * <tr><td>3</td><td>namespaces other than the default one</td></tr>
 * <tr><td>4</td><td>keys that begin an execution after another one</td></tr>
 * <tr><td>5</td><td>definitions with the words of ADR 47 and the decisions after it</td></tr>
 * </table>
 */
public final class StoreFormat {

    /** The newest format that this release knows. */
    public static final int NEWEST = 5;

    /** The least format of a store with transactional steps. */
    public static final int PERMITS = 2;

    /** The least format of a store with more than the default namespace. */
    public static final int NAMESPACES = 3;

    /**
     * Engines that know this format or a newer one divide limits among them. The same as {@link #NAMESPACES}: limits
     * need no format of their own, and came with the release that brought namespaces.
     */
    public static final int LIMITS = 3;

    /** The least format of a store with keys that began a second execution. */
    public static final int SUCCESSIONS = 4;

    /** The least format of a store with definitions that use a word which the first language did not have. */
    public static final int LANGUAGE = 5;

    private StoreFormat() {}

    /**
     * Refuses a store that this release must not use.
     *
     * @param store describes the store
     * @param least the least format that a release must know to use it
     * @throws StoreException {@link StoreException.Kind#UNUSABLE} if this release does not know that format
     */
    public static void check(String store, int least) {
        if (least > NEWEST) {
            throw new StoreException(
                    StoreException.Kind.UNUSABLE,
                    "%s holds what only newer releases can read: it needs a release that knows format %d, and this one knows %d. Use the newer release"
                            .formatted(store, least, NEWEST),
                    null);
        }
    }
}
