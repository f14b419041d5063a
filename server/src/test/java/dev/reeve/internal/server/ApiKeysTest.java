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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
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
    @DisplayName("A key whose random part begins with an underscore is known, as one of 64 keys is")
    void underscore() throws Exception {
        String prefix = "reeve_0123456789ab";
        String key = prefix + "__" + "a_b".repeat(14);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        Files.createDirectories(directory());
        Files.writeString(
                directory().resolve("keys.json"),
                "{\"keys\": [{\"name\": \"shop\", \"prefix\": \"%s\", \"hash\": \"%s\", \"roles\": {\"*\": \"viewer\"}}]}"
                        .formatted(prefix, HexFormat.of().formatHex(hash)));

        ApiKeys keys = at(NOW);
        assertThat(keys.authenticate(with("Bearer " + key)).name()).isEqualTo("shop");
        refused(keys, "Bearer " + key.replace("a_b", "a_c"));
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
    @DisplayName("A key cannot have the name of a caller with a token, not even in the file")
    void namesOfTokens() throws IOException {
        ApiKeys keys = at(NOW);
        assertThatThrownBy(() -> keys.create("oidc:ada", Map.of(), null)).hasMessageContaining("choose another one");
        String key = keys.create("ada", Map.of("*", Set.of(Role.VIEWER)), null);
        Path file = directory().resolve("keys.json");
        Files.writeString(file, Files.readString(file).replace("\"ada\"", "\"oidc:ada\""));
        refused(at(NOW), "Bearer " + key);
    }

    @Test
    @DisplayName("A damaged file lets nobody in, and is no mistake of the caller's")
    void damaged() throws IOException {
        ApiKeys keys = at(NOW);
        String key = keys.create("a", Map.of("*", Set.of(Role.VIEWER)), null);
        Path file = directory().resolve("keys.json");
        String whole = Files.readString(file);
        for (String text : List.of(
                "{\"keys\": [{",
                "{\"keys\": [{\"name\": \"a\"}]}",
                whole.replace("viewer", "king"),
                whole.replaceFirst("\"hash\":\"[0-9a-f]{4}", "\"hash\":\"xyz"))) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> keys.authenticate(with("Bearer " + key)))
                    .as(text)
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNUSABLE));
        }
    }

    private static @Nullable Instant lastUse(ApiKeys keys, String name) {
        return keys.list().stream()
                .filter(key -> key.name().equals(name))
                .findFirst()
                .orElseThrow()
                .lastUse();
    }

    @Test
    @DisplayName("The last use of a key is written once for many uses, and survives a restart")
    void lastUse() throws IOException {
        List<Runnable> writes = new ArrayList<>();
        try (ApiKeys keys = ApiKeys.in(directory(), Clock.fixed(NOW, ZoneOffset.UTC), writes::add)) {
            String shop = keys.create("shop", Map.of("*", Set.of(Role.VIEWER)), null);
            keys.create("idle", Map.of("*", Set.of(Role.VIEWER)), null);
            Path file = directory().resolve("key-uses.json");

            refused(keys, "Bearer " + shop + "x");
            assertThat(writes).as("a refused key is not used").isEmpty();
            for (int i = 0; i < 100; i++) {
                keys.authenticate(with("Bearer " + shop));
            }
            assertThat(writes).hasSize(1);
            assertThat(file).doesNotExist();
            writes.removeFirst().run();
            assertThat(permissions(file)).isEqualTo("rw-------");
            assertThat(lastUse(at(NOW), "shop")).isEqualTo(NOW);
            assertThat(lastUse(at(NOW), "idle")).isNull();

            Files.delete(file);
            keys.authenticate(with("Bearer " + shop));
            assertThat(file).doesNotExist();
        }
        assertThat(lastUse(at(NOW), "shop"))
                .as("the end of the server writes it")
                .isEqualTo(NOW);
        assertThat(writes).hasSize(1);
        Files.writeString(directory().resolve("key-uses.json"), "{");
        assertThat(lastUse(at(NOW), "shop")).as("a damaged file stops nothing").isNull();
    }

    private static void refused(ApiKeys keys, String authorization) {
        assertThatThrownBy(() -> keys.authenticate(with(authorization)))
                .as(authorization)
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
    }
}
