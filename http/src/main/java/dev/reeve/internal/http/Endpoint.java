package dev.reeve.internal.http;

import dev.reeve.internal.access.Operation;
import org.jspecify.annotations.Nullable;

/**
 * A method of a path, and what it needs and does.
 *
 * @param path such as {@code /v1/executions/{id}}
 * @param operation checked before the action runs; null if callers need no key, or send a token in the path or the body
 * @param bodyMax maximum size of the body, in bytes; 0 if there is no body
 * @param action runs on a thread that may block
 * @param cost of one request
 */
public record Endpoint(
        String method, String path, @Nullable Operation operation, int bodyMax, Action action, Cost cost) {

    /** How much memory and time one request may take. */
    public enum Cost {
        /** Not counted. */
        LOW,
        /** It may read megabytes. Such requests are counted, so that no caller takes all of the server. */
        HIGH,
        /** It may wait. It takes the place of a long poll before it takes effect, so a refusal has none. */
        WAITING
    }

    /** An endpoint that costs little. */
    public Endpoint(String method, String path, @Nullable Operation operation, int bodyMax, Action action) {
        this(method, path, operation, bodyMax, action, Cost.LOW);
    }

    /** The work of an endpoint. */
    @FunctionalInterface
    public interface Action {
        Answer answer(Call call);

        /** The namespace in which the caller has to have the right: that of the call, or all if it asks for all. */
        default String namespace(Call call) {
            return call.namespace();
        }
    }

    /** An endpoint that reads. */
    public static Endpoint get(String path, Operation operation, Action action) {
        return new Endpoint("GET", path, operation, 0, action);
    }

    /** An endpoint with a body of at most 1 MiB and a bit. */
    public static Endpoint post(String path, Operation operation, Action action) {
        return new Endpoint("POST", path, operation, BODY_MAX, action);
    }

    /** An endpoint that any caller may read, without a key: it must not tell anything about executions. */
    public static Endpoint open(String path, Action action) {
        return new Endpoint("GET", path, null, 0, action);
    }

    /** An endpoint with a token, in its path or body, in the place of a key. It must not tell anything to others. */
    public static Endpoint withToken(String path, Action action) {
        return new Endpoint("POST", path, null, BODY_MAX, action);
    }

    /** Whether callers send something that others must not read on its way. */
    boolean takesSecrets() {
        return operation != null || bodyMax > 0;
    }

    /** A payload of the maximum size, and what may be around it. */
    public static final int BODY_MAX = (1 << 20) + (1 << 16);

    /** The limit of a request with many payloads. */
    public static final int BODY_MAX_OF_MANY = 4 << 20;

    /** The same, with another limit for the body. */
    public Endpoint bodyMax(int bytes) {
        return new Endpoint(method, path, operation, bytes, action, cost);
    }

    /** The same, for requests that may answer {@link Answer.Later}. */
    public Endpoint waiting() {
        return new Endpoint(method, path, operation, bodyMax, action, Cost.WAITING);
    }

    /** The same, for requests that may read much. */
    public Endpoint large() {
        return new Endpoint(method, path, operation, bodyMax, action, Cost.HIGH);
    }
}
