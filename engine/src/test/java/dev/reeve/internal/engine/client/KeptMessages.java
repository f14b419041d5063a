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
import java.util.function.Function;

/** A channel that keeps what it delivers to addresses such as {@code test://desk}. Thread-safe. */
public final class KeptMessages implements MessageChannel {

    private final List<OutgoingMessage> all = new CopyOnWriteArrayList<>();
    private final Function<OutgoingMessage, Receipt> receiver;

    /** Delivers every message. */
    public KeptMessages() {
        this(message -> Receipt.DELIVERED);
    }

    /** @param receiver answers each message */
    public KeptMessages(Function<OutgoingMessage, Receipt> receiver) {
        this.receiver = receiver;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("test");
    }

    @Override
    public void check(URI replyTo) {}

    @Override
    public CompletionStage<Receipt> send(OutgoingMessage message) {
        Receipt receipt = receiver.apply(message);
        if (receipt.equals(Receipt.DELIVERED)) {
            all.add(message);
        }
        return CompletableFuture.completedStage(receipt);
    }

    /** The delivered messages so far, the first one first. */
    public List<OutgoingMessage> all() {
        return all;
    }
}
