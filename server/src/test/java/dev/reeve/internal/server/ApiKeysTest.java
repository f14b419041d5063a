package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Permission;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.RequestBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The keys of callers (D5)")
final class ApiKeysTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    private @Nullable Path directory;

    private Path directory() {
        return Objects.requireNonNull(directory).resolve("data");
    }

    private ApiKeys at(Instant now) {
        return ApiKeys.in(directory(), Clock.fixed(now, ZoneOffset.UTC));
    }

    private static HttpRequest with(String authorization) {
        return new HttpRequest(
                "GET", "/", "", Map.of("authorization", List.of(authorization)), "127.0.0.1", RequestBody.NONE);
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    @DisplayName("The first start makes one key of an administrator, in a file for its owner only")
    void firstAdmin() throws IOException {
        Path file = at(NOW).firstAdmin().orElseThrow();

        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(directory())).isEqualTo("rwx------");
        assertThat(permissions(directory().resolve("keys.json"))).isEqualTo("rw-------");
        String key = Files.readString(file).strip();
        Principal admin = at(NOW).authenticate(with("Bearer " + key));
        assertThat(admin.name()).isEqualTo("admin");
        assertThat(admin.may(Permission.ADMINISTER, "billing")).isTrue();
        assertThat(at(NOW).firstAdmin()).as("once").isEmpty();
        assertThat(Files.readString(directory().resolve("keys.json")))
                .doesNotContain(key.substring(key.lastIndexOf('_')));
    }

    @Test
    @DisplayName("A key is its caller, with its roles in its namespace, until it expires or is removed")
    void authenticates() {
        ApiKeys keys = at(NOW);
        String key = keys.create(
                "shop", Map.of("billing", Set.of(Role.STARTER, Role.DEPLOYER)), NOW.plus(Duration.ofDays(1)));
        ApiKeys running = at(NOW);

        Principal shop = running.authenticate(with("bearer " + key));
        assertThat(shop.name()).isEqualTo("shop");
        assertThat(shop.roles("billing")).containsExactlyInAnyOrder(Role.STARTER, Role.DEPLOYER);
        assertThat(shop.roles("default")).isEmpty();
        refused(at(NOW.plus(Duration.ofDays(1))), "Bearer " + key);
        keys.remove("shop");
        refused(running, "Bearer " + key);
        assertThatThrownBy(() -> keys.remove("shop")).hasMessageContaining("no key named 'shop'");
    }

    @Test
    @DisplayName("Two keys have two names, and no key is part of another one")
    void names() {
        ApiKeys keys = at(NOW);
        String first = keys.create("a", Map.of("*", Set.of(Role.VIEWER)), null);
        String second = keys.create("b", Map.of("*", Set.of(Role.VIEWER)), null);

        assertThatThrownBy(() -> keys.create("a", Map.of(), null)).hasMessageContaining("there is a key named 'a'");
        assertThat(keys.authenticate(with("Bearer " + second)).name()).isEqualTo("b");
        assertThat(keys.list()).extracting(ApiKeys.Key::name).containsExactly("a", "b");
        String mixed = first.substring(0, first.length() - 43) + second.substring(second.length() - 43);
        for (String wrong : List.of(
                "",
                "Bearer",
                "Bearer ",
                "Basic " + first,
                first,
                "Bearer " + first + "x",
                "Bearer x" + first,
                "Bearer " + mixed,
                "Bearer " + first.substring(0, first.length() - 1),
                "Bearer " + "_".repeat(100),
                "Bearer \u0000",
                "Bearer " + "x".repeat(8_000))) {
            refused(keys, wrong);
        }
        assertThatThrownBy(() ->
                        keys.authenticate(new HttpRequest("GET", "/", "", Map.of(), "127.0.0.1", RequestBody.NONE)))
                .isInstanceOf(ReeveException.class);
    }

    @Test
    @DisplayName("A damaged file lets nobody in")
    void damaged() throws IOException {
        ApiKeys keys = at(NOW);
        String key = keys.create("a", Map.of("*", Set.of(Role.VIEWER)), null);
        Files.writeString(directory().resolve("keys.json"), "{\"keys\": [{");

        assertThatThrownBy(() -> keys.authenticate(with("Bearer " + key))).isInstanceOf(ReeveException.class);
    }

    private static void refused(ApiKeys keys, String authorization) {
        assertThatThrownBy(() -> keys.authenticate(with(authorization)))
                .as(authorization)
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
    }
}
