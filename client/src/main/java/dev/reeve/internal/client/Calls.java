package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.payload.PayloadConversion;
import dev.reeve.internal.payload.UnfitPayloadException;
import dev.reeve.internal.values.Limits;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Helpers of all parts of the client. */
final class Calls {

    private Calls() {}

    /**
     * @param what the name of the value, for the message
     */
    static Json write(String what, @Nullable Object value) {
        try {
            return PayloadConversion.write(value, Limits.DEFAULT.payloadBytes());
        } catch (UnfitPayloadException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, what + ": " + e.message(), e);
        }
    }

    static <T> T read(Json payload, Class<T> type) {
        try {
            return PayloadConversion.reader(type).read(payload);
        } catch (UnfitPayloadException e) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "the output is not a %s: %s".formatted(type.getSimpleName(), e.message()),
                    e);
        }
    }

    /** Empty if it does not exist. */
    static <T> Optional<T> found(Supplier<T> call) {
        try {
            return Optional.of(call.get());
        } catch (ReeveException e) {
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.WORKFLOW_UNKNOWN) {
                return Optional.empty();
            }
            throw e;
        }
    }

    static ReeveException unsupported(String what, String instead) {
        return ReeveException.of(ErrorCode.REFUSED, "%s is not possible over a network: %s".formatted(what, instead));
    }
}
