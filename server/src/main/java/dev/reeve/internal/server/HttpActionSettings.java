package dev.reeve.internal.server;

import dev.reeve.agent.http.HttpActionOptions;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Namespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of the HTTP action, which begin with {@code http.}. */
final class HttpActionSettings {

    private static final int RESPONSE_MIN = 1_024;
    private static final int SECRET_BYTES_MAX = 16 * 1024;

    private final ServerSettings settings;

    HttpActionSettings(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * The options of the action; empty if there is no destination, so that the action is not offered.
     *
     * @throws dev.reeve.ReeveException if the settings are wrong
     */
    Optional<HttpActionOptions> options() {
        HttpActionOptions options = HttpActionOptions.allowing(list("http.destinations"))
                .withPrivateDestinations(list("http.privateDestinations"))
                .withResponseMax(settings.number("http.maxResponse", RESPONSE_MIN, Limits.DEFAULT.payloadBytes()));
        try {
            options = options.withTimeout(Durations.parse(settings.text("http.timeout")));
        } catch (IllegalArgumentException e) {
            throw ServerSettings.invalid("http.timeout: " + e.getMessage());
        }
        List<String> unused = namespaces();
        for (Map.Entry<String, List<String>> secret : bindings().entrySet()) {
            String name = secret.getKey();
            options = options.withSecret(
                    name, () -> value(name), secret.getValue().toArray(String[]::new));
        }
        boolean none = list("http.destinations").length + list("http.privateDestinations").length == 0;
        return none ? Optional.empty() : Optional.of(options);
    }

    private String[] list(String name) {
        return settings.list(name).toArray(String[]::new);
    }

    /** The namespaces that have the action. */
    List<String> namespaces() {
        List<String> names = settings.list("http.namespaces");
        for (String name : names) {
            try {
                String unused = Namespaces.check(name);
            } catch (IllegalArgumentException e) {
                throw ServerSettings.invalid("http.namespaces: " + e.getMessage());
            }
        }
        return names;
    }

    /** The destinations of each secret. */
    private Map<String, List<String>> bindings() {
        Map<String, List<String>> bindings = new LinkedHashMap<>();
        for (String binding : settings.list("http.secrets")) {
            int equals = binding.indexOf('=');
            if (equals < 1) {
                throw ServerSettings.invalid(
                        "http.secrets: expected pairs such as payments=https://api.example.org, found '%s'"
                                .formatted(binding));
            }
            bindings.computeIfAbsent(binding.substring(0, equals), name -> new ArrayList<>())
                    .add(binding.substring(equals + 1));
        }
        return bindings;
    }

    /**
     * Reads each secret once, so that a missing one is noticed at the start.
     *
     * @throws dev.reeve.ReeveException if one is missing
     */
    void checkSecrets() {
        for (String name : bindings().keySet()) {
            try {
                String unused = value(name);
            } catch (UncheckedIOException e) {
                throw ServerSettings.invalid(
                        "http.secrets: there is no secret %s: set the variable %s, or put its value into the file %s"
                                .formatted(name, ServerSettings.secretVariable(name), file(name)));
            }
        }
    }

    private Path file(String name) {
        String directory = settings.text("http.secretsDirectory");
        return (directory.isEmpty() ? settings.directory().resolve("secrets") : Path.of(directory)).resolve(name);
    }

    /** The value of a secret now. It is read at each use, so that a file can change while the server runs. */
    private String value(String name) {
        return settings.environmentSecret(name).orElseGet(() -> {
            Path file = file(name);
            try {
                if (Files.size(file) > SECRET_BYTES_MAX) {
                    throw new IOException(file + " is too large for a secret");
                }
                return Files.readString(file).strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
