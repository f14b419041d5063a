package dev.reeve.internal.http.local;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret that a door and its callers share: 256 random bits, new with each door.
 *
 * @param text 43 characters of Base64
 */
public record DoorKey(String text) {

    private static final int BYTES = 32;
    private static final int CHARACTERS = 43;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{" + CHARACTERS + "}");
    private static final String HMAC = "HmacSHA256";

    /**
     * @throws IllegalArgumentException if it is no key
     */
    public DoorKey {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("expected a key of %d characters".formatted(CHARACTERS));
        }
    }

    static DoorKey random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new DoorKey(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Shows that its author knows the key, and does not tell it. */
    public String proof(String challenge) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.US_ASCII), HMAC));
            return HexFormat.of().formatHex(mac.doFinal(("door " + challenge).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }

    /**
     * The text that a caller sends in place of an API key.
     *
     * @param by the name that the caller gives; null for none
     */
    public String credential(@Nullable String by) {
        return by == null
                ? text
                : text + "."
                        + Base64.getUrlEncoder().withoutPadding().encodeToString(by.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The name that a caller gives; empty for none.
     *
     * @param sent a {@link #credential}
     * @throws ReeveException {@link ErrorCode#UNAUTHENTICATED} if it does not contain this key
     */
    Optional<String> name(String sent) {
        String key = sent.substring(0, Math.min(CHARACTERS, sent.length()));
        boolean same =
                MessageDigest.isEqual(key.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.US_ASCII));
        String rest = sent.substring(key.length());
        if (!same || !(rest.isEmpty() || rest.startsWith("."))) {
            throw unknown(null);
        }
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(rest.substring(1)), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw unknown(e);
        }
    }

    private static ReeveException unknown(@Nullable Throwable cause) {
        String message = "the key is not that of this door";
        return cause == null
                ? ReeveException.of(ErrorCode.UNAUTHENTICATED, message)
                : ReeveException.of(ErrorCode.UNAUTHENTICATED, message, cause);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "DoorKey[]";
    }
}
