package dev.reeve.internal.server.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import dev.reeve.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A token whose signature is not checked yet. Of its header only the algorithm, the type and the id of the key are
 * read: no place where a key could be, and no key.
 *
 * @param header with the algorithm alone
 * @param keyId of the key that has signed it, says the token
 * @param input the text that is signed
 * @param signature of the text
 * @param claims to be believed after the signature is checked
 */
record SignedToken(JWSHeader header, String keyId, String input, Base64URL signature, Claims claims) {

    /** RS256, ES256, and EdDSA with its newer name. No algorithm with a shared secret is among them. */
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256, JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);

    /** Of a token. Headers of requests have 8 KiB together. */
    static final int LENGTH_MAX = 8 << 10;

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){2}");

    /** Tokens for other purposes, such as logout, have other types (RFC 8725). */
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

    /** Each would change how the rest has to be read. */
    private static final List<String> REFUSED = List.of("crit", "b64", "cty", "zip", "enc");

    /**
     * @throws InvalidInputException if it cannot be a token of an issuer
     */
    static SignedToken parse(String token) {
        if (token.length() > LENGTH_MAX) {
            throw new InvalidInputException(
                    "the token is too long: expected at most %,d characters".formatted(LENGTH_MAX));
        }
        if (!FORM.matcher(token).matches()) {
            throw new InvalidInputException("the token cannot be read: expected three parts in Base64");
        }
        int first = token.indexOf('.');
        int second = token.lastIndexOf('.');
        Claims header = object(token.substring(0, first));
        check(header);
        return new SignedToken(
                new JWSHeader(JWSAlgorithm.parse(header.text("alg").orElse(""))),
                header.text("kid").orElse(""),
                token.substring(0, second),
                new Base64URL(token.substring(second + 1)),
                object(token.substring(first + 1, second)));
    }

    private static void check(Claims header) {
        for (String name : REFUSED) {
            if (header.has(name)) {
                throw new InvalidInputException(
                        "the header of the token has '%s': expected a plain signed token".formatted(name));
            }
        }
        String algorithm = header.text("alg").orElse("");
        if (ALGORITHMS.stream().noneMatch(each -> each.getName().equals(algorithm))) {
            throw new InvalidInputException(
                    "the token is signed with another algorithm: expected RS256, ES256 or EdDSA");
        }
        if (header.has("typ") && !TYPES.contains(header.text("typ").orElse("").toLowerCase(Locale.ROOT))) {
            throw new InvalidInputException("the token is of another type: expected JWT or at+jwt");
        }
        if (header.text("kid").isEmpty()) {
            throw new InvalidInputException("the token does not name its key: expected 'kid' in its header");
        }
    }

    private static Claims object(String part) {
        try {
            return Claims.parse(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(part)))
                            .toString(),
                    LENGTH_MAX);
        } catch (CharacterCodingException | IllegalArgumentException | InvalidInputException e) {
            throw new InvalidInputException("the token cannot be read: expected JSON objects in Base64", e);
        }
    }
}
