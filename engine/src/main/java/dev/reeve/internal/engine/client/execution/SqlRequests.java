package dev.reeve.internal.engine.client.execution;

import dev.reeve.ExecutionId;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Start;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.deployment.JobDefinition;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.inbox.InboxReceiver;
import dev.reeve.internal.engine.inbox.SqlRefusals;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.values.Durations;
import dev.reeve.spi.store.RequestStore;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The requests of SQL functions: what they ask, as starts of this engine. */
public final class SqlRequests {

    /** The labels of an execution that a database session has started. */
    private static final String USER = "database_user";

    private static final String CLAIM = "requested_by";

    private final Function<String, EngineAccess> engines;
    private final Node node;

    /** @param engines the access to each namespace */
    public SqlRequests(Function<String, EngineAccess> engines, Node node) {
        this.engines = engines;
        this.node = node;
    }

    /** Begins to apply the stored requests, if this kind of store has some. */
    public void receive() {
        RequestStore requests = node.store().requests().orElse(null);
        if (requests == null) {
            return;
        }
        SqlRefusals refusals = new SqlRefusals(
                node.store(), node.definitions(), new Ids(node.surroundings().random()));
        InboxReceiver receiver = InboxReceiver.ofRequests(
                requests, this::start, refusals, node.clock(), node.lanes()::owned, node.lanes()::deliver);
        node.receive(receiver);
    }

    private StartRequest start(ExecutionId id, Request.SqlStart asked, String user) {
        if (asked.workflow().startsWith(JobDefinition.RESERVED)) {
            throw Arguments.invalid("workflow %s: names that begin with %s belong to the engine itself"
                    .formatted(asked.workflow(), JobDefinition.RESERVED));
        }
        try {
            return engines.apply(namespace(asked.options()))
                    .request(
                            asked.workflow(),
                            Json.parse(asked.input().text(), "input"),
                            how(asked.options(), user),
                            id);
        } catch (InvalidInputException e) {
            throw Arguments.invalid(String.valueOf(e.getMessage()));
        }
    }

    private static String namespace(Json written) {
        String named = written.value() instanceof Map<?, ?> options ? text(options, "namespace") : null;
        return named == null ? Node.DEFAULT_NAMESPACE : Arguments.namespace(named);
    }

    private static Start how(Json written, String user) {
        if (!(written.value() instanceof Map<?, ?> options)) {
            throw Arguments.invalid("options: expected an object");
        }
        String claim = text(options, "by");
        Map<String, String> labels = new TreeMap<>();
        if (options.get("labels") instanceof Map<?, ?> own) {
            own.forEach((name, value) -> {
                if (!(value instanceof String label)) {
                    throw wrong("labels", "an object with texts");
                }
                labels.put(name.toString(), label);
            });
        } else if (options.get("labels") != null) {
            throw wrong("labels", "an object with texts");
        }
        labels.put(USER, user);
        if (claim != null) {
            labels.put(CLAIM, claim);
        }
        if (options.get("at") != null && options.get("after") != null) {
            throw Arguments.invalid("options: expected one of at and after, found both");
        }
        Integer version = number(options, "version");
        return new Start(
                text(options, "key"),
                keyPolicy(options),
                text(options, "request"),
                version == null ? 0 : version,
                number(options, "priority"),
                labels,
                parsed(options, "replyTo", "a URI", URI::create),
                text(options, "correlationId"),
                parsed(options, "at", "a time such as '2030-01-31T08:00:00Z'", SqlRequests::instant),
                parsed(options, "after", "a duration such as '90s'", SqlRequests::duration),
                null);
    }

    private static KeyPolicy keyPolicy(Map<?, ?> options) {
        String name = text(options, "keyPolicy");
        return switch (name == null ? "return" : name) {
            case "return" -> KeyPolicy.RETURN;
            case "refuse" -> KeyPolicy.REFUSE;
            case "return_open" -> KeyPolicy.RETURN_OPEN;
            case "refuse_open" -> KeyPolicy.REFUSE_OPEN;
            default -> throw wrong("keyPolicy", "'return', 'refuse', 'return_open' or 'refuse_open'");
        };
    }

    private static Instant instant(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    private static Duration duration(String text) {
        return Durations.parse(text);
    }

    private static <T> @Nullable T parsed(
            Map<?, ?> options, String name, String expected, Function<String, T> reading) {
        String text = text(options, name);
        try {
            return text == null ? null : reading.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw wrong(name, expected);
        }
    }

    private static @Nullable String text(Map<?, ?> options, String name) {
        Object value = options.get(name);
        if (value != null && !(value instanceof String)) {
            throw wrong(name, "a text");
        }
        return (String) value;
    }

    private static @Nullable Integer number(Map<?, ?> options, String name) {
        Object value = options.get(name);
        if (value != null && !(value instanceof Integer)) {
            throw wrong(name, "a whole number");
        }
        return (Integer) value;
    }

    private static RuntimeException wrong(String name, String expected) {
        return Arguments.invalid("options: %s: expected %s".formatted(name, expected));
    }
}
