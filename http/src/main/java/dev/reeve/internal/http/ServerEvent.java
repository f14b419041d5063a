package dev.reeve.internal.http;

/**
 * A server-sent event.
 *
 * @param id with which a client that reconnects says where it was
 * @param name the type of the event
 * @param data one line
 */
public record ServerEvent(String id, String name, String data) {

    public static final String CONTENT_TYPE = "text/event-stream";

    /** A line that says only that the connection is alive. */
    public static final String PULSE = ":\n\n";

    public ServerEvent {
        if (hasLineBreak(id) || hasLineBreak(name) || hasLineBreak(data)) {
            throw new IllegalArgumentException("a line break in the event " + name);
        }
    }

    private static boolean hasLineBreak(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    /** As it is sent. */
    public String text() {
        return (id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + name + "\ndata: " + data + "\n\n";
    }
}
