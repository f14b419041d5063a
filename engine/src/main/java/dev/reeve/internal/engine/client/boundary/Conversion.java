package dev.reeve.internal.engine.client.boundary;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.agent.PayloadException;
import dev.reeve.internal.agent.Payloads;
import dev.reeve.internal.values.Limits;
import org.jspecify.annotations.Nullable;

/** Converts between the callers' objects and payloads. */
public final class Conversion {

    private Conversion() {}

    /**
     * @param what the name of the value, for the error message
     */
    public static Json write(String what, @Nullable Object value) {
        try {
            return Payloads.write(value, Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, what + ": " + e.getMessage(), e);
        }
    }

    public static <T> T read(Json payload, Class<T> type) {
        try {
            return Payloads.reader(type).read(payload);
        } catch (PayloadException e) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "the output is not a %s: %s".formatted(type.getSimpleName(), e.getMessage()),
                    e);
        }
    }
}
