package dev.reeve.internal.payload;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Converts between payloads and the types of handlers.
 *
 * <p>Numbers stay exact. Properties that the type does not have are ignored, so that a workflow may send more than an
 * older agent knows. The properties present must fit: no text for a number, no fraction for an integer, no null for a
 * primitive. A payload never names a class.
 *
 * <p>Shared by engines, agents and clients, so that a value means the same at all ends. Thread-safe.
 */
public final class PayloadConversion {

    /** Reads payloads as values of one type. Thread-safe. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * @throws UnfitPayloadException if the payload does not fit; the message says where and why
         */
        T read(Json payload) throws UnfitPayloadException;
    }

    /** Jackson's advice to the owner of the mapper, and its name for the source. */
    private static final Pattern FOR_MAPPERS =
            Pattern.compile(" \\([^()]*(?:Feature\\b|Feature\\.|CoercionConfig|JsonToken)[^()]*\\)");

    private PayloadConversion() {}

    /** Creates a reader. Keep and reuse it, because creating one costs more than using it. */
    public static <T> Reader<T> reader(Class<T> type) {
        // a handler that takes JSON unparsed does not load the mapper
        return type == Json.class ? type::cast : bound(type, PayloadMapper.JSON.readerFor(type));
    }

    private static <T> Reader<T> bound(Class<T> type, ObjectReader reader) {
        return payload -> {
            T value;
            try {
                value = reader.readValue(payload.text());
            } catch (JacksonException e) {
                String message = "%s at %s".formatted(misfit(e), place(e.getPath()));
                throw new UnfitPayloadException(message, e);
            }
            if (value == null) {
                throw new UnfitPayloadException("expected %s, found null at $".formatted(type.getSimpleName()));
            }
            return value;
        };
    }

    /** The reason, without Jackson's advice about a mapper that users cannot configure. */
    private static String misfit(JacksonException e) {
        String told = e.getOriginalMessage();
        if (e instanceof MismatchedInputException misfit
                && misfit.getTargetType() != null
                && misfit.getTargetType().isPrimitive()
                && told.startsWith("Cannot map `null`")) {
            Class<?> type = misfit.getTargetType();
            return "expected %s, found null (a type such as %s would take it)"
                    .formatted(
                            type,
                            MethodType.methodType(type).wrap().returnType().getSimpleName());
        }
        return FOR_MAPPERS.matcher(told).replaceAll("");
    }

    /** The path as users write it: {@code $.items[3].sku}. */
    private static String place(List<JacksonException.Reference> path) {
        StringBuilder place = new StringBuilder("$");
        for (JacksonException.Reference reference : path) {
            if (reference.getPropertyName() != null) {
                place.append('.').append(reference.getPropertyName());
            } else if (reference.getIndex() >= 0) {
                place.append('[').append(reference.getIndex()).append(']');
            }
        }
        return place.toString();
    }

    /**
     * Writes a value as a payload.
     *
     * @throws UnfitPayloadException if the value cannot be written, is not storable, or is larger than {@code bytesMax}
     *     in UTF-8
     */
    public static Json write(@Nullable Object value, int bytesMax) throws UnfitPayloadException {
        if (value == null) {
            return Json.NULL;
        }
        String text = value instanceof Json json ? json.text() : text(value, bytesMax);
        checkSize(text, bytesMax);
        try {
            return Json.parse(text);
        } catch (InvalidInputException e) {
            throw new UnfitPayloadException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String text(Object value, int bytesMax) throws UnfitPayloadException {
        BoundedWriter writer = new BoundedWriter(bytesMax);
        try {
            PayloadMapper.JSON.writeValue(writer, value);
        } catch (JacksonException e) {
            if (writer.overflowed()) {
                throw UnfitPayloadException.tooLarge("larger than the limit of %d bytes".formatted(bytesMax));
            }
            String message = "%s cannot be written as JSON: %s at %s"
                    .formatted(value.getClass().getName(), e.getOriginalMessage(), place(e.getPath()));
            throw new UnfitPayloadException(message, e);
        }
        return writer.toString();
    }

    private static void checkSize(String text, int bytesMax) throws UnfitPayloadException {
        // a character takes at most three bytes of UTF-8, so most texts need no exact count
        int bytes = text.length() <= bytesMax / 3 ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > bytesMax) {
            throw UnfitPayloadException.tooLarge(
                    "%d bytes, more than the limit of %d bytes".formatted(bytes, bytesMax));
        }
    }
}
