package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request that HTTP itself refuses, with the status of the answer. */
public final class HttpException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int status;
    private final ErrorCode code;
    private final transient Map<String, String> headers;

    private HttpException(
            int status, ErrorCode code, String message, Map<String, String> headers, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.status = status;
        this.code = code;
        this.headers = headers;
    }

    public static HttpException of(int status, ErrorCode code, String message) {
        return new HttpException(status, code, message, Map.of(), null);
    }

    public static HttpException badRequest(String message) {
        return of(400, ErrorCode.INVALID_INPUT, message);
    }

    static HttpException tooLarge(int max) {
        return of(413, ErrorCode.INVALID_INPUT, "the body is too large: expected at most %,d bytes".formatted(max));
    }

    static HttpException incomplete(IOException cause) {
        return new HttpException(
                400, ErrorCode.INVALID_INPUT, "the body did not arrive as a whole: send it again", Map.of(), cause);
    }

    static HttpException notUtf8(CharacterCodingException cause) {
        return new HttpException(
                400, ErrorCode.INVALID_INPUT, "the body is not UTF-8: send text in UTF-8", Map.of(), cause);
    }

    /** The same, with a header for the answer. */
    public HttpException with(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new HttpException(status, code, String.valueOf(getMessage()), more, getCause());
    }

    public int status() {
        return status;
    }

    public ErrorCode code() {
        return code;
    }

    Map<String, String> headers() {
        return headers;
    }
}
