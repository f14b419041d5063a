package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.internal.access.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request that passed the checks, with what they found.
 *
 * @param parameters of the path, by name
 * @param query parameters of the query, by name, without escapes
 * @param caller who sent it
 * @param namespace which the caller may use for this
 * @param bodyMax maximum size of the body, in bytes
 */
public record Call(
        HttpRequest request,
        Map<String, String> parameters,
        Map<String, List<String>> query,
        Principal caller,
        String namespace,
        int bodyMax) {

    /** The same call in another namespace. */
    Call in(String wanted) {
        return new Call(request, parameters, query, caller, wanted, bodyMax);
    }

    /** A parameter of the path. */
    public String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalStateException("the path has no parameter " + name);
        }
        return value;
    }

    /** The only value of a parameter of the query. */
    public Optional<String> query(String name) {
        List<String> values = query.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw HttpException.badRequest(
                    "'%s' is in the query %d times: send it once".formatted(name, values.size()));
        }
        return values.stream().findFirst();
    }

    /** All values of a parameter of the query. */
    public List<String> queries(String name) {
        return query.getOrDefault(name, List.of());
    }

    /**
     * The body as JSON.
     *
     * @throws HttpException 415 if it is of another type
     */
    public Json json() {
        requireType("application/json");
        return JsonFields.parse(request.body().text(bodyMax), bodyMax);
    }

    /** The body as an object; the empty object if there is no body. */
    public JsonFields fields() {
        if (request.header("content-type").isEmpty()) {
            String text = request.body().text(bodyMax);
            if (text.isBlank()) {
                return JsonFields.of("{}");
            }
        }
        return JsonFields.of(json().text());
    }

    /**
     * @throws HttpException 415 if the body is of another type
     */
    public void requireType(String... types) {
        String found = type();
        if (!List.of(types).contains(found)) {
            throw HttpException.of(
                    415,
                    ErrorCode.INVALID_INPUT,
                    "the body has the type '%s': expected Content-Type: %s"
                            .formatted(Texts.printable(found), String.join(" or ", types)));
        }
    }

    /** The type of the body, without parameters. */
    public String type() {
        String header = request.header("content-type").orElse("");
        int end = header.indexOf(';');
        return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
