package dev.reeve.internal.engine.client;

import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** A channel that keeps what is sent to addresses such as {@code test://desk}. Thread-safe. */
public final class KeptMessages implements MessageChannel {

    private final List<OutgoingMessage> all = new CopyOnWriteArrayList<>();

    @Override
    public Set<String> schemes() {
        return Set.of("test");
    }

    @Override
    public void check(URI replyTo) {}

    @Override
    public CompletionStage<Receipt> send(OutgoingMessage message) {
        all.add(message);
        return CompletableFuture.completedStage(Receipt.DELIVERED);
    }

    /** The messages so far, the first one first. */
    public List<OutgoingMessage> all() {
        return all;
    }
}
