package dev.reeve.agent.http;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answer of a service. Immutable. */
final class Answer {

    private static final Pattern JSON = Pattern.compile("application/json|[a-z0-9.+-]+/[a-z0-9.+-]+\\+json");
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset=\"?([A-Za-z0-9._-]+)\"?");

    /** Headers of the connection, and those that identify a client: they are not kept. */
    private static final Set<String> DROPPED = Set.of(
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "server",
            "set-cookie",
            "set-cookie2",
            "strict-transport-security",
            "trailer",
            "transfer-encoding",
            "vary");

    private static final int HEADERS_MAX = 40;
    private static final int HEADER_LENGTH_MAX = 1_000;

    /** The body cannot be kept. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1;

        UnreadableException(String message) {
            super(message);
        }

        String message() {
            return String.valueOf(getMessage());
        }
    }

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;
    private final boolean cut;

    /**
     * @param headers by name, in lower case; several of one name are joined with commas
     * @param body not changed any more
     * @param cut whether the body was longer than the limit, and only its beginning is here
     */
    Answer(int status, Map<String, String> headers, byte[] body, boolean cut) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.cut = cut;
    }

    int status() {
        return status;
    }

    boolean isCut() {
        return cut;
    }

    @Nullable String header(String name) {
        return headers.get(name);
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The output of the step: the status, headers, and the body if there is one. */
    Map<String, Object> result(Redaction redaction) throws UnreadableException {
        Map<String, Object> result = described(redaction);
        addBody(result, redaction);
        return result;
    }

    /** Details of a failure: what fits of the answer. */
    Map<String, Object> details(Redaction redaction, int bodyMax) {
        Map<String, Object> details = described(redaction);
        if (body.length <= bodyMax && !cut) {
            try {
                addBody(details, redaction);
                return details;
            } catch (UnreadableException e) {
                // as text, then
            }
        }
        String text = String.valueOf(decoded(body, CodingErrorAction.REPLACE));
        String masked = redaction.beginning(text, bodyMax, cut).replaceAll("[\\x00\\p{Cs}]", "?");
        byte[] bytes = masked.getBytes(StandardCharsets.UTF_8);
        details.put("body", new String(bytes, 0, Math.min(bytes.length, bodyMax), StandardCharsets.UTF_8));
        if (body.length > bodyMax || cut) {
            details.put("bodyCut", true);
        }
        return details;
    }

    private Map<String, Object> described(Redaction redaction) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("status", status);
        Map<String, String> kept = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (!DROPPED.contains(name) && kept.size() < HEADERS_MAX) {
                kept.put(redaction.shortened(name, HEADER_LENGTH_MAX), redaction.shortened(value, HEADER_LENGTH_MAX));
            }
        });
        described.put("headers", kept);
        return described;
    }

    private void addBody(Map<String, Object> result, Redaction redaction) throws UnreadableException {
        String encoding = headers.getOrDefault("content-encoding", "identity");
        if (!encoding.equalsIgnoreCase("identity") && body.length > 0) {
            throw new UnreadableException("its body is encoded with %s, which was not asked for"
                    .formatted(redaction.shortened(encoding, 50)));
        }
        if (body.length == 0) {
            return;
        }
        String text = decoded(body, CodingErrorAction.REPORT);
        if (isJson()) {
            result.put("body", json(text, redaction));
        } else if (text == null || JsonText.unstorable(text) != null) {
            String written = new String(body, StandardCharsets.ISO_8859_1);
            if (!redaction.text(written).equals(written)) {
                throw new UnreadableException("its body is no text, and repeats a secret");
            }
            result.put("bodyBase64", Base64.getEncoder().encodeToString(body));
        } else {
            result.put("body", redaction.text(text));
        }
    }

    private boolean isJson() {
        String type = headers.getOrDefault("content-type", "");
        int end = type.indexOf(';');
        return JSON.matcher((end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT))
                .matches();
    }

    private static Json json(@Nullable String text, Redaction redaction) throws UnreadableException {
        if (text == null) {
            throw new UnreadableException("its body is not valid JSON: it is no UTF-8");
        }
        try {
            Json json = Json.parse(text, "its body");
            return redaction.isNeeded() ? Json.of(redaction.value(json.value())) : json;
        } catch (InvalidInputException e) {
            throw new UnreadableException(redaction.shortened(String.valueOf(e.getMessage()), 500));
        }
    }

    /** The body as text; null if it is none, and reporting is asked for. */
    private @Nullable String decoded(byte[] bytes, CodingErrorAction malformed) {
        try {
            return charset()
                    .newDecoder()
                    .onMalformedInput(malformed)
                    .onUnmappableCharacter(malformed)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Only what every machine has. JSON is always UTF-8. */
    private Charset charset() {
        Matcher named = CHARSET.matcher(headers.getOrDefault("content-type", ""));
        if (isJson() || !named.find()) {
            return StandardCharsets.UTF_8;
        }
        return List.of(StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII, StandardCharsets.UTF_16).stream()
                .filter(each -> each.name().equalsIgnoreCase(named.group(1)))
                .findFirst()
                .orElse(StandardCharsets.UTF_8);
    }
}
