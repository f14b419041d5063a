package dev.reeve.agent.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as a definition describes it.
 *
 * @param url with its query
 * @param headers by name, in the writing of the definition; secrets are still references
 * @param keyHeader the header that carries the idempotency key
 */
record Call(
        String method,
        URI url,
        Map<String, String> headers,
        @Nullable Body body,
        String keyHeader) {

    /**
     * The content of a request.
     *
     * @param type the media type, unless a header gives another one
     */
    record Body(String text, String type) {
        byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Whether the request asks only, so that sending it has no effect. */
    boolean isSafe() {
        return Methods.SAFE.contains(method);
    }

    /** The same request to the target of a redirection. */
    Call to(URI target) {
        return new Call(method, target, headers, body, keyHeader);
    }

    /** The request for the answer of the first one, after a redirection with status 301, 302 or 303. */
    Call asked(URI target) {
        return new Call(Methods.GET, target, headers, null, keyHeader);
    }

    Call with(Map<String, String> otherHeaders) {
        return new Call(method, url, otherHeaders, body, keyHeader);
    }
}
