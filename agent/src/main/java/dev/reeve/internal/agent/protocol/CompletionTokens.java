package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens by which a client reports the result of one attempt: {@code c1.} and the attempt, encrypted and authenticated
 * (AES-256-GCM) with a key of the servers. So nothing is stored for a token, each server can read it, and its holder
 * learns nothing from it. An attempt has the same token each time. Thread-safe.
 */
public final class CompletionTokens {

    /**
     * The content of a token.
     *
     * @param namespace of the execution
     * @param expires about when the attempt's complete-by passes
     */
    public record Opened(AttemptToken token, String namespace, Instant expires) {}

    /** The beginning of each token, so that logs can mask them. */
    public static final String PREFIX = "c1.";

    private static final String MAC = "HmacSHA256";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int LENGTH_MAX = 4_096;
    private static final String SEPARATOR = "\n";

    private final SecretKeySpec key;
    private final SecretKeySpec nonceKey;

    /** @param secret known to the servers of a store, and to nobody else; not empty */
    public CompletionTokens(byte[] secret) {
        SecretKeySpec shared = new SecretKeySpec(secret, MAC);
        this.key = new SecretKeySpec(mac(shared, "reeve completion key".getBytes(StandardCharsets.UTF_8)), "AES");
        this.nonceKey = new SecretKeySpec(mac(shared, "reeve completion nonce".getBytes(StandardCharsets.UTF_8)), MAC);
    }

    /** @param expires rounded to seconds, since all of them are the same to the attempt */
    public String text(AttemptToken token, String namespace, Instant expires) {
        String content = String.join(SEPARATOR, String.valueOf(expires.getEpochSecond()), namespace, token.text());
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        // of the content, so that no nonce is used for two contents
        byte[] nonce = Arrays.copyOf(mac(nonceKey, bytes), NONCE_BYTES);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, nonce, bytes, 0);
        if (sealed == null) {
            throw new IllegalStateException("encryption cannot fail");
        }
        byte[] all = ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                .put(nonce)
                .put(sealed)
                .array();
        return PREFIX + Tokens.base64(all);
    }

    /** The content of a text; null if it is no token of these servers. */
    public @Nullable Opened open(String text) {
        if (!text.startsWith(PREFIX) || text.length() > LENGTH_MAX) {
            return null;
        }
        try {
            byte[] all = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
            byte[] content = all.length <= NONCE_BYTES
                    ? null
                    : crypt(Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE_BYTES), all, NONCE_BYTES);
            if (content == null) {
                return null;
            }
            String[] parts = new String(content, StandardCharsets.UTF_8).split(SEPARATOR, 3);
            return new Opened(AttemptToken.parse(parts[2]), parts[1], Instant.ofEpochSecond(Long.parseLong(parts[0])));
        } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            return null; // not Base64, or not a content of this release
        }
    }

    /** @return null if the text was not encrypted with this key */
    private byte @Nullable [] crypt(int mode, byte[] nonce, byte[] text, int from) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(text, from, text.length - from);
        } catch (GeneralSecurityException e) {
            if (mode == Cipher.DECRYPT_MODE) {
                return null;
            }
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
    }

    private static byte[] mac(SecretKeySpec key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(key);
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + MAC, e);
        }
    }
}
