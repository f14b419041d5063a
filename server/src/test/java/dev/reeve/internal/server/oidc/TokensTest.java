package dev.reeve.internal.server.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.HttpException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The tokens of an issuer (D5)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TokensTest {

    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final Issuer.Key RSA = Issuer.Key.rsa("r1", 2048);
    private static final Issuer.Key EC = Issuer.Key.ec("e1");
    private static final Issuer.Key ED = Issuer.Key.ed25519("d1");
    private static final Issuer.Key STRANGER = Issuer.Key.rsa("r1", 2048);
    private static final Issuer.Key WEAK = Issuer.Key.rsa("weak", 1024);

    private Issuer issuer;
    private Issuer trap;
    private Tokens tokens;

    @BeforeAll
    void open() throws IOException {
        issuer = Issuer.start(0, RSA, EC, ED, WEAK);
        trap = Issuer.start(0, STRANGER);
        tokens = tokens(Map.of());
    }

    @AfterAll
    void close() {
        tokens.close();
        issuer.close();
        trap.close();
    }

    private Tokens tokens(Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>(OidcSettings.names());
        settings.put("oidc.issuer", issuer.address());
        settings.put("oidc.audience", "reeve");
        settings.put("oidc.roles", "ops=operator:*, shop=starter:billing, shop=deployer:billing, all=viewer");
        settings.putAll(more);
        return Tokens.of(
                OidcSettings.of(settings).orElseThrow(),
                Clock.fixed(NOW, ZoneOffset.UTC),
                System::nanoTime,
                Duration.ofSeconds(10));
    }

    private Map<String, Object> claims() {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", issuer.address());
        claims.put("sub", "ada");
        claims.put("aud", "reeve");
        claims.put("exp", NOW.getEpochSecond() + 300);
        claims.put("roles", List.of("shop", "unknown"));
        return claims;
    }

    private Map<String, Object> with(String name, Object value) {
        Map<String, Object> claims = claims();
        claims.put(name, value);
        return claims;
    }

    private Map<String, Object> without(String name) {
        Map<String, Object> claims = claims();
        claims.remove(name);
        return claims;
    }

    private String withHeader(Issuer.Key key, String name, Object value) {
        Map<String, Object> header = key.header();
        header.put(name, value);
        return key.sign(Json.of(header).text(), Json.of(claims()).text());
    }

    private static void refused(Tokens tokens, String token, String message) {
        assertThatThrownBy(() -> tokens.authenticate(token))
                .isInstanceOfSatisfying(HttpException.class, e -> {
                    assertThat(e.status()).isEqualTo(401);
                    assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
                })
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("A token of each algorithm is its caller, with the roles of its claim in their namespaces")
    void algorithms() {
        for (Issuer.Key key : List.of(RSA, EC, ED)) {
            Principal ada = tokens.authenticate(key.sign(claims()));

            assertThat(ada.name()).isEqualTo("oidc:ada");
            assertThat(ada.roles()).isEqualTo(Map.of("billing", Set.of(Role.STARTER, Role.DEPLOYER)));
        }
        assertThat(tokens.authenticate(withHeader(ED, "alg", "Ed25519")).name()).isEqualTo("oidc:ada");
        assertThat(tokens.authenticate(withHeader(EC, "typ", "at+JWT")).name()).isEqualTo("oidc:ada");
    }

    /** A token whose secret is the public key, which is no secret. */
    private String secretOfPublicKey() {
        String input = Issuer.base64("{\"alg\":\"HS256\",\"kid\":\"r1\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + Issuer.base64(Json.of(claims()).text().getBytes(StandardCharsets.UTF_8));
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(RSA.pair().getPublic().getEncoded(), "HmacSHA256"));
            return input + "." + Issuer.base64(mac.doFinal(input.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    Stream<Arguments> forged() {
        String good = RSA.sign(claims());
        String[] parts = good.split("\\.", -1);
        String admin = Issuer.base64(Json.of(with("sub", "root")).text().getBytes(StandardCharsets.UTF_8));
        String none = Issuer.base64("{\"alg\":\"none\",\"kid\":\"r1\"}".getBytes(StandardCharsets.UTF_8));
        String plain = Json.of(claims()).text();
        String header = Json.of(RSA.header()).text();
        String notSigned = "not signed with a key of the issuer";
        String unreadable = "cannot be read";
        String algorithm = "signed with another algorithm";
        return Stream.of(
                Arguments.of("none, without a signature", none + "." + parts[1] + ".", unreadable),
                Arguments.of("none, with a signature", none + "." + parts[1] + "." + parts[2], algorithm),
                Arguments.of("HS256 with the public key as the secret", secretOfPublicKey(), algorithm),
                Arguments.of("RS512", withHeader(RSA, "alg", "RS512"), algorithm),
                Arguments.of("the algorithm of another key", withHeader(RSA, "kid", "e1"), notSigned),
                Arguments.of("an RSA token for a key of Ed25519", withHeader(RSA, "kid", "d1"), notSigned),
                Arguments.of("other claims", parts[0] + "." + admin + "." + parts[2], notSigned),
                Arguments.of("another signature", parts[0] + "." + parts[1] + "." + "A".repeat(342), notSigned),
                Arguments.of("a short signature", EC.sign(claims()).replaceAll(".{20}$", ""), notSigned),
                Arguments.of("a short signature of Ed25519", ED.sign(claims()).replaceAll(".{20}$", ""), notSigned),
                Arguments.of(
                        "zeros as a signature",
                        EC.sign(claims()).replaceAll("[^.]*$", Issuer.base64(new byte[64])),
                        notSigned),
                Arguments.of("a stranger's key with the same id", STRANGER.sign(claims()), notSigned),
                Arguments.of("a key of 1024 bits", WEAK.sign(claims()), notSigned),
                Arguments.of("an unknown key", withHeader(RSA, "kid", "other"), notSigned),
                Arguments.of("no key", header(Map.of("alg", "RS256")), "does not name its key"),
                Arguments.of("a number as the key", header(Map.of("alg", "RS256", "kid", 1)), "does not name its key"),
                Arguments.of("jku", withHeader(STRANGER, "jku", trap.address() + "/keys"), notSigned),
                Arguments.of("x5u", withHeader(STRANGER, "x5u", trap.address() + "/keys"), notSigned),
                Arguments.of("jwk", withHeader(STRANGER, "jwk", STRANGER.published()), notSigned),
                Arguments.of("jwk of another type", withHeader(STRANGER, "jwk", 7), notSigned),
                Arguments.of("x5c of another type", withHeader(STRANGER, "x5c", Map.of("a", 1)), notSigned),
                Arguments.of("crit", withHeader(RSA, "crit", List.of("b64")), "header of the token has 'crit'"),
                Arguments.of("b64", withHeader(RSA, "b64", false), "header of the token has 'b64'"),
                Arguments.of("a token in a token", withHeader(RSA, "cty", "JWT"), "header of the token has 'cty'"),
                Arguments.of("a logout token", withHeader(RSA, "typ", "logout+jwt"), "of another type"),
                Arguments.of("a number as the type", withHeader(RSA, "typ", 1), "of another type"),
                Arguments.of(
                        "two algorithms", RSA.sign("{\"alg\":\"RS256\"," + header.substring(1), plain), unreadable),
                Arguments.of("two subjects", RSA.sign(header, "{\"sub\":\"root\"," + plain.substring(1)), unreadable),
                Arguments.of("claims that are a list", RSA.sign(header, "[]"), unreadable),
                Arguments.of("claims that are no JSON", RSA.sign(header, "{\"iss\""), unreadable),
                Arguments.of(
                        "deep claims",
                        RSA.sign(header, "{\"a\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}"),
                        unreadable),
                Arguments.of("no letters of Base64", "a$b." + parts[1] + "." + parts[2], unreadable),
                Arguments.of("spaces", parts[0] + " ." + parts[1] + "." + parts[2], unreadable),
                Arguments.of("garbage", "x.y.z", unreadable),
                Arguments.of("empty parts", "..", unreadable),
                Arguments.of("no UTF-8", Issuer.base64(new byte[] {'{', (byte) 0xff, '}'}) + ".e30.AA", unreadable),
                Arguments.of("a huge token", RSA.sign(with("x", "y".repeat(9_000))), "too long"));
    }

    Stream<Arguments> wrongClaims() {
        long now = NOW.getEpochSecond();
        return Stream.of(
                Arguments.of("another issuer", RSA.sign(with("iss", trap.address())), "of another issuer"),
                Arguments.of(
                        "the issuer with a slash", RSA.sign(with("iss", issuer.address() + "/")), "of another issuer"),
                Arguments.of(
                        "a list of issuers", RSA.sign(with("iss", List.of(issuer.address()))), "of another issuer"),
                Arguments.of("no issuer", RSA.sign(without("iss")), "of another issuer"),
                Arguments.of("another audience", RSA.sign(with("aud", "shop")), "for another audience"),
                Arguments.of("other audiences", RSA.sign(with("aud", List.of("a", "reeve2"))), "for another audience"),
                Arguments.of("an audience with spaces", RSA.sign(with("aud", "a reeve")), "for another audience"),
                Arguments.of("no audience", RSA.sign(without("aud")), "for another audience"),
                Arguments.of("expired", RSA.sign(with("exp", now - 60)), "has expired"),
                Arguments.of("no end", RSA.sign(without("exp")), "does not say when it ends"),
                Arguments.of("a text as the end", RSA.sign(with("exp", "9999999999")), "does not say when it ends"),
                Arguments.of("not yet", RSA.sign(with("nbf", now + 61)), "not valid yet"),
                Arguments.of("a text as the begin", RSA.sign(with("nbf", "0")), "not valid yet"),
                Arguments.of("no name", RSA.sign(without("sub")), "does not name its caller"),
                Arguments.of("an empty name", RSA.sign(with("sub", " ")), "does not name its caller"),
                Arguments.of("a number as the name", RSA.sign(with("sub", 7)), "does not name its caller"),
                Arguments.of("a name with a line", RSA.sign(with("sub", "a\nb")), "does not name its caller"),
                Arguments.of("a name that turns around", RSA.sign(with("sub", "a\u202eb")), "does not name its caller"),
                Arguments.of("a long name", RSA.sign(with("sub", "a".repeat(201))), "does not name its caller"));
    }

    private String header(Map<String, ?> header) {
        return RSA.sign(Json.of(header).text(), Json.of(claims()).text());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"forged", "wrongClaims"})
    @DisplayName("is refused, with 401, and no other address is asked")
    void refusesAttacks(String attack, String token, String message) {
        refused(tokens, token, message);
        assertThat(trap.requests()).as(attack).isEmpty();
    }

    @Test
    @DisplayName("Sixty seconds between the clocks do no harm, and one of several audiences is enough")
    void skew() {
        long now = NOW.getEpochSecond();
        for (Map<String, Object> claims : List.of(
                with("exp", now - 59),
                with("exp", now + 0.5),
                with("nbf", now + 60),
                with("aud", List.of("shop", "reeve")))) {
            assertThat(tokens.authenticate(RSA.sign(claims)).name()).isEqualTo("oidc:ada");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "roles | {\"roles\": [\"ops\"]} | {*=[OPERATOR]}",
                "roles | {\"roles\": \"ops\"} | {*=[OPERATOR]}",
                "roles | {\"roles\": \"ops all\"} | {}",
                "roles | {\"roles\": [\"all\", 7, null, [\"ops\"], {\"ops\": 1}]} | {default=[VIEWER]}",
                "roles | {\"roles\": {\"ops\": true}} | {}",
                "roles | {\"roles\": 7} | {}",
                "roles | {\"roles\": null} | {}",
                "roles | {\"roles\": []} | {}",
                "roles | {\"roles\": [\"OPS\", \"ops \"]} | {}",
                "roles | {} | {}",
                "realm_access.roles | {\"realm_access\": {\"roles\": [\"all\", \"ops\"]}} | {*=[OPERATOR], default=[VIEWER]}",
                "realm_access.roles | {\"realm_access\": \"ops\"} | {}",
                "realm_access.roles | {\"realm_access\": {\"roles\": null}} | {}",
                "https://shop.example/roles | {\"https://shop.example/roles\": [\"ops\"]} | {*=[OPERATOR]}",
                "scope | {\"scope\": \"openid  all\"} | {default=[VIEWER]}"
            })
    @DisplayName("Roles come from strings at the path of the claim, and from nothing else")
    void roles(String path, String more, String expected) {
        String plain = Json.of(without("roles")).text();
        String claims = more.equals("{}") ? plain : plain.substring(0, plain.length() - 1) + "," + more.substring(1);
        try (Tokens others = tokens(Map.of("oidc.rolesClaim", path))) {
            Principal caller =
                    others.authenticate(RSA.sign(Json.of(RSA.header()).text(), claims));

            assertThat(caller.roles()).hasToString(expected);
            assertThat(others.withoutRoles()).contains("'" + path + "'");
        }
    }

    @Test
    @DisplayName("A required claim is there, with its value, or in a list; and another claim can name the caller")
    void requiredClaim() {
        List<String> good = new ArrayList<>();
        good.add(RSA.sign(with("department", "pay=ments")));
        good.add(RSA.sign(with("department", List.of("it", "pay=ments"))));
        try (Tokens strict = tokens(Map.of("oidc.requiredClaim", "department=pay=ments", "oidc.nameClaim", "aud"))) {
            good.forEach(token -> assertThat(strict.authenticate(token).name()).isEqualTo("oidc:reeve"));
            for (Object wrong : List.of("it", List.of(), 7, Map.of("pay=ments", 1), "pay=ments it")) {
                refused(strict, RSA.sign(with("department", wrong)), "lacks a claim");
            }
            refused(strict, RSA.sign(claims()), "lacks a claim");
        }
        try (Tokens strict = tokens(Map.of("oidc.requiredClaim", "email_verified=true"))) {
            assertThat(strict.authenticate(RSA.sign(with("email_verified", true)))
                            .name())
                    .isEqualTo("oidc:ada");
            refused(strict, RSA.sign(with("email_verified", false)), "lacks a claim");
        }
    }

    @Test
    @DisplayName("A key has no form of a token")
    void form() {
        assertThat(Tokens.isToken(RSA.sign(claims()))).isTrue();
        assertThat(Tokens.isToken("..")).isTrue();
        assertThat(Tokens.isToken("reeve_0123456789ab_" + "a_b".repeat(14))).isFalse();
        assertThat(Tokens.isToken("a.b")).isFalse();
        assertThat(Tokens.isToken("a.b.c.d.e")).isFalse();
    }
}
