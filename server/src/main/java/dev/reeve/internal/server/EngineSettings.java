package dev.reeve.internal.server;

import dev.reeve.AlertOptions;
import dev.reeve.DeliveryOptions;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.ReeveException;
import dev.reeve.WebhookOptions;
import dev.reeve.WebhookSignature;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.OptionChecks;
import dev.reeve.spi.Archive;
import dev.reeve.spi.MessageChannel;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of the engine in a server: webhooks, alerts, retention and archive. They mean the same as in
 * {@link NodeOptions}. Immutable.
 */
final class EngineSettings {

    /** Stands for the secret where nothing is sent. */
    private static final String NO_SECRET = "whsec_" + "A".repeat(44);

    /** A receiver that is slow to answer is given up by the webhook first, which can say why. */
    private static final Duration DELIVERY_BEYOND = Duration.ofSeconds(5);

    /** The query of a URI, which may have a token. */
    private static final Pattern QUERY = Pattern.compile("\\?[^ ,]*");

    /** The user and the password in a URI, which are refused. */
    private static final Pattern USER = Pattern.compile("//[^/ ,]*@");

    private final Map<String, String> values;

    /** @param values of all settings, by name */
    EngineSettings(Map<String, String> values) {
        this.values = values;
    }

    /** The names of these settings, with their defaults. */
    static Map<String, String> defaults() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("node.retention", "");
        all.put("archive.directory", "");
        all.put("archive.gathering", "10m");
        all.put("webhooks.secret", "");
        all.put("webhooks.oldSecret", "");
        all.put("webhooks.allowed", "");
        all.put("webhooks.privateAddresses", "false");
        all.put("webhooks.timeout", "10s");
        all.put("webhooks.source", NotificationOptions.defaults().source());
        all.put("alerts.to", "");
        all.put("alerts.window", "5m");
        return all;
    }

    private String text(String name) {
        return values.getOrDefault(name, "").strip();
    }

    /** The words of a setting that is a list, separated by commas or spaces. */
    private List<String> words(String name) {
        return Stream.of(text(name).split("[ ,]+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private Duration duration(String name) {
        try {
            return Durations.parse(text(name));
        } catch (IllegalArgumentException e) {
            throw OptionChecks.invalid(name + ": " + e.getMessage());
        }
    }

    /** The value of a setting with the text for people, without what may be secret in it. */
    static String shown(String name, String value) {
        return name.equals("alerts.to")
                ? USER.matcher(QUERY.matcher(value).replaceAll("?***")).replaceAll("//***@")
                : value;
    }

    /** Checks each setting, and what they are together. */
    void check(SettingProblems problems) {
        problems.check(() -> with(NodeOptions.defaults(), retention()));
        problems.check(() -> {
            Optional<Path> unused = archive();
        });
        problems.check(() -> OptionChecks.notNegative("archive.gathering", duration("archive.gathering")));
        problems.check(() -> {
            boolean unused = privateAddresses();
        });
        problems.check(() -> OptionChecks.positive("webhooks.timeout", duration("webhooks.timeout")));
        problems.check(() -> OptionChecks.positive("alerts.window", duration("alerts.window")));
        problems.check(this::checkSource);
        problems.check(() -> checkSecret("webhooks.secret"));
        problems.check(() -> checkSecret("webhooks.oldSecret"));
        problems.check(this::checkTogether);
        words("webhooks.allowed")
                .forEach(prefix -> problems.check(() -> {
                    WebhookOptions unused = allowing(WebhookOptions.secret(NO_SECRET), prefix);
                }));
        words("alerts.to").forEach(receiver -> problems.check(() -> checkReceiver(receiver)));
    }

    private void checkSource() {
        if (text("webhooks.source").isEmpty()) {
            throw OptionChecks.invalid("webhooks.source: expected a URI or the path of one, found nothing");
        }
        URI unused = uri("webhooks.source", text("webhooks.source"));
    }

    private void checkSecret(String name) {
        try {
            if (!text(name).isEmpty()) {
                WebhookSignature unused = WebhookSignature.of(text(name));
            }
        } catch (IllegalArgumentException e) {
            throw OptionChecks.invalid(
                    name + ": expected whsec_ and 24 to 64 random bytes in Base64: whsec_$(openssl rand -base64 32)");
        }
    }

    private void checkTogether() {
        boolean sends = !words("webhooks.allowed").isEmpty();
        if (sends && text("webhooks.secret").isEmpty()) {
            throw OptionChecks.invalid(
                    "webhooks.allowed is set, and webhooks.secret is not: set it, so that receivers know the sender");
        }
        if (!text("webhooks.oldSecret").isEmpty() && text("webhooks.secret").isEmpty()) {
            throw OptionChecks.invalid("webhooks.oldSecret is set, and webhooks.secret is not: set the new one");
        }
        if (!sends && !words("alerts.to").isEmpty()) {
            throw OptionChecks.invalid(
                    "alerts.to is set, and webhooks.allowed is not: set it to the beginnings of these addresses");
        }
    }

    private void checkReceiver(String receiver) {
        URI address = uri("alerts.to", receiver);
        WebhookOptions webhooks = WebhookOptions.secret(NO_SECRET);
        try {
            for (String prefix : words("webhooks.allowed")) {
                webhooks = allowing(webhooks, prefix);
            }
        } catch (ReeveException e) {
            return; // that is a problem of its own
        }
        if (webhooks.allowed().isEmpty()) {
            return;
        }
        try (MessageChannel channel = MessageChannel.webhook(webhooks)) {
            channel.check(address);
        } catch (IllegalArgumentException e) {
            throw OptionChecks.invalid(
                    "alerts.to: %s is not among the addresses that webhooks.allowed permits, or has a user, a fragment or a dotted path: add its beginning there, and leave those out"
                            .formatted(shown("alerts.to", receiver)));
        }
    }

    private static URI uri(String name, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw OptionChecks.invalid("%s: expected an address such as https://ops.example/alerts, found '%s'"
                    .formatted(name, shown(name, text)));
        }
    }

    /** Combinations that do not keep a server from starting, for its operator. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        boolean sends = !words("webhooks.allowed").isEmpty();
        if (!sends && !text("webhooks.secret").isEmpty()) {
            warnings.add("webhooks.secret is set, and webhooks.allowed is not: no webhook is sent");
        }
        if (sends && privateAddresses() && words("webhooks.allowed").stream().anyMatch(it -> it.contains("//*"))) {
            warnings.add(
                    "webhooks.privateAddresses is true, and webhooks.allowed has a star: callers who start executions can reach many hosts of the network of this server");
        }
        return warnings;
    }

    private Optional<Duration> retention() {
        return text("node.retention").isEmpty() ? Optional.empty() : Optional.of(duration("node.retention"));
    }

    private static NodeOptions with(NodeOptions options, Optional<Duration> retention) {
        try {
            return retention.map(options::withRetention).orElse(options);
        } catch (ReeveException e) {
            throw OptionChecks.invalid("node." + e.getMessage());
        }
    }

    private Optional<Path> archive() {
        String named = text("archive.directory");
        if (named.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path directory = Path.of(named);
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw OptionChecks.invalid("archive.directory: %s is no directory".formatted(directory));
            }
            return Optional.of(directory);
        } catch (InvalidPathException e) {
            throw OptionChecks.invalid("archive.directory: expected a directory, found '%s'".formatted(named));
        }
    }

    private boolean privateAddresses() {
        return switch (text("webhooks.privateAddresses")) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw OptionChecks.invalid("webhooks.privateAddresses: expected true or false, found '%s'"
                        .formatted(text("webhooks.privateAddresses")));
        };
    }

    private static WebhookOptions allowing(WebhookOptions options, String prefix) {
        try {
            return options.withAllowed(prefix);
        } catch (ReeveException e) {
            throw OptionChecks.invalid("webhooks." + e.getMessage());
        }
    }

    /** The options of a node, with these settings. */
    NodeOptions options(NodeOptions options) {
        NodeOptions changed = with(options, retention());
        Optional<Path> archive = archive();
        if (archive.isPresent()) {
            changed = changed.withArchive(Archive.directory(archive.get(), duration("archive.gathering")));
        }
        return words("webhooks.allowed").isEmpty() ? changed : changed.withNotification(notification());
    }

    private NotificationOptions notification() {
        Duration timeout = duration("webhooks.timeout");
        WebhookOptions webhooks = WebhookOptions.secret(text("webhooks.secret")).withTimeout(timeout);
        if (!text("webhooks.oldSecret").isEmpty()) {
            webhooks = webhooks.withOldSecret(text("webhooks.oldSecret"));
        }
        for (String prefix : words("webhooks.allowed")) {
            webhooks = allowing(webhooks, prefix);
        }
        AlertOptions alerts = AlertOptions.defaults().withWindow(duration("alerts.window"));
        for (String receiver : words("alerts.to")) {
            alerts = alerts.withReceiver(uri("alerts.to", receiver));
        }
        return NotificationOptions.defaults()
                .withSource(text("webhooks.source"))
                .withChannel(MessageChannel.webhook(privateAddresses() ? webhooks.withPrivateAddresses() : webhooks))
                .withDelivery(DeliveryOptions.defaults().withTimeout(timeout.plus(DELIVERY_BEYOND)))
                .withAlerts(alerts);
    }
}
