package dev.reeve.example.processing;

import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Delivers status messages to queues: {@code queue:orders} names the queue {@code orders}. A channel for a broker looks
 * the same.
 */
final class QueueChannel implements MessageChannel {

    private final DataSource database;
    private final ExecutorService sending = Executors.newVirtualThreadPerTaskExecutor();

    QueueChannel(DataSource database) {
        this.database = database;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("queue");
    }

    @Override
    public void check(URI replyTo) {
        if (!replyTo.isOpaque()) {
            throw new IllegalArgumentException("expected queue:NAME, found " + replyTo);
        }
    }

    @Override
    public CompletionStage<Receipt> send(OutgoingMessage message) {
        return CompletableFuture.supplyAsync(() -> put(message), sending);
    }

    private Receipt put(OutgoingMessage message) {
        try (Connection connection = database.getConnection()) {
            String correlation = String.valueOf(message.correlationId());
            new Queue(message.replyTo().getSchemeSpecificPart())
                    .send(connection, new Queue.Message(correlation, message.cloudEvent()));
            return Receipt.DELIVERED;
        } catch (SQLException e) {
            return new Receipt.Failed("the queue is away: " + e.getMessage(), null, true);
        }
    }

    @Override
    public void close() {
        sending.close();
    }
}
