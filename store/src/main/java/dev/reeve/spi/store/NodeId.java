package dev.reeve.spi.store;

/**
 * One running engine. A restarted engine is another node, even on the same host with the same name.
 *
 * @param name for people: host and process
 * @param incarnation random
 */
public record NodeId(String name, long incarnation) {

    /** The incarnation in the text of a node. */
    public static long incarnation(String node) {
        return Long.parseUnsignedLong(node.substring(node.lastIndexOf('-') + 1), 16);
    }

    @Override
    public String toString() {
        return name + "-" + Long.toHexString(incarnation);
    }
}
