package dev.reeve.internal.test.store;

import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The connection of one node to the simulated database. Calls and answers are lost on it. */
final class SimConnection {

    private final SimServer server;
    private final Consumer<Runnable> node;
    private final StoreLine line;
    private boolean closed;

    SimConnection(SimServer server, Consumer<Runnable> node, StoreLine line) {
        this.server = server;
        this.node = node;
        this.line = line;
    }

    SimServer server() {
        return server;
    }

    StoreLine line() {
        return line;
    }

    boolean isCut() {
        return line.isCut(server.timeline().nanos());
    }

    /** How much longer an answer takes. */
    Duration silence() {
        return isCut() ? line.silence() : Duration.ZERO;
    }

    /** Answers immediately, because the caller blocks and virtual time stands still. */
    <T> T ask(CallKind call, Supplier<T> question) {
        if (closed) {
            throw closedError();
        }
        server.trouble().begin();
        return deal(call, question);
    }

    /** As {@link #ask}, for a call without an answer. */
    void tell(CallKind call, Runnable action) {
        boolean unused = ask(call, () -> {
            action.run();
            return true;
        });
    }

    /** Processes a call in the database, unless it or its answer is lost. */
    <T> T deal(CallKind call, Supplier<T> question) {
        if (!isCut()) {
            return server.trouble().deal(call, question);
        }
        if (line.arrives()) {
            server.trouble().deal(call, question);
        }
        throw Condition.unavailable("The node is cut off (simulated).");
    }

    /** Delivers an answer to the node, if the node can receive it. */
    void toNode(Runnable callback) {
        node.accept(callback);
    }

    boolean isClosed() {
        return closed;
    }

    static StoreException closedError() {
        return Condition.unavailable("The store is closed. Open it again.");
    }

    void close() {
        closed = true;
    }
}
