package dev.reeve.spi.store;

/**
 * One running engine. A restarted engine is another node, even on the same host with the same name.
 *
 * @param name for people: host and process
 * @param incarnation random. The lower half belongs to the process: it stays the same if the process registers again
 */
public record NodeId(String name, long incarnation) {

    private static final long LOWER = 0xFFFF_FFFFL;

    /** The incarnation in the text of a node. */
    public static long incarnation(String node) {
        return Long.parseUnsignedLong(node.substring(node.lastIndexOf('-') + 1), 16);
    }

    /** The next registration of the same process. */
    public NodeId again(long random) {
        return new NodeId(name, (random & ~LOWER) | (incarnation & LOWER));
    }

    /** Whether a node is a registration of the same process. */
    public boolean isSameProcess(String node) {
        return ((incarnation(node) ^ incarnation) & LOWER) == 0;
    }

    @Override
    public String toString() {
        return name + "-" + Long.toHexString(incarnation);
    }
}
