package dev.reeve.internal.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serial;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects the body of an answer up to a maximum size, so that no server can fill the memory of its client. */
public final class BoundedBody implements BodySubscriber<String> {

    /** An answer that is larger than any answer of a server may be. */
    public static final class TooLargeException extends IOException {

        @Serial
        private static final long serialVersionUID = 1;

        private TooLargeException(int bytesMax) {
            super("the answer is larger than the limit of %,d bytes".formatted(bytesMax));
        }
    }

    private final int bytesMax;
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    private BoundedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** @param bytesMax the largest body that is accepted */
    public static BodyHandler<String> of(int bytesMax) {
        return response -> new BoundedBody(bytesMax);
    }

    @Override
    public CompletionStage<String> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (collected.size() + buffer.remaining() > bytesMax) {
                if (subscription != null) {
                    subscription.cancel();
                }
                body.completeExceptionally(new TooLargeException(bytesMax));
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            collected.writeBytes(bytes);
        }
        if (subscription != null) {
            subscription.request(1);
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
