package dev.reeve.internal.server.oidc;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.values.Namespaces;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whose tokens a server takes, and what they allow. Immutable.
 *
 * @param issuer exactly as in the claim {@code iss}
 * @param audience has to be in the claim {@code aud}
 * @param requiredClaim a claim that each token has to have; null if there is none
 * @param rolesClaim the path of the claim with the roles
 * @param roles by the values of that claim
 * @param nameClaim the path of the claim that names the caller
 * @param keys where the keys of the issuer are; null if the issuer tells
 */
public record OidcSettings(
        String issuer,
        String audience,
        @Nullable RequiredClaim requiredClaim,
        String rolesClaim,
        Map<String, List<Grant>> roles,
        String nameClaim,
        @Nullable URI keys) {

    private static final Map<String, String> DEFAULTS = defaults();

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

    /**
     * A claim with this value, or with a list that has it.
     *
     * @param path of the claim
     */
    public record RequiredClaim(String path, String value) {}

    /**
     * A role in a namespace.
     *
     * @param namespace its name, or {@link Principal#EVERYWHERE}
     */
    public record Grant(String namespace, Role role) {}

    private static Map<String, String> defaults() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("oidc.issuer", "");
        all.put("oidc.audience", "");
        all.put("oidc.requiredClaim", "");
        all.put("oidc.rolesClaim", "roles");
        all.put("oidc.roles", "");
        all.put("oidc.nameClaim", "sub");
        all.put("oidc.keys", "");
        return Collections.unmodifiableMap(all);
    }

    /** The names of the settings, with their defaults. */
    public static Map<String, String> names() {
        return DEFAULTS;
    }

    /**
     * Reads the settings.
     *
     * @param settings by name; others are ignored
     * @return empty if no issuer is set
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if they are wrong, or do not fit together
     */
    public static Optional<OidcSettings> of(Map<String, String> settings) {
        UnaryOperator<String> text = name -> settings.getOrDefault(name, "").strip();
        String issuer = text.apply("oidc.issuer");
        if (issuer.isEmpty()) {
            DEFAULTS.forEach((name, normal) -> {
                if (!text.apply(name).equals(normal)) {
                    throw invalid("%s is set, and oidc.issuer is not: set it, too".formatted(name));
                }
            });
            return Optional.empty();
        }
        URI unused = address("oidc.issuer", issuer);
        String keys = text.apply("oidc.keys");
        for (String name : List.of("oidc.audience", "oidc.roles", "oidc.rolesClaim", "oidc.nameClaim")) {
            if (text.apply(name).isEmpty()) {
                throw invalid("oidc.issuer is set, and %s is not: set it, too".formatted(name));
            }
        }
        return Optional.of(new OidcSettings(
                issuer,
                text.apply("oidc.audience"),
                requiredClaim(text.apply("oidc.requiredClaim")),
                text.apply("oidc.rolesClaim"),
                roles(text.apply("oidc.roles")),
                text.apply("oidc.nameClaim"),
                keys.isEmpty() ? null : address("oidc.keys", keys)));
    }

    /**
     * An address from which keys may come: over TLS, or from the own machine. Otherwise an attacker on the way could
     * put other keys into the answer.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it is another one
     */
    static URI address(String what, String text) {
        try {
            URI uri = new URI(text);
            String host = uri.getHost();
            boolean clear = host != null
                    && "http".equals(uri.getScheme())
                    && LOOPBACK.matcher(host).matches();
            if (host != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && (clear || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, expectedAddress(what), e);
        }
        throw invalid(expectedAddress(what));
    }

    private static String expectedAddress(String what) {
        return "%s: expected an address such as https://login.example.org; http is for 127.0.0.1 only".formatted(what);
    }

    private static @Nullable RequiredClaim requiredClaim(String text) {
        if (text.isEmpty()) {
            return null;
        }
        int end = text.indexOf('=');
        if (end <= 0 || end == text.length() - 1) {
            throw invalid("oidc.requiredClaim: expected NAME=VALUE, such as reeve=yes, found '%s'".formatted(text));
        }
        return new RequiredClaim(
                text.substring(0, end).strip(), text.substring(end + 1).strip());
    }

    /** Such as {@code ops=operator, shop=starter:billing}. */
    private static Map<String, List<Grant>> roles(String text) {
        Map<String, List<Grant>> roles = new LinkedHashMap<>();
        for (String each : text.split(",", -1)) {
            int end = each.lastIndexOf('=');
            String value = end < 0 ? "" : each.substring(0, end).strip();
            if (value.isEmpty()) {
                throw invalid("oidc.roles: expected VALUE=ROLE or VALUE=ROLE:NAMESPACE, separated by commas, such as"
                        + " ops=operator, shop=starter:billing; found '%s'".formatted(each.strip()));
            }
            roles.merge(value, List.of(grant(each.substring(end + 1).strip())), OidcSettings::both);
        }
        return Collections.unmodifiableMap(roles);
    }

    private static List<Grant> both(List<Grant> some, List<Grant> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static Grant grant(String text) {
        int end = text.indexOf(':');
        String namespace =
                end < 0 ? Namespaces.DEFAULT : text.substring(end + 1).strip();
        try {
            Role role = Role.parse((end < 0 ? text : text.substring(0, end)).strip());
            return new Grant(namespace.equals(Principal.EVERYWHERE) ? namespace : Namespaces.check(namespace), role);
        } catch (IllegalArgumentException | ReeveException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "oidc.roles: " + e.getMessage(), e);
        }
    }

    private static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}
