package dev.reeve.internal.client;

import dev.reeve.KeyPolicy;
import dev.reeve.Start;
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
                    how.after());
        }
        return how.keyPolicy() == KeyPolicy.RETURN || how.request() != null
                ? how
                : how.request(UUID.randomUUID().toString());
    }
}
