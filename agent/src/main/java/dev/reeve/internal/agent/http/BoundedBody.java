package dev.reeve.internal.agent.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects a body up to a maximum size, so that no server can fill the agent's memory. */
final class BoundedBody implements BodySubscriber<String> {

    private final int bytesMax;
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    private BoundedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    static BodyHandler<String> of(int bytesMax) {
        return response -> new BoundedBody(bytesMax);
    }

    @Override
    public CompletionStage<String> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (collected.size() + buffer.remaining() > bytesMax) {
                if (subscription != null) {
                    subscription.cancel();
                }
                body.completeExceptionally(
                        new IOException("the server's answer is larger than %,d bytes".formatted(bytesMax)));
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            collected.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable error) {
        body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.complete(collected.toString(StandardCharsets.UTF_8));
    }
}
