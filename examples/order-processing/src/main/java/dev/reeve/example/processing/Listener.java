package dev.reeve.example.processing;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes messages from a queue while it is open. Each message and its handling share one transaction. */
final class Listener implements AutoCloseable {

    /** Handles a message. If it throws, the message stays in the queue. */
    interface Reaction {
        void to(Queue.Message message, Connection connection) throws SQLException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final DataSource database;
    private final Queue queue;
    private final Reaction reaction;
    private final Thread thread;
    private volatile boolean closed;

    Listener(DataSource database, Queue queue, Reaction reaction) {
        this.database = database;
        this.queue = queue;
        this.reaction = reaction;
        thread = Thread.ofVirtual().name("listener-" + queue.name()).start(this::listen);
    }

    private void listen() {
        while (!closed) {
            boolean heard = false;
            try (Connection connection = database.getConnection()) {
                heard = hear(connection);
            } catch (SQLException | RuntimeException e) {
                LOG.warn("a message of queue {} is left for later", queue.name(), e);
            }
            if (!heard) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private boolean hear(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        boolean heard = false;
        try {
            Optional<Queue.Message> message = queue.take(connection);
            if (message.isPresent()) {
                reaction.to(message.get(), connection);
                heard = true;
            }
            connection.commit();
        } finally {
            connection.rollback();
        }
        return heard;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
