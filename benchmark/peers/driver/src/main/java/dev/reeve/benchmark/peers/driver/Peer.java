package dev.reeve.benchmark.peers.driver;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A workflow or job engine under test. It makes workflows of three steps in a row, each durable before the next begins.
 */
public interface Peer {

    /**
     * Opens the peer and starts its workers.
     *
     * @param completed receives the id of each workflow whose end is durable
     */
    void open(Consumer<UUID> completed) throws Exception;

    /** Starts workflows under these ids; returns when they are accepted. */
    void start(List<UUID> ids) throws Exception;

    /** The ids in one call of {@link #start}. */
    int batch();

    /** The threads that call {@link #start}. */
    int clients();

    /** The most workflows under way in a closed loop. */
    int inFlight();
}
