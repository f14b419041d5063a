package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lanes that a store has opened, and the node that joined last. Thread-safe. */
final class OpenLanes implements AutoCloseable {

    /** Each lane needs a connection, and a database has about a hundred for all clients. */
    static final int MAX = 16;

    private final List<PostgresLane> lanes = new ArrayList<>();
    private boolean closed;
    private volatile @Nullable NodeId node;

    /** The node that joined last. */
    NodeId node() {
        return Objects.requireNonNull(node, "a store that no node has joined");
    }

    /** Opens the lanes of a node, and keeps them. A node without lanes has not joined. */
    List<LaneStore> join(NodeId joining, int count, Supplier<List<PostgresLane>> opening) {
        if (count < 1 || count > MAX) {
            throw new IllegalArgumentException("lanes: expected 1 to %d, found %d".formatted(MAX, count));
        }
        checkOpen();
        List<PostgresLane> joined = opening.get();
        if (joined.isEmpty()) {
            return List.of();
        }
        node = joining;
        boolean late;
        synchronized (lanes) {
            late = closed;
            if (!late) {
                lanes.addAll(joined);
            }
        }
        if (late) {
            joined.forEach(PostgresLane::close);
            throw PostgresErrors.closed();
        }
        return List.copyOf(joined);
    }

    private void checkOpen() {
        synchronized (lanes) {
            if (closed) {
                throw PostgresErrors.closed();
            }
        }
    }

    /** Gives the connections of lanes back whose nodes are not registered any more. */
    void giveUp(Predicate<String> isGone) {
        List<PostgresLane> gone;
        synchronized (lanes) {
            gone = lanes.stream().filter(lane -> isGone.test(lane.node())).toList();
            lanes.removeAll(gone);
        }
        gone.forEach(PostgresLane::taken);
    }

    @Override
    public void close() {
        List<PostgresLane> open;
        synchronized (lanes) {
            closed = true;
            open = List.copyOf(lanes);
            lanes.clear();
        }
        open.forEach(PostgresLane::close);
    }
}
