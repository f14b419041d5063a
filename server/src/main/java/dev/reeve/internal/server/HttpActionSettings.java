package dev.reeve.internal.server;

import dev.reeve.agent.http.HttpAction;
import dev.reeve.agent.http.HttpActionOptions;
import dev.reeve.internal.access.ServerActions;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.internal.values.OptionChecks;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The settings of the HTTP action, which begin with {@code http.}. */
final class HttpActionSettings {

    private static final int RESPONSE_MIN = 1_024;
    private static final int SLOTS_MAX = 1_000;

    private final Map<String, String> values;
    private final ServerSecrets secrets;

    /** @param values of all settings, by name */
    HttpActionSettings(Map<String, String> values, ServerSecrets secrets) {
        this.values = values;
        this.secrets = secrets;
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
                    name, () -> secrets.value(name), secret.getValue().toArray(String[]::new));
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
                String unused = secrets.value(name);
            } catch (UncheckedIOException e) {
                throw OptionChecks.invalid(
                        "http.secrets: there is no secret %s: %s".formatted(name, secrets.places(name)));
            }
        }
    }
}
