package dev.reeve.internal.server.oidc;

import dev.reeve.ErrorCode;
import dev.reeve.InvalidInputException;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.HttpException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Checks the tokens of one OpenID Connect issuer: signed tokens in the format JWT. First the signature, with a key that
 * the issuer publishes, and then the claims. A token never says where its key is. Thread-safe. (D5)
 */
public final class Tokens implements AutoCloseable {

    /** The names of callers with tokens begin with it, and those of keys do not. So neither can pass for the other. */
    public static final String NAME_PREFIX = "oidc:";

    static final int NAME_LENGTH_MAX = 200;

    /** For clocks that are not the same. */
    static final Duration SKEW = Duration.ofSeconds(60);

    /** In seconds: the end of the year 9999. A token may name a time that no calendar has. */
    private static final long TIME_MAX = 253_402_300_799L;

    /** For an answer of the issuer. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final OidcSettings settings;
    private final IssuerKeys keys;
    private final IssuerClient client;
    private final Clock clock;

    private Tokens(OidcSettings settings, IssuerKeys keys, IssuerClient client, Clock clock) {
        this.settings = settings;
        this.keys = keys;
        this.client = client;
        this.clock = clock;
    }

    /** The tokens of this issuer. Asks it for its keys with the first token. */
    public static Tokens of(OidcSettings settings, Clock clock, LongSupplier nanos) {
        return of(settings, clock, nanos, PATIENCE);
    }

    static Tokens of(OidcSettings settings, Clock clock, LongSupplier nanos, Duration patience) {
        IssuerClient client = new IssuerClient(settings, patience);
        return new Tokens(settings, new IssuerKeys(client, patience, nanos), client, clock);
    }

    /** Whether it has the form of a token: three parts, with a dot between them. A key has no dot. */
    public static boolean isToken(String credential) {
        return credential.chars().filter(c -> c == '.').count() == 2;
    }

    /**
     * The caller of a token.
     *
     * @throws HttpException 401 if the token is not valid; 503 if the issuer does not answer
     */
    public Principal authenticate(String token) {
        SignedToken signed = parse(token);
        if (keys.find(signed.keyId()).stream().noneMatch(key -> key.hasSigned(signed))) {
            throw invalid("the token is not signed with a key of the issuer");
        }
        Claims claims = signed.claims();
        check(claims);
        return new Principal(NAME_PREFIX + name(claims), roles(claims), end(claims));
    }

    private static SignedToken parse(String token) {
        try {
            return SignedToken.parse(token);
        } catch (InvalidInputException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    private void check(Claims claims) {
        if (!claims.text("iss").orElse("").equals(settings.issuer())) {
            throw invalid("the token is of another issuer");
        }
        if (!claims.values("aud").contains(settings.audience())) {
            throw invalid("the token is for another audience");
        }
        double now = clock.millis() / 1000.0;
        OptionalDouble end = claims.number("exp");
        if (end.isEmpty()) {
            throw invalid("the token does not say when it ends: expected 'exp', a number");
        }
        if (!(now < end.getAsDouble() + SKEW.toSeconds())) {
            throw invalid("the token has expired");
        }
        if (claims.has("nbf") && !(claims.number("nbf").orElse(Double.NaN) - SKEW.toSeconds() <= now)) {
            throw invalid("the token is not valid yet");
        }
        OidcSettings.RequiredClaim wanted = settings.requiredClaim();
        if (wanted != null && !claims.hasValue(wanted.path(), wanted.value())) {
            throw invalid("the token lacks a claim that this server requires");
        }
    }

    /** When the token is refused. */
    private static Instant end(Claims claims) {
        double seconds = claims.number("exp").orElse(0) + SKEW.toSeconds();
        return Instant.ofEpochSecond((long) Math.min(seconds, TIME_MAX));
    }

    private String name(Claims claims) {
        String name = claims.text(settings.nameClaim()).orElse("");
        boolean plain = name.codePoints()
                .noneMatch(c -> Character.isISOControl(c)
                        || Character.getType(c) == Character.FORMAT
                        || Character.getType(c) == Character.LINE_SEPARATOR
                        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
        if (name.isBlank() || name.length() > NAME_LENGTH_MAX || !plain) {
            throw invalid("the token does not name its caller: expected the claim '%s', at most %d characters"
                    .formatted(settings.nameClaim(), NAME_LENGTH_MAX));
        }
        return name;
    }

    private Map<String, Set<Role>> roles(Claims claims) {
        Map<String, Set<Role>> roles = new TreeMap<>();
        for (String value : claims.values(settings.rolesClaim())) {
            for (OidcSettings.Grant grant : settings.roles().getOrDefault(value, List.of())) {
                roles.computeIfAbsent(grant.namespace(), namespace -> EnumSet.noneOf(Role.class))
                        .add(grant.role());
            }
        }
        return roles;
    }

    /** Why a caller with a token has no role, for a message to it. */
    public String withoutRoles() {
        return "the token has no role here: oidc.roles maps no value of its claim '%s'"
                .formatted(settings.rolesClaim());
    }

    private static HttpException invalid(String message) {
        return HttpException.of(401, ErrorCode.UNAUTHENTICATED, message)
                .with("WWW-Authenticate", "Bearer error=\"invalid_token\"");
    }

    /** Ends requests to the issuer. */
    @Override
    public void close() {
        client.close();
    }
}
