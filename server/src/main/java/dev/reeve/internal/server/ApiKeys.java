package dev.reeve.internal.server;

import dev.reeve.ErrorCode;
import dev.reeve.InvalidException;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.JsonFields;
import dev.reeve.internal.http.record.OwnerFile;
import dev.reeve.internal.server.oidc.Tokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of callers, in a file that only its owner can read. A key has 256 random bits. The file has its prefix and
 * its SHA-256 hash, so a stolen file contains no key. A running server notices a changed file with the next
 * request. Thread-safe. (D5)
 */
public final class ApiKeys implements Authentication, AutoCloseable {

    private static final String MARK = "reeve_";
    private static final int PREFIX_BYTES = 6;
    private static final int SECRET_BYTES = 32;
    private static final int SECRET_CHARACTERS = 43;
    private static final String ADMIN = "admin";
    private static final int FILE_MAX = 16 << 20;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /**
     * A key without its secret.
     *
     * @param name who uses it; recorded as the actor
     * @param prefix the first part of the key, by which it is found
     * @param hash the SHA-256 of the key, in hexadecimal
     * @param roles by namespace, or by {@link Principal#EVERYWHERE}
     * @param expires null for never
     * @param lastUse up to a minute before the true one; null for a key that was never used
     */
    public record Key(
            String name,
            String prefix,
            String hash,
            Map<String, Set<Role>> roles,
            @Nullable Instant expires,
            @Nullable Instant lastUse) {

        private Key usedAt(@Nullable Instant time) {
            return new Key(name, prefix, hash, roles, expires, time);
        }
    }

    private record Loaded(FileTime changed, long size, Map<String, Key> byPrefix) {}

    private final Path file;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final KeyUses uses;
    private volatile @Nullable Loaded loaded;

    private ApiKeys(Path file, Clock clock, Executor later) {
        this.file = file;
        this.clock = clock;
        this.uses = new KeyUses(file.resolveSibling("key-uses.json"), clock, later);
    }

    /**
     * The keys in this directory.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNUSABLE} if the file cannot be read
     */
    public static ApiKeys in(Path directory, Clock clock) {
        return in(directory, clock, KeyUses.afterAMinute());
    }

    /**
     * @param later writes the last uses of the keys, at most a minute later
     */
    static ApiKeys in(Path directory, Clock clock, Executor later) {
        ApiKeys keys = new ApiKeys(directory.resolve("keys.json"), clock, later);
        try {
            OwnerFile.directory(directory);
        } catch (IOException e) {
            throw keys.unusable(e);
        }
        keys.current();
        return keys;
    }

    /**
     * Makes a key of an administrator, if there is no key at all. The key is in the file {@code admin.key} beside the
     * others, for its owner only, and nowhere else.
     *
     * @return the file, if it was made
     */
    public synchronized Optional<Path> firstAdmin() {
        if (!list().isEmpty()) {
            return Optional.empty();
        }
        Path secret = file.resolveSibling("admin.key");
        try {
            OwnerFile.replace(secret, create(ADMIN, Map.of(Principal.EVERYWHERE, Set.of(Role.ADMIN)), null) + "\n");
            return Optional.of(secret);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /**
     * Makes a key.
     *
     * @return the key, which nobody can read again
     * @throws ReeveException {@link ErrorCode#CONFLICT} if the name is taken; {@link ErrorCode#INVALID_INPUT} if it is
     *     one of a caller with a token
     */
    public synchronized String create(String name, Map<String, Set<Role>> roles, @Nullable Instant expires) {
        if (name.startsWith(Tokens.NAME_PREFIX)) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "names that begin with '%s' are those of callers with tokens: choose another one"
                            .formatted(Tokens.NAME_PREFIX));
        }
        Map<String, Key> all = new LinkedHashMap<>(current().byPrefix());
        if (all.values().stream().anyMatch(key -> key.name().equals(name))) {
            throw ReeveException.of(ErrorCode.CONFLICT, "there is a key named '%s': remove it first".formatted(name));
        }
        byte[] bytes = new byte[PREFIX_BYTES + SECRET_BYTES];
        random.nextBytes(bytes);
        String prefix = MARK + HexFormat.of().formatHex(bytes, 0, PREFIX_BYTES);
        byte[] secret = Arrays.copyOfRange(bytes, PREFIX_BYTES, bytes.length);
        String key = prefix + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        all.put(prefix, new Key(name, prefix, HexFormat.of().formatHex(hash(key)), roles, expires, null));
        write(all);
        return key;
    }

