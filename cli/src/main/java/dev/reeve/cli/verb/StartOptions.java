package dev.reeve.cli.verb;

import dev.reeve.KeyPolicy;
import dev.reeve.Start;
import dev.reeve.cli.command.TimeConverter;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.internal.values.Durations;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a start. */
final class StartOptions {

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Starts at most one execution for this key, so the command can be repeated.")
    private @Nullable String key;

    @Option(
            names = "--key-policy",
            paramLabel = "POLICY",
            description = "The answer if the key is taken: RETURN the execution, REFUSE, or RETURN_OPEN, which starts"
                    + " another one if it has ended (default: RETURN; with --signal RETURN_OPEN).")
    private @Nullable KeyPolicy keyPolicy;

    @Option(names = "--request", paramLabel = "ID", description = "Names this start among those with the same key.")
    private @Nullable String request;

    @Option(
            names = "--workflow-version",
            paramLabel = "N",
            description = "The version of the workflow (default: the highest that is deployed).")
    private int version;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "Hands out steps of a higher priority first (default: that of the definition).")
    private @Nullable Integer priority;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Adds a label. May be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--reply-to",
            paramLabel = "URI",
            description = "Where status messages are sent (default: that of the definition).")
    private @Nullable URI replyTo;

    @Option(names = "--correlation-id", paramLabel = "ID", description = "Is sent with each status message.")
    private @Nullable String correlationId;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Begins at this time, such as 2026-03-01T00:00:00Z (default: now).")
    private @Nullable Instant at;

    @Option(
            names = "--after",
            paramLabel = "DURATION",
            description = "Begins after this duration, such as 30s, 5m or 2d (default: now).")
    private @Nullable String after;

    /** The options as a start. */
    Start start(StoreOptions store, boolean isSignalled) {
        if (at != null && after != null) {
            throw store.wrong("--at and --after: give one of them");
        }
        if (key == null && isSignalled) {
            throw store.missing("--key");
        }
        if (key == null && (keyPolicy != null || request != null)) {
            throw store.missing("--key");
        }
        Start how = key == null ? Start.plain() : Start.key(key).keyPolicy(policy(isSignalled));
        how = request == null ? how : how.request(request);
        how = how.version(version);
        how = priority == null ? how : how.priority(priority);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            how = how.label(label.getKey(), label.getValue());
        }
        how = replyTo == null ? how : how.replyTo(replyTo);
        how = correlationId == null ? how : how.correlationId(correlationId);
        how = at == null ? how : how.at(at);
        return after == null ? how : how.after(duration(store, "--after", after));
    }

    private KeyPolicy policy(boolean isSignalled) {
        if (keyPolicy != null) {
            return keyPolicy;
        }
        return isSignalled ? KeyPolicy.RETURN_OPEN : KeyPolicy.RETURN;
    }

    static Duration duration(StoreOptions store, String option, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw store.wrong("%s: %s".formatted(option, e.getMessage()));
        }
    }
}
