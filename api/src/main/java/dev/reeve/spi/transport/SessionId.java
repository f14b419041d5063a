package dev.reeve.spi.transport;

/**
 * Identifies a session of an agent with a node; each registration creates a new one.
 *
 * @param value unique for the node
 */
public record SessionId(long value) {

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
