package dev.reeve.internal.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.internal.access.Role;
import dev.reeve.internal.spring.StartupException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

@DisplayName("D5: A role without a login, and who can reach the web server")
@ExtendWith(OutputCaptureExtension.class)
final class AnonymousReachTest {

    private static Environment listening(String address) {
        StandardEnvironment environment = new StandardEnvironment();
        if (!address.isEmpty()) {
            environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of("server.address", address)));
        }
        return environment;
    }

    @Test
    @DisplayName("On this machine only, each role is accepted without a word")
    void loopback(CapturedOutput output) {
        for (String address : List.of("127.0.0.1", "::1", "127.8.9.10")) {
            for (Role role : Role.values()) {
                AnonymousReach.check(role, false, listening(address));
            }
        }

        assertThat(output.getAll()).doesNotContain("anonymous-role");
    }

    @Test
    @DisplayName("Where others reach it, a viewer gets a warning, which says how to mend it")
    void viewer(CapturedOutput output) {
        for (String address : List.of("", "0.0.0.0", "::", "192.0.2.7")) {
            AnonymousReach.check(Role.VIEWER, false, listening(address));
        }

        assertThat(output.getAll())
                .contains("WARN", "reeve.http.anonymous-role is viewer", "server.address")
                .contains(
                        "listens on all addresses",
                        "listens on 0.0.0.0",
                        "listens on 0:0:0:0:0:0:0:0",
                        "listens on 192.0.2.7");
    }

    @Test
    @DisplayName("There, a role that may do more stops the start, unless a property allows it")
    void more(CapturedOutput output) {
        for (Role role : EnumSet.complementOf(EnumSet.of(Role.VIEWER, Role.METRICS))) {
            for (String address : List.of("", "0.0.0.0", "192.0.2.7")) {
                assertThatThrownBy(() -> AnonymousReach.check(role, false, listening(address)))
                        .isInstanceOf(StartupException.class)
                        .hasMessageContaining(role.text())
                        .hasMessageContaining("reeve.http.anonymous-from-anywhere");
            }
            assertThatCode(() -> AnonymousReach.check(role, true, listening("")))
                    .doesNotThrowAnyException();
            assertThat(output.getAll()).contains("reeve.http.anonymous-role is " + role.text());
        }
    }

    @Test
    @DisplayName("Without such a role nothing is checked")
    void none(CapturedOutput output) {
        AnonymousReach.check(null, false, listening("0.0.0.0"));

        assertThat(output.getAll()).doesNotContain("anonymous-role");
    }
}
