package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Tokens as texts that fit into addresses: {@code a1.<token>.<seal>}, both in Base64 for addresses. The first part is
 * the token as the SQL function {@code complete} takes it. Agents treat the text as opaque.
 */
public final class Tokens {

    static final String PREFIX = "a1";

    private static final int LENGTH_MAX = 4_096;

    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Tokens() {}

    /** @param token as {@link AttemptToken#text} writes it */
    static String text(String token, String seal) {
        return PREFIX + "." + ENCODER.encodeToString(token.getBytes(StandardCharsets.UTF_8)) + "." + seal;
    }

    static String base64(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /**
     * The token in a text. Its seal is not checked.
     *
     * @throws MalformedMessageException if the text is none
     */
    public static AttemptToken read(String text) {
        String[] parts = text.length() > LENGTH_MAX ? new String[0] : text.split("\\.", -1);
        if (parts.length != 3 || !parts[0].equals(PREFIX)) {
            throw new MalformedMessageException("not the token of an attempt: " + shortened(text));
        }
        try {
            return AttemptToken.parse(new String(DECODER.decode(parts[1]), StandardCharsets.UTF_8));
        } catch (RuntimeException e) { // the parts are parsed by several methods, each with its own exception
            throw new MalformedMessageException("not the token of an attempt: " + shortened(text), e);
        }
    }

    static String sealOf(String text) {
        return text.substring(text.lastIndexOf('.') + 1);
    }

    private static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
