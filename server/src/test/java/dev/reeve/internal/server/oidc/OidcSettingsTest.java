package dev.reeve.internal.server.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ReeveException;
import dev.reeve.internal.access.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The settings of an issuer")
final class OidcSettingsTest {

    private static Map<String, String> good() {
        Map<String, String> settings = new LinkedHashMap<>(OidcSettings.names());
        settings.put("oidc.issuer", "https://login.example.org/realms/shop");
        settings.put("oidc.audience", "reeve");
        settings.put("oidc.roles", " /ops=operator:* ,a=b=starter:billing,/ops=deployer");
        return settings;
    }

    @Test
    @DisplayName("are off without an issuer, and else say who may do what")
    void readsThem() {
        assertThat(OidcSettings.of(OidcSettings.names())).isEmpty();
        OidcSettings settings = OidcSettings.of(good()).orElseThrow();

        assertThat(settings.roles())
                .isEqualTo(Map.of(
                        "/ops",
                        List.of(
                                new OidcSettings.Grant("*", Role.OPERATOR),
                                new OidcSettings.Grant("default", Role.DEPLOYER)),
                        "a=b",
                        List.of(new OidcSettings.Grant("billing", Role.STARTER))));
        assertThat(settings.nameClaim()).isEqualTo("sub");
        assertThat(settings.rolesClaim()).isEqualTo("roles");
        assertThat(settings.requiredClaim()).isNull();
        assertThat(settings.keys()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oidc.issuer | '' | oidc.audience is set, and oidc.issuer is not",
                "oidc.issuer | login.example.org | oidc.issuer: expected an address such as https://",
                "oidc.issuer | http://login.example.org | http is for 127.0.0.1 only",
                "oidc.issuer | http://127.0.0.1.example.org | http is for 127.0.0.1 only",
                "oidc.issuer | http://localhost@example.org | http is for 127.0.0.1 only",
                "oidc.issuer | https://a:b@login.example.org | oidc.issuer: expected an address",
                "oidc.issuer | https://login example | oidc.issuer: expected an address",
                "oidc.issuer | file:///etc/passwd | oidc.issuer: expected an address",
                "oidc.keys | http://login.example.org/keys | oidc.keys: expected an address",
                "oidc.audience | '' | oidc.audience is not: set it",
                "oidc.roles | '' | oidc.roles is not: set it",
                "oidc.rolesClaim | '' | oidc.rolesClaim is not: set it",
                "oidc.nameClaim | ' ' | oidc.nameClaim is not: set it",
                "oidc.roles | ops | expected VALUE=ROLE or VALUE=ROLE:NAMESPACE",
                "oidc.roles | ops=operator,, | expected VALUE=ROLE",
                "oidc.roles | =operator | expected VALUE=ROLE",
                "oidc.roles | ops=oprator | did you mean 'operator'?",
                "oidc.roles | ops=operator:Billing | namespace: expected a small letter",
                "oidc.roles | ops=operator: | namespace: expected a small letter",
                "oidc.requiredClaim | groups | expected NAME=VALUE",
                "oidc.requiredClaim | =x | expected NAME=VALUE",
                "oidc.requiredClaim | groups= | expected NAME=VALUE"
            })
    @DisplayName("that are wrong, not safe, or do not fit together are refused")
    void refuses(String name, String value, String message) {
        Map<String, String> settings = good();
        settings.put(name, value);
        assertThatThrownBy(() -> OidcSettings.of(settings))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8080/a", "http://localhost:1", "http://[::1]:1", "https://a.example/"})
    @DisplayName("take http from the own machine, and https from everywhere")
    void addresses(String issuer) {
        Map<String, String> settings = good();
        settings.put("oidc.issuer", issuer);
        assertThat(OidcSettings.of(settings).orElseThrow().issuer()).isEqualTo(issuer);
    }
}
