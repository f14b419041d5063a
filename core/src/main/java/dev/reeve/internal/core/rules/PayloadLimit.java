package dev.reeve.internal.core.rules;

import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.values.Limits;

/** The size limit of stored payloads (I16). Agents and the engine check it too. This is the last check. */
final class PayloadLimit {

    static final int BYTES_MAX = Limits.DEFAULT.payloadBytes();

    private PayloadLimit() {}

    static boolean isTooLarge(Json json) {
        String text = json.text();
        if (text.length() <= BYTES_MAX / 3) {
            return false;
        }
        long bytes = 0;
        for (int i = 0; i < text.length() && bytes <= BYTES_MAX; i++) {
            char c = text.charAt(i);
            // In UTF-8, each half of a surrogate pair makes two of its four bytes.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes > BYTES_MAX;
    }

    static Failure tooLarge(String what, boolean possiblyDone) {
        return EngineFailures.payloadTooLarge(what, BYTES_MAX, possiblyDone);
    }
}
