package dev.reeve.agent.transport;

/** A session of an agent with a node; another one after each registration. */
public record SessionId(long value) {

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