    /**
     * Removes a key. Its next request is refused.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is none of this name
     */
    public synchronized void remove(String name) {
        Map<String, Key> all = new LinkedHashMap<>(current().byPrefix());
        if (!all.values().removeIf(key -> key.name().equals(name))) {
            throw ReeveException.of(ErrorCode.NOT_FOUND, "there is no key named '%s'".formatted(name));
        }
        write(all);
    }

    /** All keys, without secrets. */
    public List<Key> list() {
        return current().byPrefix().values().stream()
                .map(key -> key.usedAt(uses.last(key.prefix()).orElse(null)))
                .toList();
    }

    @Override
    public Principal authenticate(HttpRequest request) {
        return authenticate(sent(request));
    }

    /**
     * The key or token of a request.
     *
     * @throws ReeveException {@link ErrorCode#UNAUTHENTICATED} if it has none
     */
    static String sent(HttpRequest request) {
        String header =
                request.header("authorization").orElseThrow(() -> unknown("send the header Authorization: Bearer KEY"));
        if (!header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw unknown("expected the header Authorization: Bearer KEY");
        }
        return header.substring(7).strip();
    }

    /** The caller of this key. */
    Principal authenticate(String sent) {
        int end = sent.length() - SECRET_CHARACTERS - 1; // of the prefix: the secret may contain and begin with '_'
        Key key =
                end < 0 || sent.charAt(end) != '_' ? null : current().byPrefix().get(sent.substring(0, end));
        // An unknown prefix is compared, too, so that the time of the answer says nothing.
        byte[] expected = key == null ? new byte[32] : HexFormat.of().parseHex(key.hash());
        boolean same = MessageDigest.isEqual(hash(sent), expected);
        if (key == null || !same || key.name().startsWith(Tokens.NAME_PREFIX)) {
            throw unknown("the key is not known");
        }
        if (key.expires() != null && !clock.instant().isBefore(key.expires())) {
            throw unknown("the key '%s' has expired".formatted(key.name()));
        }
        uses.used(key.prefix());
        return new Principal(key.name(), key.roles(), key.expires());
    }

    private static ReeveException unknown(String message) {
        return ReeveException.of(ErrorCode.UNAUTHENTICATED, message);
    }

    private static byte[] hash(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Loaded current() {
        try {
            if (!Files.exists(file)) {
                return new Loaded(FileTime.fromMillis(0), 0, Map.of());
            }
            FileTime changed = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            Loaded known = loaded;
            if (known != null && known.changed().equals(changed) && known.size() == size) {
                return known;
            }
            Loaded fresh = new Loaded(changed, size, parse(Files.readString(file)));
            loaded = fresh;
            uses.retain(fresh.byPrefix().keySet());
            return fresh;
        } catch (IOException | InvalidException e) {
            throw unusable(e);
        }
    }

    private ReeveException unusable(Exception e) {
        return ReeveException.of(
                ErrorCode.STORE_UNUSABLE, "the file of the keys, %s, cannot be used: %s".formatted(file, e), e);
    }

    private static Map<String, Key> parse(String text) {
        JsonFields fields = JsonFields.of(JsonFields.parse(text, FILE_MAX).text());
        Map<String, Key> keys = new LinkedHashMap<>();
        for (JsonFields each : fields.objects("keys")) {
            Map<String, Set<Role>> roles = new TreeMap<>();
            each.texts("roles").forEach((namespace, names) -> roles.put(namespace, roles(names)));
            Key key = new Key(
                    each.required("name"),
                    each.required("prefix"),
                    each.required("hash"),
                    roles,
                    each.instant("expires").orElse(null),
                    null);
            each.end();
            if (!HASH.matcher(key.hash()).matches()) {
                throw new InvalidInputException("the hash of '%s' is damaged".formatted(key.name()));
            }
            keys.put(key.prefix(), key);
        }
        fields.end();
        return keys;
    }

    /** Roles in one text, such as {@code operator deployer}. */
    public static Set<Role> roles(String names) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : names.strip().split("[ ,]+", -1)) {
            roles.add(Role.parse(name));
        }
        return roles;
    }

    private void write(Map<String, Key> keys) {
        List<Object> all = new ArrayList<>();
        for (Key key : keys.values()) {
            Map<String, Object> roles = new TreeMap<>();
            key.roles()
                    .forEach((namespace, each) -> roles.put(
                            namespace,
                            String.join(
                                    " ", each.stream().map(Role::text).sorted().toList())));
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("name", key.name());
            members.put("prefix", key.prefix());
            members.put("hash", key.hash());
            members.put("roles", roles);
            if (key.expires() != null) {
                members.put("expires", key.expires().toString());
            }
            all.add(members);
        }
        try {
            OwnerFile.replace(file, Json.of(Map.of("keys", all)).text());
            loaded = null;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** Writes the last uses of the keys. */
    @Override
    public void close() {
        uses.close();
    }
}
