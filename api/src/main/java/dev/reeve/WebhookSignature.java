package dev.reeve;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs webhooks, and verifies received ones. Immutable and thread-safe.
 *
 * <pre>{@code
 * WebhookSignature signature = WebhookSignature.of(System.getenv("WEBHOOK_SECRET"));
 * boolean genuine = signature.verify(
 *         request.header("webhook-id"), request.header("webhook-timestamp"), request.header("webhook-signature"),
 *         request.body(), Instant.now());
 * }</pre>
 *
 * @see <a href="https://www.standardwebhooks.com">Standard Webhooks</a>
 */
public final class WebhookSignature {

    /**
     * Maximum difference between the sender's and the receiver's clocks. Also the time within which others could replay
     * a message.
     */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String PREFIX = "whsec_";
    private static final String VERSION = "v1,";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_MIN = 24;
    private static final int KEY_MAX = 64;

    private final List<SecretKeySpec> keys;

    private WebhookSignature(List<SecretKeySpec> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * Uses one secret, or two during a change of secrets. With two, messages carry a signature of each, and a message
     * with either is genuine.
     *
     * @param secrets each {@code whsec_} and 24 to 64 random bytes in Base64, as from {@code openssl rand -base64 32}
     * @throws IllegalArgumentException if a secret is malformed; the message does not contain it
     */
    public static WebhookSignature of(String... secrets) {
        return of(List.of(secrets));
    }

    /** As {@link #of(String...)}. */
    public static WebhookSignature of(List<String> secrets) {
        if (secrets.isEmpty() || secrets.size() > 2) {
            throw new IllegalArgumentException("secrets: expected one, or two for a change, found " + secrets.size());
        }
        List<SecretKeySpec> keys = new ArrayList<>();
        for (String secret : secrets) {
            keys.add(key(secret));
        }
        return new WebhookSignature(keys);
    }

    private static SecretKeySpec key(String secret) {
        byte[] key = {};
        if (secret.startsWith(PREFIX)) {
            try {
                key = Base64.getDecoder()
                        .decode(secret.substring(PREFIX.length()).strip());
            } catch (IllegalArgumentException e) {
                // The message of this exception would show a part of the secret.
                key = new byte[0];
            }
        }
        if (key.length < KEY_MIN || key.length > KEY_MAX) {
            throw new IllegalArgumentException("secret: expected %s and %d to %d bytes in Base64, found something else"
                    .formatted(PREFIX, KEY_MIN, KEY_MAX));
        }
        return new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * Computes the header {@code webhook-signature}.
     *
     * @param id the header {@code webhook-id}
     * @param at the header {@code webhook-timestamp}, which is in seconds
     */
    public String sign(String id, Instant at, String body) {
        List<String> signatures = new ArrayList<>();
        for (SecretKeySpec key : keys) {
            byte[] code = code(key, id, String.valueOf(at.getEpochSecond()), body);
            signatures.add(VERSION + Base64.getEncoder().encodeToString(code));
        }
        return String.join(" ", signatures);
    }

    /**
     * Verifies that the sender knows the secret, that the message is unchanged, and that its timestamp is within
     * {@link #TOLERANCE} of {@code now}. Remember the ids of handled messages: each message may arrive more than once.
     *
     * @param id the header {@code webhook-id}
     * @param timestamp the header {@code webhook-timestamp}
     * @param signature the header {@code webhook-signature}
     * @param body exactly as received
     * @param now the receiver's time
     */
    public boolean verify(
            @Nullable String id, @Nullable String timestamp, @Nullable String signature, String body, Instant now) {
        if (id == null || timestamp == null || signature == null || !isNear(timestamp, now)) {
            return false;
        }
        boolean genuine = false;
        for (String part : signature.split(" ", -1)) {
            if (part.startsWith(VERSION)) {
                byte[] claimed = part.substring(VERSION.length()).getBytes(StandardCharsets.US_ASCII);
                for (SecretKeySpec key : keys) {
                    byte[] expected = Base64.getEncoder().encode(code(key, id, timestamp, body));
                    genuine |= MessageDigest.isEqual(expected, claimed);
                }
            }
        }
        return genuine;
    }

    private static boolean isNear(String timestamp, Instant now) {
        try {
            long seconds = Math.subtractExact(Long.parseLong(timestamp), now.getEpochSecond());
            return seconds >= -TOLERANCE.toSeconds() && seconds <= TOLERANCE.toSeconds();
        } catch (NumberFormatException | ArithmeticException e) {
            return false;
        }
    }

    private static byte[] code(SecretKeySpec key, String id, String timestamp, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
