package dev.reeve.cli.server;

import dev.reeve.ErrorCode;
import dev.reeve.InvalidInputException;
import dev.reeve.ReeveException;
import dev.reeve.internal.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import picocli.CommandLine.Option;

/** Where the settings of a server come from. */
final class SettingsOptions {

    private static final Path FILE = Path.of("reeve.yaml");
    private static final int BYTES_MAX = 1 << 20;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The file of settings (default: reeve.yaml in this directory, if there is one).")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting, such as --set listen.port=8443. Repeatable. It wins over the environment"
                    + " (REEVE_LISTEN_PORT), and the environment over the file.")
    private final Map<String, String> flags = new LinkedHashMap<>();

    ServerSettings settings(Map<String, String> environment) {
        Path named = file == null ? FILE : file;
        Map<String, String> found = file == null && !Files.exists(FILE) ? Map.of() : read(named);
        return ServerSettings.of(found, environment, flags);
    }

    private static Map<String, String> read(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new InvalidInputException("%s is larger than %,d bytes".formatted(file, BYTES_MAX));
            }
            LoadSettings safe = LoadSettings.builder()
                    .setAllowDuplicateKeys(false)
                    .setMaxAliasesForCollections(0)
                    .setLabel(file.toString())
                    .build();
            Map<String, String> settings = new LinkedHashMap<>();
            flatten("", new Load(safe).loadFromString(Files.readString(file)), settings);
            return settings;
        } catch (IOException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "%s cannot be read: %s".formatted(file, e), e);
        } catch (YamlEngineException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "%s is no YAML: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** {@code listen: { port: 80 }} and {@code listen.port: 80} are the same setting. */
    private static void flatten(String prefix, @Nullable Object value, Map<String, String> settings) {
        switch (value) {
            case null -> {
                // nothing below this name
            }
            case Map<?, ?> members ->
                members.forEach((name, each) ->
                        flatten(prefix.isEmpty() ? String.valueOf(name) : prefix + "." + name, each, settings));
            default -> settings.put(prefix, String.valueOf(value));
        }
    }
}
