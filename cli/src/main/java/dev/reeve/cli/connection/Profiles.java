package dev.reeve.cli.connection;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.values.Suggestions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The servers that a person uses often, from a file:
 *
 * <pre>{@code
 * production:
 *   server: https://reeve.example.com
 *   keyFile: ~/.reeve/production.key
 *   namespace: billing
 * }</pre>
 */
final class Profiles {

    private static final Set<String> MEMBERS = new TreeSet<>(Set.of("server", "keyFile", "namespace"));

    private final Path file;
    private final Map<String, Profile> byName;

    private Profiles(Path file, Map<String, Profile> byName) {
        this.file = file;
        this.byName = byName;
    }

    /** The file of the user. */
    static Path file() {
        return Path.of(System.getProperty("user.home"), ".reeve", "profiles.yaml");
    }

    /**
     * Reads the file.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} with the file, and what is wrong in it
     */
    static Profiles read(Path file) {
        try {
            Object content = new Load(LoadSettings.builder()
                            .setLabel(file.toString())
                            .setAllowDuplicateKeys(false)
                            .setMaxAliasesForCollections(0)
                            .build())
                    .loadFromString(Files.readString(file, StandardCharsets.UTF_8));
            Map<String, Profile> all = new LinkedHashMap<>();
            mapping(file, "the file", content)
                    .forEach((name, members) -> all.put(String.valueOf(name), profile(file, name, members)));
            return new Profiles(file, all);
        } catch (NoSuchFileException e) {
            throw invalid(file, "does not exist: write the servers that you use into it");
        } catch (IOException e) {
            throw invalid(file, "cannot be read: " + e);
        } catch (YamlEngineException e) {
            throw invalid(file, "is no YAML: " + e.getMessage());
        }
    }

    Profile profile(String name) {
        Profile found = byName.get(name);
        if (found == null) {
            throw invalid(
                    file,
                    "has no profile '%s'%s; its profiles are %s"
                            .formatted(
                                    name,
                                    Suggestions.closest(name, byName.keySet())
                                            .map(it -> ": did you mean '" + it + "'?")
                                            .orElse(""),
                                    byName.keySet()));
        }
        return found;
    }

    private static Profile profile(Path file, Object name, @Nullable Object content) {
        Map<?, ?> members = mapping(file, "'%s'".formatted(name), content);
        members.keySet().stream()
                .filter(member -> !MEMBERS.contains(String.valueOf(member)))
                .findFirst()
                .ifPresent(member -> {
                    throw invalid(
                            file, "has an unknown member '%s' in '%s'; there are %s".formatted(member, name, MEMBERS));
                });
        List<String> servers = servers(file, name, members.get("server"));
        String keyFile = text(members, "keyFile");
        return new Profile(servers, keyFile == null ? null : path(file, keyFile), text(members, "namespace"));
    }

    /** One address, several with commas, or a list of them. */
    private static List<String> servers(Path file, Object name, @Nullable Object value) {
        List<String> servers = switch (value) {
            case null -> List.of();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            default -> List.of(String.valueOf(value).strip().split("\\s*,\\s*", -1));
        };
        if (servers.isEmpty()) {
            throw invalid(file, "names no server in '%s'".formatted(name));
        }
        return servers;
    }

    /** A path from the file's directory, or from the home of its owner. */
    private static Path path(Path file, String named) {
        return named.startsWith("~/")
                ? Path.of(System.getProperty("user.home")).resolve(named.substring(2))
                : file.resolveSibling(named);
    }

    private static @Nullable String text(Map<?, ?> members, String name) {
        Object value = members.get(name);
        return value == null ? null : String.valueOf(value);
    }

    private static Map<?, ?> mapping(Path file, String what, @Nullable Object content) {
        if (content instanceof Map<?, ?> mapping) {
            return mapping;
        }
        throw invalid(file, "is wrong: %s is no mapping".formatted(what));
    }

    private static ReeveException invalid(Path file, String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, "%s %s".formatted(file, message));
    }
}
