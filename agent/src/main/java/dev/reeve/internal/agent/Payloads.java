package dev.reeve.internal.agent;

import dev.reeve.Json;
import dev.reeve.internal.payload.PayloadConversion;
import dev.reeve.internal.payload.UnfitPayloadException;
import org.jspecify.annotations.Nullable;

/** {@link PayloadConversion}, with the exception of agents. Thread-safe. */
public final class Payloads {

    /** Reads payloads as values of one type. Thread-safe. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * @throws PayloadException if the payload does not fit; the message says where and why
         */
        T read(Json payload) throws PayloadException;
    }

    private Payloads() {}

    /** Creates a reader. Keep and reuse it, because creating one costs more than using it. */
    public static <T> Reader<T> reader(Class<T> type) {
        PayloadConversion.Reader<T> reader = PayloadConversion.reader(type);
        return payload -> {
            try {
                return reader.read(payload);
            } catch (UnfitPayloadException e) {
                throw new PayloadException(e);
            }
        };
    }

    /**
     * Writes a value as a payload.
     *
     * @throws PayloadException if the value cannot be written, is not storable, or is larger than {@code bytesMax} in
     *     UTF-8
     */
    public static Json write(@Nullable Object value, int bytesMax) throws PayloadException {
        try {
            return PayloadConversion.write(value, bytesMax);
        } catch (UnfitPayloadException e) {
            throw new PayloadException(e);
        }
    }
}
