package dev.reeve.internal.agent.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens with a content: a prefix and the content, encrypted and authenticated (AES-256-GCM) with a key of the servers.
 * So nothing is stored for a token, each server can read it, and its holder learns nothing from it. A content has the
 * same token each time. Thread-safe.
 */
public final class SealedTexts {

    private static final String MAC = "HmacSHA256";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int LENGTH_MAX = 4_096;

    private final String prefix;
    private final SecretKeySpec key;
    private final SecretKeySpec nonceKey;

    /**
     * @param prefix the beginning of each token, so that logs can mask them
     * @param purpose of these tokens: each has its own keys
     * @param secret known to the servers of a store, and to nobody else; not empty
     */
    public SealedTexts(String prefix, String purpose, byte[] secret) {
        SecretKeySpec shared = new SecretKeySpec(secret, MAC);
        this.prefix = prefix;
        this.key = new SecretKeySpec(derived(shared, purpose, "key"), "AES");
        this.nonceKey = new SecretKeySpec(derived(shared, purpose, "nonce"), MAC);
    }

    private static byte[] derived(SecretKeySpec shared, String purpose, String use) {
        return mac(shared, "reeve %s %s".formatted(purpose, use).getBytes(StandardCharsets.UTF_8));
    }

    /** The token of a content. */
    public String seal(String content) {
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
        return prefix + Tokens.base64(all);
    }

    /** The content of a token; null if it is none of these servers. */
    public @Nullable String open(String token) {
        if (!token.startsWith(prefix) || token.length() > LENGTH_MAX) {
            return null;
        }
        byte[] all;
        try {
            all = Base64.getUrlDecoder().decode(token.substring(prefix.length()));
        } catch (IllegalArgumentException e) {
            return null; // not Base64
        }
        byte[] content = all.length <= NONCE_BYTES
                ? null
                : crypt(Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE_BYTES), all, NONCE_BYTES);
        return content == null ? null : new String(content, StandardCharsets.UTF_8);
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
