package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import dev.reeve.spi.transport.SessionId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Binds tokens and sessions to the credential of one agent in one namespace: another credential that learns a
 * token cannot use it. Nothing is stored, so every server that knows the credential can check. Thread-safe.
 */
public final class Seal {

    private static final String ALGORITHM = "HmacSHA256";

    /** 128 bits. */
    private static final int LENGTH = 16;

    private final Mac mac;
    private final String namespace;
    private final String principal;

    /**
     * @param secret known to the servers, and to no agent with another credential; not empty
     * @param namespace where the credential's agents take work
     * @param principal the name of the credential
     */
    public Seal(byte[] secret, String namespace, String principal) {
        this.namespace = namespace;
        this.principal = principal;
        try {
            this.mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    public String text(AttemptToken token) {
        String text = token.text();
        return Tokens.text(text, seal("attempt", text));
    }

    /**
     * The token in a text.
     *
     * @return null if the token was given to another credential
     * @throws MalformedMessageException if the text is no token
     */
    public @Nullable AttemptToken token(String text) {
        AttemptToken token = Tokens.read(text);
        return matches(Tokens.sealOf(text), seal("attempt", token.text())) ? token : null;
    }

    public String text(SessionId session) {
        return session + "." + seal("session", session.toString());
    }

    /** The session in a text; null if it is none, or one of another credential. */
    public @Nullable SessionId session(String text) {
        int dot = text.indexOf('.');
        if (dot < 1 || dot > LENGTH) {
            return null;
        }
        SessionId session;
        try {
            session = new SessionId(HexFormat.fromHexDigitsToLong(text, 0, dot));
        } catch (IllegalArgumentException e) {
            return null;
        }
        return matches(text.substring(dot + 1), seal("session", session.toString())) ? session : null;
    }

    private String seal(String kind, String text) {
        Mac own;
        try {
            own = (Mac) Objects.requireNonNull(mac.clone());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the platform's implementation of " + ALGORITHM + " can be cloned", e);
        }
        String sealed = String.join("\n", "reeve", kind, namespace, principal, text);
        return Tokens.base64(Arrays.copyOf(own.doFinal(sealed.getBytes(StandardCharsets.UTF_8)), LENGTH));
    }

    /** Takes the same time wherever the texts differ. */
    private static boolean matches(String given, String expected) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
