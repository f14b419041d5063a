package dev.reeve.internal.http.endpoint;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.agent.protocol.SealedTexts;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens with which a person without a key answers a step that waits for a signal. The content is sealed with a key of
 * the servers, so nothing is stored for a link, each server can read it, and no part of it can be changed. Thread-safe.
 */
final class SignalLinks {

    /** The beginning of each token, so that logs can mask them. */
    static final String PREFIX = "link1.";

    private static final int PARTS = 7;

    /**
     * The content of a token.
     *
     * @param step that waits for the signal
     * @param id of the signal, so that the link counts once
     * @param maker the name of the caller who has made it
     * @param expires in whole seconds
     */
    record Link(
            String namespace,
            ExecutionId execution,
            StepPath step,
            String signal,
            String id,
            String maker,
            Instant expires) {}

    private final SealedTexts texts;

    /** @param secret known to the servers of a store, and to nobody else; not empty */
    SignalLinks(byte[] secret) {
        this.texts = new SealedTexts(PREFIX, "signal link", secret);
    }

    String token(Link link) {
        return texts.seal(Json.of(List.of(
                        String.valueOf(link.expires().getEpochSecond()),
                        link.namespace(),
                        link.execution().toString(),
                        link.step().toString(),
                        link.signal(),
                        link.id(),
                        link.maker()))
                .text());
    }

    /** The content of a token; null if it is none of these servers. */
    @Nullable Link open(String token) {
        String content = texts.open(token);
        if (content == null || !(new Json(content).value() instanceof List<?> parts) || parts.size() != PARTS) {
            return null; // or not a content of this release
        }
        List<String> all = parts.stream().map(String::valueOf).toList();
        try {
            return new Link(
                    all.get(1),
                    ExecutionId.parse(all.get(2)),
                    StepPath.parse(all.get(3)),
                    all.get(4),
                    all.get(5),
                    all.get(6),
                    Instant.ofEpochSecond(Long.parseLong(all.getFirst())));
        } catch (IllegalArgumentException | DateTimeException e) {
            return null; // not a content of this release
        }
    }
}
