package dev.reeve.internal.server;

import dev.reeve.ReeveException;
import dev.reeve.agent.http.PushOptions;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.internal.values.OptionChecks;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The settings of services that are called with attempts, which begin with {@code push.}. */
final class PushSettings {

    private static final String NAME = "[a-z0-9][a-z0-9-]{0,40}";
    private static final int ACTION_LENGTH_MAX = 255;
    private static final int SLOTS_MAX = 10_000;

    /** The secret of a target {@code orders} is {@code push-orders}. */
    private static final String SECRET = "push-";

    /**
     * A service.
     *
     * @param slots how many requests run at a time, in each namespace
     */
    record Target(String name, List<String> actions, PushOptions options, int slots) {}

    private final Map<String, String> values;
    private final ServerSecrets secrets;

    /** @param values of all settings, by name */
    PushSettings(Map<String, String> values, ServerSecrets secrets) {
        this.values = values;
        this.secrets = secrets;
    }

    /**
     * The services; empty if there is none.
     *
     * @throws ReeveException if the settings are wrong
     */
    List<Target> targets() {
        Map<String, String> urls = new LinkedHashMap<>();
        pairs("push.targets").forEach(pair -> {
            if (!pair.name().matches(NAME)) {
                throw invalid("push.targets: expected a name of small letters, digits and -, found '%s'"
                        .formatted(pair.name()));
            }
            if (urls.put(pair.name(), pair.value()) != null) {
                throw invalid("push.targets: %s is named twice".formatted(pair.name()));
            }
        });
        Map<String, List<String>> actions = actions(urls.keySet());
        Set<String> privateOnes = Set.copyOf(known("push.private", words("push.private"), urls.keySet()));
        Map<String, Integer> slots = each("push.slots", urls.keySet(), PushSettings::slots);
        Map<String, Duration> timeouts = each("push.timeout", urls.keySet(), PushSettings::timeout);
        if (namespaces().isEmpty() && !urls.isEmpty()) {
            throw invalid("push.namespaces is empty, so that nothing is pushed: name one, or leave the targets out");
        }
        List<Target> targets = new ArrayList<>();
        urls.forEach((name, url) -> {
            PushOptions options;
            try {
                options =
                        PushOptions.to(url, () -> values(name)).withTimeout(timeouts.getOrDefault(name, Duration.ZERO));
            } catch (ReeveException e) {
                throw invalid("push.targets: %s: %s".formatted(name, e.getMessage()));
            }
            targets.add(new Target(
                    name,
                    actions.getOrDefault(name, List.of()),
                    privateOnes.contains(name) ? options.withPrivateDestination() : options,
                    slots.getOrDefault(name, 1)));
        });
        return targets;
    }

    private Map<String, List<String>> actions(Set<String> targets) {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        Map<String, String> owners = new LinkedHashMap<>();
        for (Pair pair : pairs("push.actions")) {
            known("push.actions", List.of(pair.name()), targets);
            if (pair.value().isEmpty()
                    || pair.value().length() > ACTION_LENGTH_MAX
                    || pair.value().contains("*")) {
                throw invalid("push.actions: expected the whole name of an action, found '%s'".formatted(pair.value()));
            }
            String before = owners.put(pair.value(), pair.name());
            if (before != null) {
                throw invalid("push.actions: %s is for %s and for %s".formatted(pair.value(), before, pair.name()));
            }
            actions.computeIfAbsent(pair.name(), name -> new ArrayList<>()).add(pair.value());
        }
        for (String target : targets) {
            if (!actions.containsKey(target)) {
                throw invalid(
                        "push.actions: %s has no action: add one such as %s=order.ship".formatted(target, target));
            }
        }
        return actions;
    }

    /** The namespaces whose attempts are pushed. */
    List<String> namespaces() {
        List<String> names = words("push.namespaces");
        for (String name : names) {
            try {
                String unused = Namespaces.check(name);
            } catch (IllegalArgumentException e) {
                throw invalid("push.namespaces: " + e.getMessage());
            }
        }
        return names;
    }

    /**
     * Reads each secret once, so that a missing one is noticed at the start.
     *
     * @throws ReeveException if one is missing, or data would travel in clear text
     */
    void check() {
        for (Target target : targets()) {
            try {
                target.options().check();
            } catch (UncheckedIOException e) {
                throw invalid("push.targets: there is no secret for %s: %s"
                        .formatted(target.name(), secrets.places(SECRET + target.name())));
            } catch (ReeveException e) {
                throw invalid("push.targets: %s: %s".formatted(target.name(), e.getMessage()));
            }
        }
    }

    /** One value, or two while the secret changes. */
    private List<String> values(String target) {
        return List.of(secrets.value(SECRET + target).split("\\s+", -1));
    }

    private record Pair(String name, String value) {}

    private List<Pair> pairs(String setting) {
        List<Pair> pairs = new ArrayList<>();
        for (String word : words(setting)) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw invalid("%s: expected pairs such as orders=…, found '%s'".formatted(setting, word));
            }
            pairs.add(new Pair(word.substring(0, equals), word.substring(equals + 1)));
        }
        return pairs;
    }

    /** A value for each target: its own one, or the one without a name. */
    private <T> Map<String, T> each(String setting, Set<String> targets, Function<String, T> parser) {
        Map<String, T> values = new LinkedHashMap<>();
        for (String word : words(setting)) {
            if (word.indexOf('=') < 0) {
                T value = parser.apply(word);
                targets.forEach(target -> values.putIfAbsent(target, value));
            }
        }
        for (String word : words(setting)) {
            int equals = word.indexOf('=');
            if (equals >= 0) {
                String target = word.substring(0, equals);
                known(setting, List.of(target), targets);
                values.put(target, parser.apply(word.substring(equals + 1)));
            }
        }
        if (!values.keySet().containsAll(targets)) {
            throw invalid("%s: expected a value for each of %s".formatted(setting, targets));
        }
        return values;
    }

    private static int slots(String text) {
        int found = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : -1;
        if (found < 1 || found > SLOTS_MAX) {
            throw invalid("push.slots: expected a number from 1 to %d, found '%s'".formatted(SLOTS_MAX, text));
        }
        return found;
    }

    private static Duration timeout(String text) {
        try {
            Duration timeout = Durations.parse(text);
            if (timeout.isPositive()) {
                return timeout;
            }
        } catch (IllegalArgumentException e) {
            throw invalid("push.timeout: " + e.getMessage());
        }
        throw invalid("push.timeout: expected more than 0, found '%s'".formatted(text));
    }

    private static List<String> known(String setting, List<String> names, Set<String> targets) {
        for (String name : names) {
            if (!targets.contains(name)) {
                throw invalid("%s: '%s' is not one of push.targets: %s".formatted(setting, name, targets));
            }
        }
        return names;
    }

    private List<String> words(String setting) {
        return Stream.of(values.getOrDefault(setting, "").strip().split("[ ,]+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static ReeveException invalid(String message) {
        return OptionChecks.invalid(message);
    }
}
