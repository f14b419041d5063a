package dev.reeve.internal.server;

import dev.reeve.agent.http.HttpAction;
import dev.reeve.agent.http.HttpActionOptions;
import dev.reeve.internal.access.ServerActions;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.internal.values.OptionChecks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The settings of the HTTP action, which begin with {@code http.}. */
final class HttpActionSettings {

    private static final int RESPONSE_MIN = 1_024;
    private static final int SLOTS_MAX = 1_000;
    private static final int SECRET_BYTES_MAX = 16 * 1024;

    /** Variables with this beginning are secrets. */
    private static final String SECRET_PREFIX = "REEVE_SECRET_";

    private final Map<String, String> values;
    private final Map<String, String> secrets;
    private final Path directory;

    /**
     * @param values of all settings, by name
     * @param secrets those of the environment, by the name of their variable
     * @param directory of the server
     */
    HttpActionSettings(Map<String, String> values, Map<String, String> secrets, Path directory) {
        this.values = values;
        this.secrets = secrets;
        this.directory = directory;
    }

    static boolean isSecret(String variable) {
        return variable.startsWith(SECRET_PREFIX);
    }

    /** The secrets of an environment. */
    static Map<String, String> secrets(Map<String, String> environment) {
        Map<String, String> secrets = new TreeMap<>(environment);
        secrets.keySet().removeIf(name -> !isSecret(name));
        return secrets;
    }

    /** The name of a secret's variable: {@code payments-eu} is {@code REEVE_SECRET_PAYMENTS_EU}. */
    private static String variable(String name) {
        return SECRET_PREFIX + name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
    }

    private String text(String name) {
        return values.getOrDefault(name, "");
    }

    /** The words of a setting that is a list, separated by commas or spaces. */
    private List<String> words(String name) {
        return Stream.of(text(name).strip().split("[ ,]+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private int responseMax() {
        return number("http.maxResponse", RESPONSE_MIN, Limits.DEFAULT.payloadBytes());
    }

    /** How many calls run at a time, in each namespace. */
    int slots() {
        return number("http.slots", 1, SLOTS_MAX);
    }

    private int number(String name, int min, int max) {
        String value = text(name);
        int found = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
        if (found < min || found > max) {
            throw OptionChecks.invalid(
                    "%s: expected a number from %d to %d, found '%s'".formatted(name, min, max, value));
        }
        return found;
    }

    /**
     * The options of the action; empty if there is no destination, so that the action is not offered.
     *
     * @throws dev.reeve.ReeveException if the settings are wrong
     */
    Optional<HttpActionOptions> options() {
        HttpActionOptions options = HttpActionOptions.allowing(list("http.destinations"))
                .withPrivateDestinations(list("http.privateDestinations"))
                .withResponseMax(responseMax());
        try {
            options = options.withTimeout(Durations.parse(text("http.timeout")));
        } catch (IllegalArgumentException e) {
            throw OptionChecks.invalid("http.timeout: " + e.getMessage());
        }
        int unused = slots();
        boolean nowhere = namespaces().isEmpty();
        for (Map.Entry<String, List<String>> secret : bindings().entrySet()) {
            String name = secret.getKey();
            options = options.withSecret(
                    name, () -> value(name), secret.getValue().toArray(String[]::new));
        }
        boolean none = list("http.destinations").length + list("http.privateDestinations").length == 0;
        if (nowhere && !none) {
            throw OptionChecks.invalid(
                    "http.namespaces is empty, so that no namespace has the action http: name one, or leave the destinations out");
        }
        return none ? Optional.empty() : Optional.of(options);
    }

    private String[] list(String name) {
        return words(name).toArray(String[]::new);
    }

    /** The namespaces that have the action. */
    List<String> namespaces() {
        List<String> names = words("http.namespaces");
        for (String name : names) {
            try {
                String unused = Namespaces.check(name);
            } catch (IllegalArgumentException e) {
                throw OptionChecks.invalid("http.namespaces: " + e.getMessage());
            }
        }
        return names;
    }

    /** The actions that this server performs itself. */
    ServerActions serverActions() {
        return options().isEmpty()
                ? ServerActions.NONE
                : new ServerActions(Set.copyOf(namespaces()), Set.of(HttpAction.NAME));
    }

    /** The destinations of each secret. */
    private Map<String, List<String>> bindings() {
        Map<String, List<String>> bindings = new LinkedHashMap<>();
        for (String binding : words("http.secrets")) {
            int equals = binding.indexOf('=');
            if (equals < 1) {
                throw OptionChecks.invalid(
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
                throw OptionChecks.invalid(
                        "http.secrets: there is no secret %s: set the variable %s, or put its value into the file %s"
                                .formatted(name, variable(name), file(name)));
            }
        }
    }

    private Path file(String name) {
        String named = text("http.secretsDirectory");
        return (named.isEmpty() ? directory.resolve("secrets") : Path.of(named)).resolve(name);
    }

    /** The value of a secret now. It is read at each use, so that a file can change while the server runs. */
    private String value(String name) {
        String variable = secrets.get(variable(name));
        if (variable != null) {
            return variable;
        }
        Path file = file(name);
        try {
            if (Files.size(file) > SECRET_BYTES_MAX) {
                throw new IOException(file + " is too large for a secret");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
