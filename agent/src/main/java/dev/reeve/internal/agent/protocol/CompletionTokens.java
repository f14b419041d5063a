package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tokens by which a client reports the result of one attempt. {@link SealedTexts} encrypts the attempt with a key of
 * the servers. The same attempt always has the same token. Thread-safe.
 */
public final class CompletionTokens {

    /**
     * The content of a token.
     *
     * @param namespace of the execution
     * @param expires about when the attempt's complete-by passes
     */
    public record Opened(AttemptToken token, String namespace, Instant expires) {}

    /** The beginning of each token, so that logs can mask them. */
    public static final String PREFIX = "c1.";

    private static final String SEPARATOR = "\n";

    private final SealedTexts texts;

    /** @param secret known to the servers of a store, and to nobody else; not empty */
    public CompletionTokens(byte[] secret) {
        this.texts = new SealedTexts(PREFIX, "completion", secret);
    }

    /** @param expires rounded to seconds, since all of them are the same to the attempt */
    public String text(AttemptToken token, String namespace, Instant expires) {
        return texts.seal(String.join(SEPARATOR, String.valueOf(expires.getEpochSecond()), namespace, token.text()));
    }

    /** The content of a text; null if it is no token of these servers. */
    public @Nullable Opened open(String text) {
        String content = texts.open(text);
        if (content == null) {
            return null;
        }
        try {
            String[] parts = content.split(SEPARATOR, 3);
            return new Opened(AttemptToken.parse(parts[2]), parts[1], Instant.ofEpochSecond(Long.parseLong(parts[0])));
        } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            return null; // not a content of this release
        }
    }
}
