package dev.reeve.agent.http;

import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Suggestions;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the input of a step as a request. A mistake is a business error that names the member. */
final class CallInput {

    private static final List<String> MEMBERS = List.of("method", "url", "query", "headers", "body", "keyHeader");

    private static final String KEY_HEADER = "Idempotency-Key";

    /** The connection's own headers. */
    private static final Set<String> RESERVED = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E\\t]*");

    private static final int URL_LENGTH_MAX = 8_192;
    private static final int HEADERS_MAX = 50;
    private static final int HEADERS_LENGTH_MAX = 16_384;

    private final Map<?, ?> members;
    private final Json input;

    private CallInput(Map<?, ?> members, Json input) {
        this.members = members;
        this.input = input;
    }

    /**
     * Reads a request.
     *
     * @throws StepFailure if the input describes none
     */
    static Call read(Json input) {
        if (!(input.value() instanceof Map<?, ?> members)) {
            throw invalid("the input: expected an object with the member url, found %s".formatted(kind(input.value())));
        }
        for (Object member : members.keySet()) {
            String name = String.valueOf(member);
            if (!MEMBERS.contains(name)) {
                String meant = Suggestions.closest(name, MEMBERS)
                        .map(it -> ": did you mean '%s'?".formatted(it))
                        .orElse("");
                throw invalid("the input has the unknown member '%s'%s; the members are %s"
                        .formatted(shortened(name), meant, MEMBERS));
            }
        }
        return new CallInput(members, input).call();
    }

    private Call call() {
        String method = method();
        Call.Body body = body();
        if (body != null && Methods.SAFE.contains(method)) {
            throw invalid("body: %s sends no body; set method to POST, PUT, PATCH or DELETE".formatted(method));
        }
        String keyHeader = members.get("keyHeader") == null ? KEY_HEADER : headerName("keyHeader", text("keyHeader"));
        return new Call(method, url(), headers(keyHeader), body, keyHeader);
    }

    private String method() {
        if (members.get("method") == null) {
            return Methods.GET;
        }
        String method = text("method").toUpperCase(Locale.ROOT);
        if (!Methods.ALL.contains(method)) {
            throw invalid("method: expected one of %s, found '%s'".formatted(Methods.ALL, shortened(method)));
        }
        return method;
    }

    private String text(String member) {
        Object value = members.get(member);
        if (value instanceof String text) {
            return text;
        }
        throw invalid("%s: expected a text, found %s".formatted(member, kind(value)));
    }

    private URI url() {
        if (members.get("url") == null) {
            throw invalid("url is missing: set it to the address to call, such as https://api.example.org/orders");
        }
        String text = text("url");
        String query = query();
        String whole = query.isEmpty() ? text : text + (text.contains("?") ? "&" : "?") + query;
        if (whole.length() > URL_LENGTH_MAX) {
            throw invalid("url: expected at most %,d characters, found %,d".formatted(URL_LENGTH_MAX, whole.length()));
        }
        try {
            return new URI(new URI(whole).toASCIIString());
        } catch (URISyntaxException e) {
            throw invalid(
                    "url: %s at character %d; encode values of a path with $encodeUrlComponent, and put others into query"
                            .formatted(e.getReason(), e.getIndex() + 1));
        }
    }

    private String query() {
        StringJoiner query = new StringJoiner("&");
        object("query").forEach((name, value) -> {
            List<?> values = value instanceof List<?> list ? list : List.of(value);
            for (Object each : values) {
                query.add(encoded(String.valueOf(name)) + "=" + encoded(scalar("query." + name, each)));
            }
        });
        return query.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The members of an object without those that are null. */
    private Map<String, Object> object(String member) {
        Object value = members.get(member);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw invalid("%s: expected an object, found %s".formatted(member, kind(value)));
        }
        Map<String, Object> present = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> all) {
            all.forEach((name, each) -> {
                if (each != null) {
                    present.put(String.valueOf(name), each);
                }
            });
        }
        return present;
    }

    private static String scalar(String member, @Nullable Object value) {
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        throw invalid("%s: expected a text, a number or a boolean, found %s".formatted(shortened(member), kind(value)));
    }

    private Map<String, String> headers(String keyHeader) {
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, String> lower = new LinkedHashMap<>();
        int length = 0;
        for (Map.Entry<String, Object> header : object("headers").entrySet()) {
            String name = headerName("headers", header.getKey());
            String member = "headers." + name;
            String value = scalar(member, header.getValue());
            if (!PRINTABLE.matcher(value).matches()) {
                throw invalid(member + ": expected printable ASCII characters, without line breaks");
            }
            if (name.equalsIgnoreCase(keyHeader)) {
                throw invalid(
                        "%s: this header carries the idempotency key of the step; leave it out".formatted(member));
            }
            if (lower.put(name.toLowerCase(Locale.ROOT), name) != null) {
                throw invalid(member + ": the header is there twice");
            }
            if (!SecretReferences.isWellPlaced(value)) {
                throw invalid(
                        member + ": a secret stands alone, or after one word such as Bearer: 'Bearer secret://name'");
            }
            headers.put(name, value.strip());
            length += name.length() + value.length();
        }
        if (headers.size() > HEADERS_MAX || length > HEADERS_LENGTH_MAX) {
            throw invalid(
                    "headers: expected at most %d with %,d characters".formatted(HEADERS_MAX, HEADERS_LENGTH_MAX));
        }
        return headers;
    }

    private static String headerName(String member, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!TOKEN.matcher(name).matches()) {
            throw invalid("%s: '%s' is no name of a header".formatted(member, shortened(name)));
        }
        if (RESERVED.contains(lower) || lower.startsWith("proxy-")) {
            throw invalid("%s: %s belongs to the connection; leave it out".formatted(member, name));
        }
        return name;
    }

    /** A text is sent as it is, and any other value as JSON, with the digits of its numbers. */
    private Call.@Nullable Body body() {
        Object value = members.get("body");
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            return new Call.Body(text, "text/plain; charset=utf-8");
        }
        String written =
                Objects.requireNonNull(JsonText.members(input.text(), "input").get("body"));
        return new Call.Body(written, "application/json");
    }

    private static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> object -> "an object";
            case List<?> array -> "an array";
            case String text -> "a text";
            case Number number -> "a number";
            default -> "a boolean";
        };
    }

    private static String shortened(String text) {
        return Redaction.bounded(text, 100);
    }

    private static StepFailure invalid(String message) {
        return StepFailure.businessError("HTTP_INPUT_INVALID", message);
    }
}
