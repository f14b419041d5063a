package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.StartRequestDocument;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Makes starts that can be sent twice without a second execution. */
final class Starts {

    private Starts() {}

    /**
     * A start without a key gets one. A start whose key may begin another execution, or may be refused, gets the id of
     * a request.
     */
    static Start identified(Start how) {
        String key = how.key();
        if (key == null) {
            return new Start(
                    "client/" + UUID.randomUUID(),
                    KeyPolicy.RETURN,
                    how.request(),
                    how.version(),
                    how.priority(),
                    how.labels(),
                    how.replyTo(),
                    how.correlationId(),
                    how.at(),
                    how.after(),
                    how.traceparent());
        }
        return how.keyPolicy() == KeyPolicy.RETURN || how.request() != null
                ? how
                : how.request(UUID.randomUUID().toString());
    }

    /**
     * The id of a signal, with which it counts once, although the client sends it again after a lost answer. A caller
     * may give one. Otherwise it follows from the request of the start and from the data.
     */
    static String signalId(Start how, Signal signal, Json data) {
        if (signal.id() != null) {
            return signal.id();
        }
        if (how.request() == null) {
            return UUID.randomUUID().toString();
        }
        String repeated = how.request() + '\n' + signal.name() + '\n' + data.text();
        return "client/" + UUID.nameUUIDFromBytes(repeated.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The text of a start. Halves of surrogate pairs would arrive as question marks, in a key, too.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if there is one
     */
    static String written(StartRequestDocument start) {
        String text = DocumentWriter.write(start);
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "the start has a text with half of a surrogate pair, which cannot be sent");
        }
        return text;
    }
}
