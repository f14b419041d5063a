package dev.reeve.internal.server.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A public key of an issuer, for one algorithm. So a token cannot choose how its key is used. Thread-safe. */
final class SigningKey {

    private static final int RSA_BITS_MIN = 2048;
    private static final int RSA_BITS_MAX = 8192;

    /** The members that a key needs. Certificates, and private parts that should not be there, are not read. */
    private static final List<String> MEMBERS = List.of("kty", "kid", "use", "alg", "n", "e", "crv", "x", "y");

    /** The beginning of an Ed25519 key in the form X.509 (RFC 8410). */
    private static final byte[] ED25519 = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ED25519_BYTES = 32;

    /** Whether the signature of a token is one of this key. */
    @FunctionalInterface
    private interface Check {
        boolean verify(SignedToken token) throws JOSEException, GeneralSecurityException;
    }

    private final String id;
    private final Set<JWSAlgorithm> algorithms;
    private final Check check;

    private SigningKey(String id, Set<JWSAlgorithm> algorithms, Check check) {
        this.id = id;
        this.algorithms = algorithms;
        this.check = check;
    }

    /**
     * Reads a key in the format JWK.
     *
     * @return empty if it is for something else, not known, or too weak
     */
    static Optional<SigningKey> parse(Map<?, ?> members) {
        Map<String, Object> known = new TreeMap<>();
        for (String name : MEMBERS) {
            if (members.get(name) instanceof String text) {
                known.put(name, text);
            }
        }
        try {
            Optional<SigningKey> key = of(JWK.parse(known));
            Object use = known.getOrDefault("use", "sig");
            Object algorithm = known.get("alg");
            return key.filter(it -> use.equals("sig")
                    && (algorithm == null || it.algorithms.contains(JWSAlgorithm.parse(algorithm.toString()))));
        } catch (ParseException | JOSEException | GeneralSecurityException | RuntimeException e) {
            return Optional.empty(); // one key that cannot be read must not hide the others
        }
    }

    private static Optional<SigningKey> of(JWK key) throws JOSEException, GeneralSecurityException {
        String id = key.getKeyID();
        if (id == null) {
            return Optional.empty();
        }
        return switch (key) {
            case RSAKey rsa
            when rsa.size() >= RSA_BITS_MIN && rsa.size() <= RSA_BITS_MAX ->
                Optional.of(new SigningKey(id, Set.of(JWSAlgorithm.RS256), with(new RSASSAVerifier(rsa))));
            case ECKey ec
            when ec.getCurve().equals(Curve.P_256) ->
                Optional.of(new SigningKey(id, Set.of(JWSAlgorithm.ES256), with(new ECDSAVerifier(ec))));
            case OctetKeyPair pair
            when pair.getCurve().equals(Curve.Ed25519) ->
                Optional.of(new SigningKey(
                        id, Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519), ed25519(pair.getDecodedX())));
            default -> Optional.empty();
        };
    }

    private static Check with(JWSVerifier verifier) {
        return token -> verifier.verify(token.header(), bytes(token), token.signature());
    }

    private static byte[] bytes(SignedToken token) {
        return token.input().getBytes(StandardCharsets.US_ASCII);
    }

    /** By the JDK: the library would need another one for it. */
    private static Check ed25519(byte[] point) throws GeneralSecurityException {
        if (point.length != ED25519_BYTES) {
            throw new GeneralSecurityException("a key of Ed25519 has 32 bytes");
        }
        byte[] encoded = new byte[ED25519.length + ED25519_BYTES];
        System.arraycopy(ED25519, 0, encoded, 0, ED25519.length);
        System.arraycopy(point, 0, encoded, ED25519.length, ED25519_BYTES);
        PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        return token -> {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(key);
            signature.update(bytes(token));
            return signature.verify(token.signature().decode());
        };
    }

    String id() {
        return id;
    }

    /** Whether the token is signed with this key. */
    boolean hasSigned(SignedToken token) {
        if (!algorithms.contains(token.header().getAlgorithm())) {
            return false;
        }
        try {
            return check.verify(token);
        } catch (JOSEException | SignatureException e) {
            return false; // such as a signature of the wrong length
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that was usable cannot be used", e);
        }
    }
}
